import { useTenant } from "../../lib/tenant";
import { EmptyState } from "../../ui/EmptyState";
import { Page } from "../../ui/Page";
import { CheckoutBar } from "./CheckoutBar";
import { Dashboard } from "./Dashboard";
import { FinishView } from "./FinishView";
import { HistoryView } from "./HistoryView";
import { texts } from "./texts";
import { useCheckoutAddress } from "./useCheckoutAddress";

/** The checkout control centre: three views under a bar of its own, because the top bar is hidden here. */
export function Component() {
  const { tenant } = useTenant();
  const controls = useCheckoutAddress();
  const { view } = controls.address;
  const title = { dashboard: texts.title, finish: texts.finishTitle, history: texts.history }[view];
  return (
    <>
      <CheckoutBar onBack={view === "dashboard" ? null : () => controls.go("dashboard")} />
      <Page key={view} title={title}>
        {tenant === null ? (
          <EmptyState line={texts.noTenant} />
        ) : (
          <>
            {view === "dashboard" && <Dashboard onOpen={controls.go} />}
            {view === "finish" && <FinishView controls={controls} />}
            {view === "history" && <HistoryView controls={controls} />}
          </>
        )}
      </Page>
    </>
  );
}
