/** Source: specification §9, UX conventions A8. */
export const INACTIVITY_MS = 30 * 60_000;
export const WARNING_MS = 2 * 60_000;

/**
 * When somebody last did something in any tab of this browser: epoch milliseconds. Forgotten when a person signs out
 * (`personal:`), so that it being there means that a session was going on.
 */
export const LAST_ACTIVITY_KEY = "personal:lastActivity";
/** Stands there instead once the session has run out, which tells the other tabs. */
export const RAN_OUT = "ran-out";

/** What counts as somebody being there. Source: specification §9. */
export const INTERACTIONS = ["mousemove", "mousedown", "keydown", "scroll", "touchstart", "click"] as const;

export type Presence = "here" | "warned" | "gone";

/** What a time without interaction means. */
export function presenceAfter(idleMs: number): Presence {
  if (idleMs >= INACTIVITY_MS) return "gone";
  return idleMs >= INACTIVITY_MS - WARNING_MS ? "warned" : "here";
}

/** The instant that was kept, or null where there is none. */
export function readInstant(stored: string | null): number | null {
  const at = stored === null ? Number.NaN : Number(stored);
  return Number.isFinite(at) ? at : null;
}
