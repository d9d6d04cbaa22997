import { Button } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { Page } from "../../ui/Page";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { OpenOrderDialog } from "./OpenOrderDialog";
import { OrdersFound, OrdersOfFilter } from "./OrdersList";
import { OrdersToolbar } from "./OrdersToolbar";
import { OrderTotalsFooter } from "./OrderTotalsFooter";
import { texts } from "./texts";
import { useOrdersAddress } from "./useOrdersAddress";

/** Gestão de Pedidos: filters in the address, the live list, the totals of the whole filter, the dialogs of one order. */
export function Component() {
  const controls = useOrdersAddress();
  const { filters, search, pageSize, open } = controls.address;
  const isSearching = search !== "";

  return (
    <Page title={texts.title} action={<NewOrderLink />} isFullHeight>
      <OrdersToolbar {...controls} />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <PanelBoundary fallback={texts.loadFailed}>
          {isSearching ? <OrdersFound controls={controls} /> : <OrdersOfFilter key={pageSize} controls={controls} />}
        </PanelBoundary>
      </div>
      <OrderTotalsFooter filters={filters} search={search} />
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
