import { useSearchParams } from "react-router-dom";
import { Page } from "../../ui/Page";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { OrderFiltersBar } from "./OrderFiltersBar";
import { readOrdersAddress, writeOrdersAddress, type OrdersAddress } from "./orderFilters";
import { OrdersList } from "./OrdersList";
import { OrderTotalsFooter } from "./OrderTotalsFooter";
import { texts } from "./texts";

/** Gestão de Pedidos: filters in the address, the live list, the totals of the whole filter. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const address = readOrdersAddress(params);
  const go = (next: Partial<OrdersAddress>) => setParams(writeOrdersAddress({ ...address, ...next }));

  return (
    <Page title={texts.title}>
      <OrderFiltersBar
        filters={address.filters}
        onChange={(filters) => go({ filters })}
        pageSize={address.pageSize}
        onPageSizeChange={(pageSize) => go({ pageSize })}
      />
      <div className="min-w-0 flex-1">
        <PanelBoundary fallback={texts.loadFailed}>
          <OrdersList
            key={address.pageSize}
            filters={address.filters}
            pageSize={address.pageSize}
            onClearFilters={() => go({ filters: {} })}
          />
        </PanelBoundary>
      </div>
      <OrderTotalsFooter filters={address.filters} />
    </Page>
  );
}
