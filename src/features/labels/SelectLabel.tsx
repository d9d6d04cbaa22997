import { Checkbox } from "@radix-ui/themes";
import { texts } from "./texts";
import type { LabelRow } from "./useLabels";
import type { LabelSelection } from "./useLabelSelection";

interface Props {
  readonly row: LabelRow;
  readonly selection: LabelSelection;
  readonly className?: string;
}

/** The box of a row; with Shift a range (UX conventions B1). */
export function SelectLabel({ row, selection, className = "" }: Props) {
  return (
    <label className={`flex cursor-pointer items-center justify-center select-none ${className}`}>
      <Checkbox
        size="2"
        data-column="select"
        checked={selection.isSelected(row.orderId)}
        aria-label={texts.select(row.orderNumber)}
        onClick={({ shiftKey }) => (shiftKey ? selection.extendTo(row) : selection.toggle(row))}
      />
    </label>
  );
}
