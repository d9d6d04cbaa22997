import { useEffect, useRef } from "react";
import { isLayerOpen, isTextEntry } from "./keys";

interface Selection {
  readonly count: number;
  readonly isPicking: boolean;
  readonly clear: () => void;
}

/** Esc clears the selection when nothing lies over the list and nothing is being written (UX conventions K5, K6). */
export function useEscapeClears({ count, isPicking, clear }: Selection): void {
  const isAnything = useRef(false);
  useEffect(() => {
    isAnything.current = count > 0 || isPicking;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== "Escape" || event.defaultPrevented || !isAnything.current) return;
      if (!isLayerOpen() && !isTextEntry(event.target)) clear();
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [clear]);
}
