import { DrawingPinFilledIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { texts } from "./texts";

interface Props {
  readonly code: string;
  readonly isPinned: boolean;
  readonly onPin: (code: string) => void;
}

/** The product's code; pressing it pins the product. */
export function PinButton({ code, isPinned, onPin }: Props) {
  return (
    <Button
      variant="ghost"
      color="gray"
      highContrast
      aria-label={texts.pinRow(code)}
      aria-pressed={isPinned}
      onClick={() => onPin(code)}
      className="align-middle font-semibold"
    >
      {code}
      {isPinned && <DrawingPinFilledIcon aria-hidden width="16" height="16" />}
    </Button>
  );
}
