import { Checkbox } from "@radix-ui/themes";
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
      <Checkbox
        size="2"
        data-column="select"
        checked={isSelected}
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
      <Checkbox
        size="2"
        data-select-page
        checked={state === "all" ? true : state === "some" ? "indeterminate" : false}
        aria-label={texts.selectPage}
        onCheckedChange={() => (state === "all" ? selection.clearPage() : selection.selectPage())}
      />
    </label>
  );
}
