import { useMemo } from "react";
import { usePlace } from "../../lib/usePlace";
import {
  memoryOf,
  readMemory,
  readPlace,
  writePlace,
  type CustomersPlace,
  type CustomersView,
  type OpenDialog,
} from "./customersAddress";

export interface PlaceControls {
  readonly place: CustomersPlace;
  /** The control centre or a tab: a step that Back undoes. */
  readonly show: (view: CustomersView, isForHistory?: boolean) => void;
  /** Another page or page size: a step that Back undoes (UX conventions Q3). */
  readonly go: (next: Partial<Pick<CustomersPlace, "page" | "pageSize">>) => void;
  /** The search while it is typed: no step. It begins at the first page. */
  readonly search: (text: string) => void;
  readonly open: (dialog: OpenDialog) => void;
  /** Another dialog in the place of the one that is open. */
  readonly swap: (dialog: OpenDialog) => void;
  readonly close: () => void;
}

const WRITING = {
  read: (query: URLSearchParams, state: unknown): CustomersPlace => readPlace(query, readMemory(state)),
  write: writePlace,
  memoryOf,
};

/** Where one is among the customers, by the address and its history entry. */
export function useCustomersPlace(): PlaceControls {
  const { place, goTo } = usePlace(WRITING);
  return useMemo(
    () => ({
      place,
      show: (view, isForHistory = false) => goTo({ ...place, view, isForHistory, page: 1, search: "", open: null }),
      go: (next) => goTo({ ...place, open: null, ...(next.pageSize === undefined ? {} : { page: 1 }), ...next }),
      search: (search) => goTo({ ...place, open: null, page: 1, search }, true),
      open: (open) => goTo({ ...place, open }),
      swap: (open) => goTo({ ...place, open }, true),
      close: () => goTo({ ...place, open: null }, true),
    }),
    [place, goTo],
  );
}
