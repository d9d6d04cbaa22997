import type { Draw } from "./useRaffle";

/** A draw of the past, and whether it stands. */
export interface EarlierDraw {
  readonly draw: Draw;
  /** Why it was drawn again; null for the draw of its date that stands. */
  readonly replacedBecause: string | null;
}

/** @param draws newest first within a date: of one date the first stands, and says why the one before it does not */
export function withFate(draws: readonly Draw[]): EarlierDraw[] {
  const later = new Map<string, Draw>();
  return draws.map((draw) => {
    const successor = later.get(draw.eventDate);
    later.set(draw.eventDate, draw);
    return { draw, replacedBecause: successor === undefined ? null : (successor.redoReason ?? "") };
  });
}
