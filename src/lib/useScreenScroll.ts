import { useLayoutEffect, useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";

/** Where the page was scrolled to, in px from its top, by the history entry that showed it. */
const leftAt = new Map<string, number>();
/** As the scroll's own events told: to ask the page while a screen comes would have it lay that out before anybody needs it. */
let topPx = 0;

/**
 * Whoever goes to a screen begins at its top, and whoever goes back finds it where it was (UX conventions Q2): the page keeps its scroll when
 * only what stands on it changes, and the browser gives it back before that has changed. For the outermost part of a screen, which is mounted
 * once for each.
 */
export function useScreenScroll(): void {
  const { key } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  // Fixed when the screen opens: a filter or a dialog that changes the address later keeps its place.
  const [arrival] = useState({ key, isReturn });

  useLayoutEffect(() => {
    const wantedPx = arrival.isReturn ? leftAt.get(arrival.key) : 0;
    if (wantedPx === undefined || wantedPx === topPx) return;
    topPx = wantedPx;
    window.scrollTo(0, wantedPx);
    return wantedPx === 0 ? undefined : keepTrying(wantedPx);
  }, [arrival]);

  useLayoutEffect(() => {
    leftAt.set(key, topPx);
    const remember = () => {
      topPx = window.scrollY;
      leftAt.set(key, topPx);
    };
    window.addEventListener("scroll", remember, { passive: true });
    return () => window.removeEventListener("scroll", remember);
  }, [key]);
}

/** As long as what a screen shows may take; later its growing is news, and moves nobody. */
const TRY_FOR_MS = 5_000;

/** The screen may still be too short for its place: what it shows is on its way. Whoever scrolls meanwhile has chosen another. */
function keepTrying(wantedPx: number): () => void {
  const growth = new ResizeObserver(() => {
    window.scrollTo(0, wantedPx);
    if (window.scrollY >= wantedPx) end();
  });
  const end = () => {
    growth.disconnect();
    window.clearTimeout(timer);
    for (const input of INPUTS) window.removeEventListener(input, end);
  };
  const timer = window.setTimeout(end, TRY_FOR_MS);
  for (const input of INPUTS) window.addEventListener(input, end, { passive: true });
  growth.observe(document.body);
  return end;
}

const INPUTS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;
