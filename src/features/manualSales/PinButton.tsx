import { DrawingPinFilledIcon } from "@radix-ui/react-icons";
import { RowAction } from "../../ui/rowControls";
import { texts } from "./texts";

interface Props {
  readonly code: string;
  readonly isPinned: boolean;
  readonly onPin: (code: string) => void;
}

/** The product's code; pressing it pins the product. */
export function PinButton({ code, isPinned, onPin }: Props) {
  return (
    <RowAction
      aria-label={texts.pinRow(code)}
      aria-pressed={isPinned}
      onClick={() => onPin(code)}
      className="gap-2 align-middle font-semibold text-(--gray-12)"
    >
      {code}
      {isPinned && <DrawingPinFilledIcon aria-hidden width="16" height="16" />}
    </RowAction>
  );
}
