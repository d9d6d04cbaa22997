/** Contract: contracts/whatsapp.md Part 1. Field names are the gateway's own. */

export const INSTANCE_STATES = ["online", "qr_code", "authenticated", "offline", "auth_failure"] as const;

export interface Instance {
  nome: string;
  numero: string | null;
  /** One of the known words, or any other. */
  status: string;
}

export interface SentMessage {
  readonly id: string;
  readonly number: string;
  readonly text: string;
  /** Which address it came in by. */
  readonly route: string;
  readonly at: number;
  status: string;
}

/** Gateways of this family differ; a test says which one this is. */
export interface Dialect {
  /** Which of `/send-message` and `/send` exist. */
  routes: readonly string[];
  /** How the recipient's field may be called. */
  fields: readonly string[];
  /** Whether a success has a body. */
  answersWithBody: boolean;
  /** Our extension: a bearer token and an idempotency key are demanded and honoured. */
  isStrict: boolean;
}

export interface GatewayState {
  instances: Instance[];
  messages: SentMessage[];
  labels: { readonly phone: string; readonly label: string }[];
  logs: { readonly at: number; readonly text: string }[];
  /** What the gateway would read of the shop's orders by itself. */
  orders: { readonly phone: string; readonly isPaid: boolean }[];
  missing: string[];
  dialect: Dialect;
  answersByKey: Record<string, { readonly status: number; readonly body: string }>;
  webhook: { readonly url: string; readonly secret: string } | null;
}

export const TOKEN = "gateway-loja-demo";
/** What Loja Demo has its notices signed with. */
export const WEBHOOK_SECRET = "segredo-do-webhook-whatsapp-loja-demo";
export const BROADCAST_KEY = "whatsapp-broadcast-key";

export function freshState(): GatewayState {
  return {
    instances: [{ nome: "Instancia 1", numero: "5531999990000", status: "online" }],
    messages: [],
    labels: [],
    logs: [],
    orders: [],
    missing: [],
    dialect: {
      routes: ["/send-message", "/send"],
      fields: ["number", "to"],
      answersWithBody: true,
      isStrict: false,
    },
    answersByKey: {},
    webhook: null,
  };
}
