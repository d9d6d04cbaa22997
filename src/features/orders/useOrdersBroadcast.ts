import { usePreparing, type BroadcastSelection, type Preparing } from "../broadcast";
import type { OrderFilters } from "./orderFilters";
import { useOrderTotals } from "./useOrders";
import type { OrderSelection, WholeFilter } from "./useOrderSelection";
import { useReadSelection } from "./useReadSelection";

export interface OrdersBroadcast {
  /** How many orders it is about: the selected ones, else all that are listed. */
  readonly count: number;
  readonly preparing: Preparing;
  readonly send: () => void;
}

interface Listed {
  readonly filters: OrderFilters;
  readonly search: string;
}

/**
 * 'Enviar mensagem (n)': the company's BROADCAST template to whoever is selected, else to everybody that is listed.
 *
 * Source: specification §2 "Orders list", toolbar.
 */
export function useOrdersBroadcast(selection: OrderSelection, { filters, search }: Listed): OrdersBroadcast {
  const preparing = usePreparing();
  const { readRows } = useReadSelection();
  const totals = useOrderTotals(filters);
  const listed = totals.status === "ready" ? totals.value.orders : 0;

  /** A filter as it is, as far as broadcasts know it; else the orders by name. */
  async function choose(): Promise<BroadcastSelection> {
    const isSelected = selection.count > 0;
    if (isSelected && selection.whole === null) return picked(selection.orders);
    if (!isSelected && search !== "") return picked(selection.shownRows);
    const whole = selection.whole ?? allOf(filters);
    const { needsReprint, ...filter } = whole.filters;
    if (needsReprint === undefined) return { kind: "filter", filter };
    return picked(await readRows({ ...selection, whole }));
  }
  const listedCount = search === "" ? listed : selection.shownRows.length;
  return {
    count: selection.count > 0 ? selection.count : listedCount,
    preparing,
    send: () => void preparing.prepare(async () => ({ selection: await choose(), text: null })),
  };
}

/** Its figures are of no matter to who reads its rows. */
function allOf(filters: OrderFilters): WholeFilter {
  return { filters, count: 0, totalCents: 0, paid: 0 };
}

function picked(orders: OrderSelection["orders"]): BroadcastSelection {
  return { kind: "orders", orderIds: orders.map(({ _id }) => _id) };
}
