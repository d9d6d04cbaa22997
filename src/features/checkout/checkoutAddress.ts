/** Which of the three views, and which order. Source: specification §2 "Checkout control centre". */
export type CheckoutView = "dashboard" | "finish" | "history";

export interface CheckoutAddress {
  readonly view: CheckoutView;
  /** The number of the order being finished; never anything about the customer (UX conventions Q6). */
  readonly orderNumber: number | null;
}

const VIEW_NAMES = { finish: "finalizar", history: "historico" } as const;

/** Unknown and impossible values are left out, not errors (Q2). An order alone means that it is to be finished. */
export function readCheckoutAddress(params: URLSearchParams): CheckoutAddress {
  const typed = params.get("pedido") ?? "";
  const orderNumber = /^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : null;
  const named = params.get("tela");
  if (named === VIEW_NAMES.history) return { view: "history", orderNumber: null };
  if (named === VIEW_NAMES.finish || orderNumber !== null) return { view: "finish", orderNumber };
  return { view: "dashboard", orderNumber: null };
}

export function writeCheckoutAddress({ view, orderNumber }: CheckoutAddress): string {
  const params = new URLSearchParams();
  if (view !== "dashboard") params.set("tela", VIEW_NAMES[view]);
  if (view === "finish" && orderNumber !== null) params.set("pedido", String(orderNumber));
  const written = params.toString();
  return written === "" ? "" : `?${written}`;
}
