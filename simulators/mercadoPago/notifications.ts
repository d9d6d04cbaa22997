import { createHmac, randomUUID } from "node:crypto";
import { isoInBrasilia } from "../server/instants";
import type { Surroundings } from "../server/simulator";
import type { Accounts } from "./accounts";
import { nextId, type MercadoPagoState, type Payment } from "./state";

/** What is unusual about the notices to come. */
export interface NotificationStyle {
  readonly signature: "valid" | "none" | "bad" | "stale";
  readonly ts: "ms" | "s";
}

/** A day: older than anybody who looks at `ts` would take. */
const STALE_MS = 86_400_000;

export interface SignedNews {
  readonly dataId: string;
  readonly requestId: string;
  readonly ts: string;
}

/** The value of `x-signature`. Source: contracts/mercado-pago.md §6.2. */
export function signNews(secret: string, { dataId, requestId, ts }: SignedNews): string {
  const manifest = `id:${dataId};request-id:${requestId};ts:${ts};`;
  return `ts=${ts},v1=${createHmac("sha256", secret).update(manifest).digest("hex")}`;
}

/** Tells whoever made a payment's link what became of it. Source: contracts/mercado-pago.md §6.1. */
export class Notifications {
  style: NotificationStyle = { signature: "valid", ts: "ms" };

  constructor(
    private readonly around: Surroundings<MercadoPagoState>,
    private readonly accounts: Accounts,
  ) {}

  tell(payment: Payment, action: "payment.created" | "payment.updated"): void {
    if (payment.notificationUrl === null) return;
    const url = new URL(payment.notificationUrl);
    const wantsWebhooksOnly = url.searchParams.get("source_news") === "webhooks";
    this.#sendWebhook(payment, url, action);
    if (!wantsWebhooksOnly) this.#sendLegacy(payment, url);
  }

  #sendWebhook(payment: Payment, address: URL, action: string): void {
    const { state, clock, webhooks } = this.around;
    const url = new URL(address);
    url.searchParams.set("data.id", String(payment.id));
    url.searchParams.set("type", "payment");
    const requestId = randomUUID();
    const body = {
      id: nextId(state),
      live_mode: true,
      type: "payment",
      date_created: new Date(clock.now()).toISOString().replace(/\.\d+/, ""),
      user_id: payment.collectorId,
      api_version: "v1",
      action,
      data: { id: String(payment.id) },
    };
    webhooks.send({
      url: url.href,
      headers: {
        "content-type": "application/json",
        "x-request-id": requestId,
        ...this.#signature(payment, requestId),
      },
      body: JSON.stringify(body),
      about: `${action} ${payment.id}`,
    });
  }

  #signature(payment: Payment, requestId: string): Record<string, string> {
    const { signature, ts: unit } = this.style;
    if (signature === "none") return {};
    const at = this.around.clock.now() - (signature === "stale" ? STALE_MS : 0);
    const ts = String(unit === "ms" ? at : Math.floor(at / 1000));
    const { webhookSecret } = this.accounts.byId(payment.collectorId);
    const secret = signature === "bad" ? `not ${webhookSecret}` : webhookSecret;
    return { "x-signature": signNews(secret, { dataId: String(payment.id), requestId, ts }) };
  }

  /** The older form, with a signature that nobody can check. */
  #sendLegacy(payment: Payment, address: URL): void {
    const topics = [
      ["payment", payment.id],
      ["merchant_order", payment.merchantOrderId],
    ] as const;
    for (const [topic, id] of topics) {
      if (id === null) continue;
      const url = new URL(address);
      url.searchParams.set("topic", topic);
      url.searchParams.set("id", String(id));
      const resource = `${this.around.ownUrl()}/${topic === "payment" ? "v1/payments" : "merchant_orders"}/${id}`;
      this.around.webhooks.send({
        url: url.href,
        headers: { "content-type": "application/json", "x-signature": `ts=0,v1=${"0".repeat(64)}` },
        body: JSON.stringify({ resource, topic }),
        about: `${topic} ${id} (${isoInBrasilia(payment.updatedAt)})`,
      });
    }
  }
}
