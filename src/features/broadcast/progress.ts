import { texts } from "./texts";
import type { Broadcast } from "./useBroadcast";

type Counts = Pick<Broadcast, "sent" | "failed" | "inDoubt">;

/** How many have had their turn. */
export function doneOf({ sent, failed, inDoubt }: Counts): number {
  return sent + failed + inDoubt;
}

/** Why nothing goes out just now; null where something does. */
export function pauseSentence({
  state,
  pausedFor,
  pausedMessage,
}: Pick<Broadcast, "state" | "pausedFor" | "pausedMessage">): string | null {
  if (pausedMessage !== null) return pausedMessage;
  return state === "paused" || pausedFor !== null ? texts.pausedByHand : null;
}
