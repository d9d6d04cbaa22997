/**
 * What becomes of an order's label, from the cart of the shipping service to the customer's door.
 *
 * Source: specification §4 "Shipment status", product.md "Labels", contracts/melhor-envio.md §6.
 */

/** The last two are the service's; the specification has no word for them. */
export const SHIPMENT_STATES = [
  "pending",
  "created_awaiting_payment",
  "payment_pending",
  "created",
  "paid",
  "posted",
  "delivered",
  "cancelled",
  "expired",
] as const;
export type ShipmentState = (typeof SHIPMENT_STATES)[number];

export const LABEL_ACTIONS = ["create", "charge", "pay", "download", "track", "cancel", "refresh"] as const;
export type LabelAction = (typeof LABEL_ACTIONS)[number];

interface StateRules {
  readonly label: string;
  /** What staff may do, and the state it leads to. */
  readonly actions: Partial<Readonly<Record<LabelAction, ShipmentState>>>;
  /** The states that news of the services may lead to: never one that lies behind. */
  readonly news: readonly ShipmentState[];
}

/**
 *     pending ─► created_awaiting_payment ─► payment_pending ─► created ─► paid ─► posted ─► delivered
 *                (in the cart, priced)       (the customer      (and has   (bought)
 *                                             has a link)        paid it)
 *
 * The customer need not be charged: a label may be bought as soon as it is in the cart. Until it is delivered it may be
 * cancelled or expire, and then another one can be created for the same order.
 */
const MACHINE: Readonly<Record<ShipmentState, StateRules>> = {
  pending: { label: "Pendente", actions: { create: "created_awaiting_payment" }, news: ["created_awaiting_payment"] },
  created_awaiting_payment: {
    label: "Aguardando Pagamento",
    actions: {
      charge: "payment_pending",
      pay: "paid",
      cancel: "cancelled",
      refresh: "created_awaiting_payment",
    },
    news: ["payment_pending", "created", "paid", "posted", "delivered", "cancelled", "expired"],
  },
  payment_pending: {
    label: "Pagamento Pendente",
    actions: { charge: "payment_pending", pay: "paid", cancel: "cancelled", refresh: "payment_pending" },
    news: ["created", "paid", "posted", "delivered", "cancelled", "expired"],
  },
  created: {
    label: "Criado",
    actions: { pay: "paid", cancel: "cancelled", refresh: "created" },
    news: ["paid", "posted", "delivered", "cancelled", "expired"],
  },
  paid: {
    label: "Pago",
    actions: { download: "paid", track: "paid", cancel: "cancelled", refresh: "paid" },
    news: ["posted", "delivered", "cancelled", "expired"],
  },
  posted: {
    label: "Postado",
    actions: { download: "posted", track: "posted", refresh: "posted" },
    news: ["delivered", "cancelled"],
  },
  delivered: { label: "Entregue", actions: { track: "delivered", refresh: "delivered" }, news: [] },
  cancelled: { label: "Cancelado", actions: { create: "created_awaiting_payment" }, news: [] },
  expired: { label: "Expirado", actions: { create: "created_awaiting_payment" }, news: [] },
};

/** A state that nobody has a word for shows as it is. Source: specification §4 "Shipment status". */
export function shipmentStateLabel(state: string): string {
  return isShipmentState(state) ? MACHINE[state].label : state;
}

export function isShipmentState(text: string): text is ShipmentState {
  return Object.hasOwn(MACHINE, text);
}

/** What a button says. */
export const LABEL_ACTION_LABELS: Readonly<Record<LabelAction, string>> = {
  create: "Gerar etiqueta",
  charge: "Gerar link de pagamento",
  pay: "Pagar etiqueta",
  download: "Baixar etiqueta",
  track: "Rastrear",
  cancel: "Cancelar etiqueta",
  refresh: "Atualizar",
};

export function isAllowed(state: ShipmentState, action: LabelAction): boolean {
  return MACHINE[state].actions[action] !== undefined;
}

/** What staff may do with a label in a state, in the order of the buttons. */
export function allowedActions(state: ShipmentState): LabelAction[] {
  return LABEL_ACTIONS.filter((action) => isAllowed(state, action));
}

/** The state after news: theirs where it lies ahead, else as it was. */
export function advance(state: ShipmentState, news: ShipmentState): ShipmentState {
  return MACHINE[state].news.includes(news) ? news : state;
}

/** Whether the label has been bought, or was. */
export function isBought(state: ShipmentState): boolean {
  return state === "paid" || state === "posted" || state === "delivered";
}

/** Whether a label stands between here and the door: there is something to ask the service about. */
export function isUnderWay(state: ShipmentState): boolean {
  return MACHINE[state].news.length > 0 && state !== "pending";
}

/** When things happened to a label, epoch milliseconds; null where they have not, or nobody has said so. */
export interface LabelTimes {
  readonly paidAt: number | null;
  readonly generatedAt: number | null;
  readonly postedAt: number | null;
  readonly deliveredAt: number | null;
  readonly canceledAt: number | null;
  readonly expiredAt: number | null;
}

export const NO_TIMES: LabelTimes = {
  paidAt: null,
  generatedAt: null,
  postedAt: null,
  deliveredAt: null,
  canceledAt: null,
  expiredAt: null,
};

/** What has once happened has happened: later news add, and take nothing away. */
export function mergeTimes(known: LabelTimes, news: LabelTimes): LabelTimes {
  return {
    paidAt: known.paidAt ?? news.paidAt,
    generatedAt: known.generatedAt ?? news.generatedAt,
    postedAt: known.postedAt ?? news.postedAt,
    deliveredAt: known.deliveredAt ?? news.deliveredAt,
    canceledAt: known.canceledAt ?? news.canceledAt,
    expiredAt: known.expiredAt ?? news.expiredAt,
  };
}

/**
 * The state that a label is in by what the service says of it. Its status does not always follow what has happened, so
 * the times count too.
 *
 * Source: contracts/melhor-envio.md §6, §7.
 */
export function stateOfLabel(status: string, times: LabelTimes): ShipmentState {
  if (times.deliveredAt !== null || status === "delivered") return "delivered";
  if (times.canceledAt !== null || status === "canceled" || status === "cancelled") return "cancelled";
  if (times.postedAt !== null || status === "posted" || status === "received") return "posted";
  if (times.expiredAt !== null || status === "expired") return "expired";
  const isPaid = times.paidAt !== null || times.generatedAt !== null;
  return isPaid || status === "released" || status === "generated" ? "paid" : "created_awaiting_payment";
}

const ALERTS: Readonly<Record<string, string>> = {
  undelivered: "Entrega não realizada",
  paused: "Envio pausado",
  suspended: "Envio suspenso",
};

/** What somebody of the shop should know of a parcel that does not get on; null where it does. */
export function alertOf(status: string | null): string | null {
  return status === null || !Object.hasOwn(ALERTS, status) ? null : (ALERTS[status] ?? null);
}

/** Where anybody can follow a parcel. Source: contracts/melhor-envio.md §5.7. */
export function trackingUrl(code: string): string {
  return `https://www.melhorrastreio.com.br/rastreio/${encodeURIComponent(code)}`;
}
