import { useCallback, useSyncExternalStore } from "react";

/** Whether a CSS media query matches now, following changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Below this width tables become cards. Source: UX conventions M2. */
export function useIsNarrow(): boolean {
  return useMediaQuery("(max-width: 767px)");
}
