import { useLayoutEffect, useRef, type RefObject } from "react";
import { NavigationType, useNavigationType } from "react-router-dom";
import { scrollerOf } from "./useListScroll";

interface Place {
  readonly topPx: number;
  /** How many rows were loaded. */
  readonly count: number;
}

/** Coming back to more rows than this would load the shop's history at once. */
const MAX_COUNT = 500;
const PREFIX = "ordersPlace:";

function readPlace(key: string): Place | null {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(PREFIX + key) ?? "null");
    const isPlace = typeof value === "object" && value !== null && "topPx" in value && "count" in value;
    return isPlace && typeof value.topPx === "number" && typeof value.count === "number"
      ? { topPx: value.topPx, count: Math.min(value.count, MAX_COUNT) }
      : null;
  } catch {
    // Blocked storage: the list opens at its top, as on a first visit.
    return null;
  }
}

function writePlace(key: string, place: Place): void {
  try {
    window.sessionStorage.setItem(PREFIX + key, JSON.stringify(place));
  } catch {
    // Blocked storage: nothing is remembered, and nothing else depends on it.
  }
}

/** How many rows to ask for at first: as many as were there, when somebody comes back to the list or reloads it. */
export function usePlaceLeft(key: string): Place | null {
  const isReturn = useNavigationType() === NavigationType.Pop;
  return isReturn ? readPlace(key) : null;
}

/**
 * Scrolls back to where the list was left (UX conventions Q2) once its rows are there, and remembers where it is left.
 *
 * @param key names the list: its filters
 * @param topPx how far it is scrolled
 */
export function useListPlace(
  scroller: RefObject<HTMLElement | null>,
  topPx: RefObject<number>,
  { key, count, isReady, left }: { key: string; count: number; isReady: boolean; left: Place | null },
): void {
  const restored = useRef<string | null>(null);

  useLayoutEffect(() => {
    if (!isReady || restored.current === key) return;
    const isFirst = restored.current === null;
    restored.current = key;
    if (left === null && isFirst) return;
    scrollerOf(scroller.current).scrollTop = left?.topPx ?? 0;
  }, [scroller, key, isReady, left]);

  // Before the document changes: another filter's list begins at its own place in the effect above.
  useLayoutEffect(() => {
    if (!isReady) return;
    const remember = () => writePlace(key, { topPx: topPx.current, count });
    window.addEventListener("pagehide", remember);
    return () => {
      remember();
      window.removeEventListener("pagehide", remember);
    };
  }, [topPx, key, count, isReady]);
}
