import { Button } from "@radix-ui/themes";
import { Suspense, useState } from "react";
import { Link } from "react-router-dom";
import { useEscapeClears } from "../../lib/useEscapeClears";
import { useIsNarrow } from "../../lib/useMediaQuery";
import { Page } from "../../ui/Page";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { BroadcastLayer, BulkSendCard } from "../broadcast";
import { NewsStrips } from "../messaging";
import { BulkButtons } from "./BulkButtons";
import { BulkDock } from "./BulkDock";
import { BulkJobStrips } from "./BulkJobStrips";
import { BulkLayers } from "./BulkLayers";
import { OpenOrderDialog } from "./OpenOrderDialog";
import { OrdersFound, OrdersOfFilter } from "./OrdersList";
import { OrdersToolbar } from "./OrdersToolbar";
import { OrderTotalsFooter } from "./OrderTotalsFooter";
import { texts } from "./texts";
import { useBulkActions } from "./useBulkActions";
import { useBulkJobs } from "./useBulkJobs";
import { useOrdersAddress } from "./useOrdersAddress";
import { useOrdersBroadcast } from "./useOrdersBroadcast";
import { useOrderSelection } from "./useOrderSelection";

/** Gestão de Pedidos: filters in the address, the live list, what is done to a selection, the totals, the dialogs. */
export function Component() {
  const controls = useOrdersAddress();
  const { filters, search, pageSize, open } = controls.address;
  const isSearching = search !== "";
  const isNarrow = useIsNarrow();
  const selection = useOrderSelection(JSON.stringify([filters, search]));
  const jobs = useBulkJobs();
  const bulk = useBulkActions(selection, jobs);
  const broadcast = useOrdersBroadcast(selection, { filters, search });
  const [isBulkSendOpen, setIsBulkSendOpen] = useState(false);
  useEscapeClears(selection);
  const actions = (
    <div className="flex flex-wrap items-center gap-2">
      {!isNarrow && <BulkButtons bulk={bulk} selection={selection} broadcast={broadcast} />}
      <NewOrderLink />
    </div>
  );

  return (
    <Page title={texts.title} action={actions} isFullHeight>
      <OrdersToolbar
        controls={controls}
        selection={selection}
        isBulkSendOpen={isBulkSendOpen}
        onBulkSend={() => setIsBulkSendOpen(!isBulkSendOpen)}
      />
      {isBulkSendOpen && (
        <Suspense fallback={null}>
          <BulkSendCard />
        </Suspense>
      )}
      <NewsStrips isTroubleShown />
      <BulkJobStrips jobs={jobs} />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <PanelBoundary fallback={texts.loadFailed}>
          {isSearching ? (
            <OrdersFound controls={controls} selection={selection} print={bulk.printOrders} />
          ) : (
            <OrdersOfFilter key={pageSize} controls={controls} selection={selection} print={bulk.printOrders} />
          )}
        </PanelBoundary>
      </div>
      {isNarrow && selection.isPicking ? (
        <BulkDock bulk={bulk} selection={selection} broadcast={broadcast} filters={filters} search={search} />
      ) : (
        <OrderTotalsFooter filters={filters} search={search} />
      )}
      <BulkLayers bulk={bulk} selection={selection} />
      <BroadcastLayer preparing={broadcast.preparing} />
      {open !== null && <OpenOrderDialog open={open} onOpen={controls.open} onClose={controls.close} />}
    </Page>
  );
}

/** Where orders are made. The address is the one the frame's own link has. */
function NewOrderLink() {
  return (
    <Button asChild>
      <Link to="/pedidos-manual">{texts.newOrder}</Link>
    </Button>
  );
}
