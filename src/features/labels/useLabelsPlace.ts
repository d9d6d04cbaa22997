import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { memoryOf, readMemory, readPlace, writePlace, type LabelsPlace } from "./labelsAddress";
import type { LabelRow } from "./useLabels";

export interface PlaceControls {
  readonly place: LabelsPlace;
  /** Another state, page or page size: a step that Back undoes (UX conventions Q3). */
  readonly go: (next: Partial<Pick<LabelsPlace, "state" | "page" | "pageSize">>) => void;
  /** The search while it is typed: no step. It begins at the first page. */
  readonly search: (text: string) => void;
  readonly clear: () => void;
  /** The label of an order. */
  readonly open: (row: Pick<LabelRow, "orderNumber" | "orderId">) => void;
  readonly close: () => void;
  readonly hrefOf: (orderNumber: number) => string;
}

/** Where one is among the shipments, by the address and its history entry. */
export function useLabelsPlace(): PlaceControls {
  const location = useLocation();
  const { search: query, pathname } = location;
  const state: unknown = location.state;
  const navigate = useNavigate();
  const place = useMemo(() => readPlace(new URLSearchParams(query), readMemory(state)), [query, state]);
  const goTo = useCallback(
    (next: LabelsPlace, replace = false) => {
      const written = writePlace(next).toString();
      void navigate(
        { pathname, search: written === "" ? "" : `?${written}` },
        { replace, state: memoryOf(next), preventScrollReset: true },
      );
    },
    [navigate, pathname],
  );
  return useMemo(
    () => ({
      place,
      go: (next) => goTo({ ...place, open: null, ...(next.page === undefined ? { page: 1 } : {}), ...next }),
      search: (search) => goTo({ ...place, open: null, page: 1, search }, true),
      clear: () => goTo({ ...place, open: null, page: 1, search: "", state: null }),
      open: ({ orderNumber, orderId }) => goTo({ ...place, open: { orderNumber, orderId } }),
      close: () => goTo({ ...place, open: null }, true),
      hrefOf: (orderNumber) => `?${writePlace({ ...place, open: { orderNumber, orderId: null } }).toString()}`,
    }),
    [place, goTo],
  );
}
