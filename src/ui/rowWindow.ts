import { useSyncExternalStore, type RefObject } from "react";

/** Above this many rows only those in sight are in the document. Source: UX conventions D1. */
export const PLAIN_ROWS = 100;

/** Rows kept ready above and below those in sight, so that a quick scroll or an arrow key never meets a gap. */
const SPARE_ROWS = 6;
/** The window moves in steps, so that most scroll events change nothing. */
const STEP = 4;

export interface Range {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

/**
 * The rows in sight of a list of equally high rows, with some to spare.
 *
 * @param topPx where the first row begins, relative to the top of what is seen; negative when it is scrolled away
 */
export function rangeInSight(view: { topPx: number; heightPx: number; rowPx: number; count: number }): Range {
  const { topPx, heightPx, rowPx, count } = view;
  const firstSeen = Math.floor(-topPx / rowPx);
  const seen = Math.ceil(heightPx / rowPx) + 1;
  const first = Math.floor((firstSeen - SPARE_ROWS) / STEP) * STEP;
  const end = Math.ceil((firstSeen + seen + SPARE_ROWS) / STEP) * STEP;
  return { first: Math.max(0, Math.min(first, count)), end: Math.max(0, Math.min(end, count)) };
}

/**
 * Which rows to put into the document: the range, and some that must stay wherever they are, because they have the
 * focus or are being edited. In order, without doubles.
 */
export function rowsToRender({ first, end }: Range, keep: readonly number[], count: number): number[] {
  const rows = Array.from({ length: end - first }, (_, at) => first + at);
  const outside = keep.filter((row) => row >= 0 && row < count && (row < first || row >= end));
  return outside.length === 0 ? rows : [...new Set([...outside, ...rows])].sort((a, b) => a - b);
}

/**
 * The range of a list's rows that is in sight, following every scroll and resize around it. All of them while the list
 * is short enough to be plain.
 */
export function useRangeInSight(list: RefObject<HTMLElement | null>, count: number, rowPx: number): Range {
  const isPlain = count <= PLAIN_ROWS;
  // As a number, because a snapshot must be equal to itself.
  const snapshot = useSyncExternalStore(isPlain ? subscribeToNothing : subscribeToView, () => {
    if (isPlain) return 0;
    const { first, end } = rangeInSight({ ...viewOf(list.current), rowPx, count });
    return first * WIDER_THAN_ANY_RANGE + (end - first);
  });
  if (isPlain) return { first: 0, end: count };
  const first = Math.floor(snapshot / WIDER_THAN_ANY_RANGE);
  return { first, end: first + (snapshot % WIDER_THAN_ANY_RANGE) };
}

/** What is seen of a list: the box that it scrolls in, as far as that is in the window. */
function viewOf(list: HTMLElement | null): { topPx: number; heightPx: number } {
  const box = list?.closest("[data-scroller]")?.getBoundingClientRect();
  const isKnown = box !== undefined && box.height > 0;
  const seenFrom = isKnown ? Math.max(0, box.top) : 0;
  const seenTo = isKnown ? Math.min(window.innerHeight, box.bottom) : window.innerHeight;
  const topPx = (list?.getBoundingClientRect().top ?? 0) - seenFrom;
  return { topPx, heightPx: Math.max(0, seenTo - seenFrom) };
}

const WIDER_THAN_ANY_RANGE = 10_000;

function subscribeToView(onChange: () => void): () => void {
  // Scroll events do not bubble: caught on the way down, they are those of whatever scrolls the list.
  const options = { capture: true, passive: true } as const;
  window.addEventListener("scroll", onChange, options);
  window.addEventListener("resize", onChange);
  return () => {
    window.removeEventListener("scroll", onChange, options);
    window.removeEventListener("resize", onChange);
  };
}

function subscribeToNothing(): () => void {
  return () => undefined;
}
