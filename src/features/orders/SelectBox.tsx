import { Tick } from "../../ui/rowMarks";
import { texts } from "./texts";
import type { OrderRow } from "./useOrders";
import type { OrderSelection } from "./useOrderSelection";

interface Props {
  readonly order: OrderRow;
  readonly isSelected: boolean;
  readonly select: Pick<OrderSelection, "toggle" | "extendTo">;
  readonly className?: string;
}

/** The box of a row; with Shift a range (UX conventions B1). The whole cell is its target. */
export function SelectBox({ order, isSelected, select, className = "" }: Props) {
  return (
    <label className={`flex cursor-pointer items-center justify-center select-none ${className}`}>
      <Tick
        data-column="select"
        state={isSelected ? "all" : "none"}
        aria-label={texts.selectOrder(order.number)}
        onClick={({ shiftKey }) => (shiftKey ? select.extendTo(order) : select.toggle(order))}
      />
    </label>
  );
}

interface PageProps {
  readonly selection: OrderSelection;
  readonly state: "none" | "some" | "all";
}

/** None, some or all of the rows on screen. */
export function SelectPageBox({ selection, state }: PageProps) {
  return (
    <label className="flex h-full cursor-pointer items-center justify-center select-none">
      <Tick
        data-select-page
        state={state}
        aria-label={texts.selectPage}
        onClick={() => (state === "all" ? selection.clearPage() : selection.selectPage())}
      />
    </label>
  );
}
