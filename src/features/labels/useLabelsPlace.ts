import { useMemo } from "react";
import { usePlace } from "../../lib/usePlace";
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

const WRITING = {
  read: (query: URLSearchParams, state: unknown): LabelsPlace => readPlace(query, readMemory(state)),
  write: writePlace,
  memoryOf,
};

/** Where one is among the shipments, by the address and its history entry. */
export function useLabelsPlace(): PlaceControls {
  const { place, goTo } = usePlace(WRITING);
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
