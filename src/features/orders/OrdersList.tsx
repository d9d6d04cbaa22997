import { Button, Flex } from "@radix-ui/themes";
import { useState } from "react";
import { useIsNarrow } from "../../lib/useMediaQuery";
import { EmptyState } from "../../ui/EmptyState";
import { arrivedIds } from "../../ui/glow";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { OrderCards } from "./OrderCards";
import { hasFilters, type OrderFilters } from "./orderFilters";
import { OrdersTable } from "./OrdersTable";
import { texts } from "./texts";
import { useOrders, type OrderRow } from "./useOrders";
import { useSetPaid } from "./useSetPaid";

interface Props {
  readonly filters: OrderFilters;
  readonly pageSize: number;
  readonly onClearFilters: () => void;
}

/** The orders of the filter in their states: loading, none, some, more to come. */
export function OrdersList({ filters, pageSize, onClearFilters }: Props) {
  const orders = useOrders(filters, pageSize);
  const switching = useSetPaid();
  const isNarrow = useIsNarrow();
  // An order one has just marked leaves a filter that it no longer fits at once, before the server says so.
  const rows = orders.isStale ? orders.rows : orders.rows.filter((order) => fits(order, filters));
  const arrived = useArrived(orders.status === "ready" && !orders.isStale ? rows : null, JSON.stringify(filters));

  if (orders.status === "loading") return <ListSkeleton rows={pageSize} label={texts.loading} />;
  if (rows.length === 0 && !orders.canLoadMore && !orders.isStale) {
    return (
      <EmptyState
        line={texts.empty}
        action={
          hasFilters(filters) ? (
            <Button variant="soft" color="gray" highContrast onClick={onClearFilters}>
              {texts.clearFilters}
            </Button>
          ) : undefined
        }
      />
    );
  }
  const List = isNarrow ? OrderCards : OrdersTable;
  return (
    <div aria-busy={orders.isStale} className={orders.isStale ? "opacity-60" : undefined}>
      <List rows={rows} arrived={arrived} {...switching} />
      {(orders.canLoadMore || orders.isLoadingMore) && (
        <Flex justify="center" py="4">
          <Button
            variant="soft"
            color="gray"
            highContrast
            aria-busy={orders.isLoadingMore}
            onClick={() => orders.loadMore()}
          >
            {orders.isLoadingMore ? texts.loadingMore : texts.loadMore}
          </Button>
        </Flex>
      )}
    </div>
  );
}

function fits(order: OrderRow, { isPaid }: OrderFilters): boolean {
  return isPaid === undefined || order.isPaid === isPaid;
}

/** The rows that came in while this filter was on screen. A changed filter starts anew: its rows are no news. */
function useArrived(rows: readonly OrderRow[] | null, filterText: string): ReadonlySet<string> {
  const [state, setState] = useState<{
    filterText: string;
    ids: readonly string[];
    arrived: ReadonlySet<string>;
  } | null>(null);
  if (rows === null) return state?.arrived ?? NONE;
  const ids = rows.map(({ _id }) => _id as string);
  const before = state?.filterText === filterText ? state.ids : null;
  if (before !== null && before.length === ids.length && before.every((id, at) => id === ids[at])) {
    return state?.arrived ?? NONE;
  }
  const arrived = arrivedIds(before, ids);
  setState({ filterText, ids, arrived });
  return arrived;
}

const NONE: ReadonlySet<string> = new Set();
