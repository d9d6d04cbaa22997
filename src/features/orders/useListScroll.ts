import { useEffect, useRef, useState, type RefObject } from "react";

/** Less than this is no scrolling: a finger that rests. */
const SLACK_PX = 8;

export interface ListScroll {
  /** Whether the list is scrolled away from its top. */
  readonly isScrolled: boolean;
  readonly topPx: RefObject<number>;
}

/**
 * How far the list is scrolled, as its scroll events told. To ask the document instead, while a list is shown, would have it lay out every
 * row that is just coming, a second time (`npm run bench -- list`).
 */
export function useListScroll(box: RefObject<HTMLElement | null>): ListScroll {
  const topPx = useRef(0);
  const [isScrolled, setIsScrolled] = useState(false);
  useEffect(() => {
    function onScroll() {
      topPx.current = scrollerOf(box.current).scrollTop;
      setIsScrolled(topPx.current > SLACK_PX);
    }
    // Scroll events do not bubble: caught on the way down, they are those of whatever scrolls the list.
    window.addEventListener("scroll", onScroll, { capture: true, passive: true });
    return () => window.removeEventListener("scroll", onScroll, { capture: true });
  }, [box]);
  return { isScrolled, topPx };
}

/** What scrolls: the list's own box, or the page where the box is as high as its content (the phone). */
export function scrollerOf(box: HTMLElement | null): Element {
  const page = document.scrollingElement ?? document.documentElement;
  return box !== null && /auto|scroll/.test(getComputedStyle(box).overflowY) ? box : page;
}
