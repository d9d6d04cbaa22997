import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { refusalOf } from "../../lib/refusal";
import { useAskTenant } from "../../lib/useAskTenant";
import type { OrderSelection } from "./useOrderSelection";
import type { OrderRow } from "./useOrders";

type OrderId = Id<"orders">;

/** As many rows as the server gives at once. */
const PAGE = 200;

export interface ReadSelection {
  /** The selected orders as they are now, in the list's order; of a whole filter page by page. */
  readonly readRows: (selection: OrderSelection) => Promise<readonly OrderRow[]>;
  /** Which of these do not exist any more. */
  readonly findMissing: (ids: readonly OrderId[]) => Promise<OrderId[]>;
}

/** Reads what is selected from the server once: what was ticked on another page may have changed since. */
export function useReadSelection(): ReadSelection {
  const askSelected = useAskTenant(api.orders.selected);
  const askList = useAskTenant(api.orders.list);

  const readRows = useCallback(
    async ({ whole, orders }: OrderSelection) => {
      const rows: OrderRow[] = [];
      if (whole === null) {
        const ids = orders.map(({ _id }) => _id);
        for (let at = 0; at < ids.length; at += PAGE)
          rows.push(...(await askSelected({ orderIds: ids.slice(at, at + PAGE) })));
        return rows;
      }
      for (let cursor: string | null = null, isDone = false; !isDone;) {
        const page: Awaited<ReturnType<typeof askList>> = await askList({
          ...whole.filters,
          paginationOpts: { numItems: PAGE, cursor },
        });
        rows.push(...page.page);
        [cursor, isDone] = [page.continueCursor, page.isDone];
      }
      return rows;
    },
    [askSelected, askList],
  );
  const findMissing = useCallback(
    async (ids: readonly OrderId[]) => {
      const isMissing = async (id: OrderId) =>
        await askSelected({ orderIds: [id] }).then(
          () => false,
          (error: unknown) => refusalOf(error)?.code === "order_not_found",
        );
      const missing = await Promise.all(ids.map(isMissing));
      return ids.filter((_, at) => missing[at]);
    },
    [askSelected],
  );
  return { readRows, findMissing };
}
