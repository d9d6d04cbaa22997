import type { GrantState } from "../server/grants";
import type { Fields } from "../server/exchange";

/** A seller, with the application whose credentials a shop pastes. */
export interface Account {
  readonly collectorId: number;
  readonly nickname: string;
  readonly email: string;
  readonly accessToken: string;
  readonly publicKey: string;
  readonly clientId: string;
  readonly webhookSecret: string;
  /** What can be refunded from; null: always enough. */
  balanceCents: number | null;
}

export interface Preference {
  readonly id: string;
  readonly collectorId: number;
  readonly createdAt: number;
  readonly merchantOrderId: number;
  /** As it was sent, with what was changed since. */
  fields: Fields;
}

export const PAYMENT_STATUSES = [
  "pending",
  "in_process",
  "authorized",
  "approved",
  "in_mediation",
  "rejected",
  "cancelled",
  "refunded",
  "charged_back",
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export interface Refund {
  readonly id: number;
  readonly amountCents: number;
  readonly createdAt: number;
}

export interface Payment {
  readonly id: number;
  readonly collectorId: number;
  /** Null for one that was made without a checkout page. */
  readonly preferenceId: string | null;
  readonly merchantOrderId: number | null;
  readonly method: { readonly id: string; readonly type: "credit_card" | "bank_transfer" };
  readonly amountCents: number;
  /** What the preference asked for as `shipments.cost`: paid, but not part of `transaction_amount`. */
  readonly shippingCents: number;
  readonly installments: number;
  readonly description: string;
  readonly externalReference: string | null;
  readonly notificationUrl: string | null;
  readonly metadata: Fields;
  readonly payer: Fields;
  readonly createdAt: number;
  /** When an unpaid Pix or an unconfirmed payment is cancelled by itself. */
  readonly expiresAt: number;
  readonly isBinary: boolean;
  status: PaymentStatus;
  statusDetail: string;
  currency: string;
  approvedAt: number | null;
  updatedAt: number;
  refunds: Refund[];
}

export interface MercadoPagoState {
  accounts: Account[];
  preferences: Preference[];
  payments: Payment[];
  /** What was answered under an idempotency key, by seller, path and key. */
  answersByKey: Record<string, { readonly status: number; readonly body: string }>;
  grants: GrantState;
  lastId: number;
}

export const SHOP: Account = {
  collectorId: 44_444_444,
  nickname: "LOJADEMO",
  email: "vendas@lojademo.test",
  accessToken: "APP_USR-4444444400000001-112026-loja-demo-44444444",
  publicKey: "APP_USR-loja-demo-public",
  clientId: "4444444400000001",
  webhookSecret: "segredo-do-webhook-loja-demo",
  balanceCents: null,
};

/** Another seller, whose payments are none of the shop's business. */
export const OTHER_SHOP: Account = {
  collectorId: 55_555_555,
  nickname: "OUTRALOJA",
  email: "vendas@outraloja.test",
  accessToken: "APP_USR-5555555500000001-112026-outra-loja-55555555",
  publicKey: "APP_USR-outra-loja-public",
  clientId: "5555555500000001",
  webhookSecret: "segredo-do-webhook-outra-loja",
  balanceCents: null,
};

export const CLIENT_SECRET = "segredo-da-aplicacao-loja-demo";

export function freshState(): MercadoPagoState {
  return {
    accounts: [{ ...SHOP }, { ...OTHER_SHOP }],
    preferences: [],
    payments: [],
    answersByKey: {},
    grants: {
      applications: [{ clientId: SHOP.clientId, clientSecret: CLIENT_SECRET, redirectUris: [], acceptsLoopback: true }],
      codes: [],
      tokens: [],
    },
    lastId: 1_319_876_542,
  };
}

/** Numbers that no other thing of this seller's has. */
export function nextId(state: MercadoPagoState): number {
  state.lastId += 1;
  return state.lastId;
}
