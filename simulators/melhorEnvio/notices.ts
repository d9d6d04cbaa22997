import { createHmac } from "node:crypto";
import { asFields, asList, type Fields } from "../server/exchange";
import { isoWithOffset } from "../server/instants";
import type { Surroundings } from "../server/simulator";
import type { MelhorEnvioState, Order } from "./state";

export const EVENTS = [
  "order.created",
  "order.pending",
  "order.released",
  "order.generated",
  "order.received",
  "order.posted",
  "order.delivered",
  "order.cancelled",
  "order.undelivered",
  "order.paused",
  "order.suspended",
] as const;
export type OrderEvent = (typeof EVENTS)[number];

/** The value of `x-me-signature`. Source: contracts/melhor-envio.md §7. */
export function signBody(clientSecret: string, body: string): string {
  return createHmac("sha256", clientSecret).update(body).digest("base64");
}

/** Tells the application with which a label was made what happened to it. Source: contracts/melhor-envio.md §7. */
export class Notices {
  /** Whether notices carry a signature, and a right one. */
  signature: "valid" | "none" | "bad" = "valid";

  constructor(private readonly around: Surroundings<MelhorEnvioState>) {}

  tell(order: Order, event: OrderEvent): void {
    this.send(order.clientId, { event, data: noticeView(order) }, `${event} ${order.id}`);
  }

  /** Also what is no order's: the call that an address is registered with. */
  send(clientId: string, content: object, about: string): void {
    const url = this.around.state.webhooks[clientId];
    if (url === undefined) return;
    const body = JSON.stringify(content);
    const headers = {
      "user-agent": "Melhor Envio Webhooks/1.0",
      "content-type": "application/json",
      ...this.signed(clientId, body),
    };
    this.around.webhooks.send({ url, headers, body, about });
  }

  signed(clientId: string, body: string): Record<string, string> {
    if (this.signature === "none") return {};
    const application = this.around.state.grants.applications.find((one) => one.clientId === clientId);
    const secret = `${this.signature === "bad" ? "not " : ""}${application?.clientSecret ?? ""}`;
    return { "x-me-signature": signBody(secret, body) };
  }
}

const iso = (at: number | null): string | null => (at === null ? null : isoWithOffset(at));

function noticeView(order: Order): Fields {
  return {
    id: order.id,
    protocol: order.protocol,
    // Of the order, not of the event: a label that was just generated still reads `released`.
    status: order.status,
    tracking: order.tracking,
    self_tracking: null,
    user_id: order.account,
    tags: asList(asFields(order.sent.options).tags),
    created_at: iso(order.createdAt),
    paid_at: iso(order.paidAt),
    generated_at: iso(order.generatedAt),
    posted_at: iso(order.postedAt),
    delivered_at: iso(order.deliveredAt),
    canceled_at: iso(order.canceledAt),
    expired_at: iso(order.expiredAt),
    tracking_url: order.tracking === null ? null : `https://www.melhorrastreio.com.br/rastreio/${order.tracking}`,
  };
}
