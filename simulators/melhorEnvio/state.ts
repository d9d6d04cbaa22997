import type { Fields } from "../server/exchange";
import type { GrantState } from "../server/grants";

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  balanceCents: number;
  reservedCents: number;
  debtsCents: number;
  /** What the seller lets buyers pay and wait more (or less) than the carriers say. */
  markup: { readonly cents: number; readonly days: number };
}

export const ORDER_STATUSES = [
  "pending",
  "released",
  "received",
  "posted",
  "delivered",
  "undelivered",
  "paused",
  "suspended",
  "canceled",
  "expired",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** One label, from the cart to the door. */
export interface Order {
  readonly id: string;
  readonly protocol: string;
  readonly account: string;
  /** The application it was made with: only that one hears of it. */
  readonly clientId: string;
  readonly serviceId: number;
  readonly priceCents: number;
  readonly discountCents: number;
  readonly deliveryDays: readonly [least: number, most: number];
  readonly sent: Fields;
  readonly volumes: readonly Fields[];
  readonly createdAt: number;
  status: OrderStatus;
  tracking: string | null;
  paidAt: number | null;
  generationAskedAt: number | null;
  generatedAt: number | null;
  receivedAt: number | null;
  postedAt: number | null;
  deliveredAt: number | null;
  canceledAt: number | null;
  expiredAt: number | null;
  /** When what was paid comes back to the wallet; null once it has, and where nothing is to. */
  refundDueAt: number | null;
  updatedAt: number;
}

/** A page where labels, or money for the wallet, are paid. */
export interface PaymentLink {
  readonly id: string;
  readonly account: string;
  readonly orders: readonly string[];
  readonly valueCents: number;
  readonly redirect: string | null;
  isPaid: boolean;
}

export interface MelhorEnvioState {
  accounts: Account[];
  orders: Order[];
  links: PaymentLink[];
  /** Where an application's notices go, registered in the panel. */
  webhooks: Record<string, string>;
  grants: GrantState;
  lastProtocol: number;
}

/** What Loja Demo is registered with. */
export const SHOP = {
  clientId: "3222",
  clientSecret: "segredo-melhor-envio-loja-demo",
  accessToken: "melhor-envio-loja-demo",
  account: "0000111",
} as const;

export const ALL_SCOPES = (
  "cart-read cart-write companies-read companies-write coupons-read coupons-write notifications-read orders-read " +
  "products-read products-write purchases-read shipping-calculate shipping-cancel shipping-checkout shipping-companies " +
  "shipping-generate shipping-preview shipping-print shipping-share shipping-tracking ecommerce-shipping " +
  "transactions-read users-read users-write webhooks-read webhooks-write"
).split(" ");

/** A token from the panel: no refresh, and good for longer than anybody waits. */
const PANEL_TOKEN = {
  accessToken: SHOP.accessToken,
  refreshToken: "",
  clientId: SHOP.clientId,
  account: SHOP.account,
  scope: ALL_SCOPES.join(" "),
  expiresAt: Number.MAX_SAFE_INTEGER,
  refreshExpiresAt: 0,
  isRefreshed: false,
  isRevoked: false,
};

export function freshState(): MelhorEnvioState {
  return {
    accounts: [
      {
        ...{ id: SHOP.account, name: "Loja Demo", email: "vendas@lojademo.test" },
        ...{ balanceCents: 25_000, reservedCents: 0, debtsCents: 0, markup: { cents: 150, days: 1 } },
      },
    ],
    orders: [],
    links: [],
    webhooks: {},
    grants: {
      applications: [
        { clientId: SHOP.clientId, clientSecret: SHOP.clientSecret, redirectUris: [], acceptsLoopback: true },
      ],
      codes: [],
      tokens: [{ ...PANEL_TOKEN }],
    },
    lastProtocol: 202_611_210_330,
  };
}
