import type { SelectionKeys } from "../../lib/listKeys";
import type { ShownRow } from "./presentRows";
import type { OrderRow } from "./useOrders";
import type { OrderSelection } from "./useOrderSelection";

/** The keys of a list over these rows. */
export function selectionKeysOf(selection: OrderSelection, rows: readonly ShownRow<OrderRow>[]): SelectionKeys {
  return {
    toggle: (at) => {
      const shown = rows[at];
      if (shown !== undefined) selection.toggle(shown.row);
    },
    extend: (from, to) => {
      const [start, end] = [rows[from], rows[to]];
      if (start !== undefined && end !== undefined) selection.stepTo(start.row, end.row);
    },
    selectPage: selection.selectPage,
  };
}
