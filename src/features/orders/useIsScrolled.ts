import { useSyncExternalStore, type RefObject } from "react";
import { scrollerOf } from "./useListPlace";

/** Less than this is no scrolling: a finger that rests. */
const SLACK_PX = 8;

/** Whether the list is scrolled away from its top. */
export function useIsScrolled(box: RefObject<HTMLElement | null>): boolean {
  return useSyncExternalStore(subscribe, () => scrollerOf(box.current).scrollTop > SLACK_PX);
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener("scroll", onChange, { capture: true, passive: true });
  return () => window.removeEventListener("scroll", onChange, { capture: true });
}
