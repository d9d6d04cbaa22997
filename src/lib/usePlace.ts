import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";

/** How a screen's place is written: what others may see in the address, what is one's own in the history entry. */
interface Writing<Place> {
  readonly read: (query: URLSearchParams, state: unknown) => Place;
  readonly write: (place: Place) => URLSearchParams;
  /** What the history entry keeps of it. */
  readonly memoryOf: (place: Place) => unknown;
}

/**
 * Where one is on a screen, by the address and its history entry.
 *
 * @param writing the same object in every render
 * @returns the place, and going to another: a step that Back undoes, unless it takes the present one's place
 */
export function usePlace<Place>(writing: Writing<Place>): {
  readonly place: Place;
  readonly goTo: (next: Place, replace?: boolean) => void;
} {
  const location = useLocation();
  const { search: query, pathname } = location;
  const state: unknown = location.state;
  const navigate = useNavigate();
  const place = useMemo(() => writing.read(new URLSearchParams(query), state), [writing, query, state]);
  const goTo = useCallback(
    (next: Place, replace = false) => {
      const written = writing.write(next).toString();
      void navigate(
        { pathname, search: written === "" ? "" : `?${written}` },
        { replace, state: writing.memoryOf(next), preventScrollReset: true },
      );
    },
    [writing, navigate, pathname],
  );
  return { place, goTo };
}
