import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isShareable, readOrdersAddress, writeOrdersAddress, type OpenOrder, type OrdersAddress } from "./orderFilters";

/** What a history entry of the list remembers beside its address. */
interface EntryState {
  readonly search?: string;
  /** The dialog was opened from this list: closing it goes back. */
  readonly isOpenedHere?: boolean;
}

export interface AddressControls {
  readonly address: OrdersAddress;
  /** Filters and page size: each change is a step that Back undoes (UX conventions Q3). */
  readonly go: (next: Partial<Pick<OrdersAddress, "filters" | "search" | "pageSize">>) => void;
  /** The search while it is typed: no step. */
  readonly search: (text: string) => void;
  readonly open: (order: OpenOrder) => void;
  readonly close: () => void;
  /** The address of an open order, for links. */
  readonly hrefOf: (order: OpenOrder) => string;
  /** Everything the address says but the open order, for saved views. */
  readonly query: string;
  readonly goToQuery: (query: string) => void;
  /** Leaves for another screen. */
  readonly goTo: (path: string) => void;
}

/** The list's state as the address has it. */
export function useOrdersAddress(): AddressControls {
  const location = useLocation();
  const { search: query, pathname } = location;
  const navigate = useNavigate();
  const entry = stateOf(location.state);
  const address = useMemo(
    () => readOrdersAddress(new URLSearchParams(query), entry.search ?? ""),
    [query, entry.search],
  );

  const show = useCallback(
    (next: OrdersAddress, options: { replace?: boolean; isOpenedHere?: boolean } = {}) => {
      const isPrivate = next.search !== "" && !isShareable(next.search);
      const remembered: EntryState = {
        ...(isPrivate ? { search: next.search } : {}),
        ...(options.isOpenedHere === true ? { isOpenedHere: true } : {}),
      };
      const written = writeOrdersAddress(next).toString();
      void navigate(
        { pathname, search: written === "" ? "" : `?${written}` },
        { replace: options.replace === true, state: remembered, preventScrollReset: true },
      );
    },
    [navigate, pathname],
  );

  return useMemo(
    () => ({
      address,
      go: (next) => show({ ...address, open: null, ...next }),
      search: (search) => show({ ...address, open: null, search }, { replace: true }),
      open: (open) => show({ ...address, open }, { isOpenedHere: true }),
      close: () => {
        if (entry.isOpenedHere === true) void navigate(-1);
        else show({ ...address, open: null }, { replace: true });
      },
      hrefOf: (open) => `?${writeOrdersAddress({ ...address, open }).toString()}`,
      query: writeOrdersAddress({ ...address, open: null }).toString(),
      goToQuery: (text) => show({ ...readOrdersAddress(new URLSearchParams(text)), open: null }),
      goTo: (path) => void navigate(path),
    }),
    [address, entry.isOpenedHere, navigate, show],
  );
}

function stateOf(state: unknown): EntryState {
  return typeof state === "object" && state !== null ? state : {};
}
