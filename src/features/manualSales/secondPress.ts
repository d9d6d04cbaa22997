import { useCallback, useRef, type KeyboardEvent } from "react";

/** As far apart as systems let the two presses of a double click be. */
const SECOND_PRESS_MS = 500;

export interface FirstPress {
  /** Something was launched by a press, just now. */
  readonly note: (what?: string) => void;
  /** Whether a press is the second of a double one: what the first launched is not launched again (UX conventions L9). */
  readonly isFollowed: (what?: string) => boolean;
}

export function useFirstPress(): FirstPress {
  const first = useRef({ what: "", at: Number.NEGATIVE_INFINITY });
  const note = useCallback((what = "") => {
    first.current = { what, at: Date.now() };
  }, []);
  const isFollowed = useCallback(
    (what = "") => first.current.what === what && Math.abs(Date.now() - first.current.at) < SECOND_PRESS_MS,
    [],
  );
  return { note, isFollowed };
}

/** To be asked on the way down: `Enter` that is held is one press, in a field as on a button. */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key !== "Enter" || !event.repeat) return;
  event.preventDefault();
  event.stopPropagation();
}
