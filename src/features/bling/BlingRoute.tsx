import { Button } from "@radix-ui/themes";
import { Link, useSearchParams } from "react-router-dom";
import { useAuth } from "../../lib/auth";
import { sentenceOf } from "../../lib/refusal";
import { mayOpenSettings, paths } from "../../lib/screens";
import { useTenant } from "../../lib/tenant";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { Page } from "../../ui/Page";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { RefusedState } from "../../ui/RefusedState";
import { BlingConnection } from "./BlingConnection";
import { BlingOrders } from "./BlingOrders";
import { toList, writeList } from "./blingAddress";
import { ListChoice } from "./ListChoice";
import { QueueNotice } from "./QueueNotice";
import { OwnersSettings } from "./OwnersSettings";
import { texts } from "./texts";
import { useBlingOverview, type BlingOverview } from "./useBling";

/** /bling: how the paid orders get to the ERP, what did not, and why. */
export function Component() {
  const { tenant } = useTenant();
  const { profile } = useAuth();
  if (profile === null) return null;
  const isOwner = mayOpenSettings(profile);
  return (
    <Page title={texts.title} action={isOwner ? <ToIntegrations /> : undefined}>
      {tenant === null ? <EmptyState line={texts.noTenant} /> : <Bling key={tenant.id} isOwner={isOwner} />}
    </Page>
  );
}

function ToIntegrations() {
  return (
    <Button asChild variant="soft" color="gray" highContrast>
      <Link to={`${paths.settings}?aba=integracoes`}>{texts.integrations}</Link>
    </Button>
  );
}

function Bling({ isOwner }: { readonly isOwner: boolean }) {
  const overview = useBlingOverview();
  if (overview.status === "loading") return <ListSkeleton rows={8} label={texts.loading} />;
  if (overview.status === "refused") return <RefusedState message={sentenceOf(overview.error, texts.loadFailed)} />;
  return <Filled overview={overview.value} isOwner={isOwner} />;
}

function Filled({ overview, isOwner }: { readonly overview: BlingOverview; readonly isOwner: boolean }) {
  const [query, setQuery] = useSearchParams();
  const list = toList(query.get("lista"));
  return (
    <div className="flex flex-col gap-8 lg:flex-row lg:items-start lg:gap-12">
      <div className="min-w-0 flex-1">
        <QueueNotice overview={overview} isOwner={isOwner} />
        <ListChoice list={list} queue={overview.queue} onChoose={(chosen) => setQuery(writeList(chosen))} />
        <PanelBoundary key={list} fallback={texts.ordersFailed}>
          <BlingOrders list={list} />
        </PanelBoundary>
      </div>
      <aside className="flex flex-col gap-8 pb-6 lg:w-[340px]" aria-label={texts.settings.title}>
        <BlingConnection overview={overview} isOwner={isOwner} />
        {isOwner && <OwnersSettings isConnected={overview.connection.state === "connected"} />}
      </aside>
    </div>
  );
}
