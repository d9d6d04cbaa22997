import { AlertDialog, Button, Flex } from "@radix-ui/themes";
import { useNow } from "../../lib/clock";
import { WARNING_MS } from "./inactivity";
import { texts } from "./texts";

interface Props {
  /** Epoch milliseconds. */
  readonly endsAt: number;
  readonly onStay: () => void;
}

/**
 * Says that the session is about to end. It stays until its button or Esc is pressed: were it to vanish at the first move
 * of a finger, the press that follows would meet whatever lies beneath.
 */
export function InactivityWarning({ endsAt, onStay }: Props) {
  const leftMs = endsAt - useNow(1_000);
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && onStay()}>
      <AlertDialog.Content maxWidth="420px">
        <AlertDialog.Title size="4">{texts.stillThere}</AlertDialog.Title>
        <AlertDialog.Description size="2">{texts.endsSoon}</AlertDialog.Description>
        {/* Counted for the eye; a screen reader that spoke every second could not be listened to. */}
        <p aria-hidden className="mt-3 text-[28px] font-semibold tabular-nums">
          {leftMs > WARNING_MS ? texts.youStay : countdown(leftMs)}
        </p>
        <Flex mt="5" justify="end">
          <AlertDialog.Action>
            <Button onClick={onStay}>{texts.stay}</Button>
          </AlertDialog.Action>
        </Flex>
      </AlertDialog.Content>
    </AlertDialog.Root>
  );
}

/** `1:59`. */
function countdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
