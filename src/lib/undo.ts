/**
 * What `Ctrl/⌘+Z` takes back: the operator's own latest actions, each only while something on the screen offers it
 * (UX conventions K7). Undoing is a real operation on the server; this only remembers how to ask for it.
 */
interface Offer {
  readonly undo: () => void;
}

/** How long a launch, a note or a flag can be taken back by key. Source: UX conventions §8, T2. */
export const UNDO_MS = 8_000;

let offers: readonly Offer[] = [];

/** Offers to take an action back; returns what withdraws the offer. The latest offer is the first to be taken. */
export function offerUndo(undo: () => void): () => void {
  const offer: Offer = { undo };
  offers = [...offers, offer];
  return () => {
    offers = offers.filter((other) => other !== offer);
  };
}

/** Takes the latest action on offer back; false when there is none. */
export function undoLatest(): boolean {
  const latest = offers.at(-1);
  if (latest === undefined) return false;
  offers = offers.slice(0, -1);
  latest.undo();
  return true;
}
