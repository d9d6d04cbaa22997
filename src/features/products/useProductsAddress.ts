import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { readProductsAddress, writeProductsAddress, type OpenDialog, type ProductsAddress } from "./productsAddress";

export interface AddressControls {
  readonly address: ProductsAddress;
  /** Another page or page size: a step that Back undoes (UX conventions Q3). */
  readonly go: (next: Partial<Pick<ProductsAddress, "page" | "pageSize">>) => void;
  /** The search while it is typed: no step. It begins at the first page. */
  readonly search: (text: string) => void;
  readonly open: (dialog: OpenDialog) => void;
  readonly close: () => void;
}

/** The list's state as the address has it. */
export function useProductsAddress(): AddressControls {
  const { search: query, pathname } = useLocation();
  const navigate = useNavigate();
  const address = useMemo(() => readProductsAddress(new URLSearchParams(query)), [query]);
  const show = useCallback(
    (next: ProductsAddress, replace = false) => {
      const written = writeProductsAddress(next).toString();
      void navigate(
        { pathname, search: written === "" ? "" : `?${written}` },
        { replace, state: {}, preventScrollReset: true },
      );
    },
    [navigate, pathname],
  );
  return useMemo(
    () => ({
      address,
      go: (next) => show({ ...address, open: null, ...(next.pageSize === undefined ? {} : { page: 1 }), ...next }),
      search: (search) => show({ ...address, open: null, page: 1, search }, true),
      open: (open) => show({ ...address, open }),
      close: () => show({ ...address, open: null }, true),
    }),
    [address, show],
  );
}
