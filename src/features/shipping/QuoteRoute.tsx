import { paths } from "../../lib/screens";
import { useTenant } from "../../lib/tenant";
import { EmptyState } from "../../ui/EmptyState";
import { Page } from "../../ui/Page";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { QuoteForm } from "./QuoteForm";
import { QuoteOptions } from "./QuoteOptions";
import { SavedQuotes } from "./SavedQuotes";
import { ShippingLinks } from "./ShippingLinks";
import { texts } from "./texts";
import { useQuoting } from "./useQuoting";

/** /cotacao-frete: what a parcel costs, with which carrier and how soon; and what was chosen of it before. */
export function Component() {
  const { tenant } = useTenant();
  return (
    <Page title={texts.quoteTitle} action={<ShippingLinks current={paths.quote} />}>
      {tenant === null ? <EmptyState line={texts.noTenant} /> : <Quoting key={tenant.id} />}
    </Page>
  );
}

function Quoting() {
  const quoting = useQuoting();
  return (
    <>
      <div className="grid items-start gap-6 md:grid-cols-[320px_minmax(0,1fr)] lg:gap-12">
        <QuoteForm quoting={quoting} />
        <QuoteOptions quoting={quoting} />
      </div>
      <PanelBoundary fallback={texts.quote.historyFailed}>
        <SavedQuotes onAgain={quoting.again} />
      </PanelBoundary>
    </>
  );
}
