import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { readCheckoutAddress, writeCheckoutAddress, type CheckoutAddress } from "./checkoutAddress";

export interface CheckoutControls {
  readonly address: CheckoutAddress;
  /**
   * What was searched for last in this view, or "". It is kept with the browser's own history, beside the address and not
   * in it: Back and reload bring it back, a copied address carries no phone (UX conventions Q6).
   */
  readonly searched: string;
  /** Another view: a step that Back undoes. */
  readonly go: (view: CheckoutAddress["view"]) => void;
  readonly search: (text: string) => void;
  /** @param searched what led to it */
  readonly open: (orderNumber: number, searched: string) => void;
  /** Back to the search, empty. */
  readonly reset: () => void;
}

export function useCheckoutAddress(): CheckoutControls {
  const location = useLocation();
  const { search: query, pathname } = location;
  const navigate = useNavigate();
  const address = useMemo(() => readCheckoutAddress(new URLSearchParams(query)), [query]);
  const searched = searchedIn(location.state);
  const show = useCallback(
    (next: CheckoutAddress, text: string, replace = false) =>
      void navigate(
        { pathname, search: writeCheckoutAddress(next) },
        { replace, state: { searched: text }, preventScrollReset: true },
      ),
    [navigate, pathname],
  );
  return useMemo(
    () => ({
      address,
      searched,
      go: (view) => show({ view, orderNumber: null }, ""),
      search: (text) => show({ view: address.view, orderNumber: null }, text, address.orderNumber === null),
      open: (orderNumber, text) => show({ view: "finish", orderNumber }, text),
      reset: () => show({ view: "finish", orderNumber: null }, ""),
    }),
    [address, searched, show],
  );
}

function searchedIn(state: unknown): string {
  return typeof state === "object" && state !== null && "searched" in state && typeof state.searched === "string"
    ? state.searched
    : "";
}
