import { createHmac, randomUUID } from "node:crypto";
import type { Surroundings } from "../server/simulator";
import { SHOP, type BlingState } from "./state";

/** Source: contracts/bling.md §6. */
export class Notices {
  constructor(private readonly around: Surroundings<BlingState>) {}

  tell(event: "order.created" | "order.updated" | "stock.updated", data: object): void {
    const { webhookUrl } = this.around.state;
    if (webhookUrl === null) return;
    const date = new Date(this.around.clock.now()).toISOString();
    const body = JSON.stringify({ eventId: randomUUID(), date, version: "v1", event, companyId: SHOP.account, data });
    this.around.webhooks.send({
      url: webhookUrl,
      headers: { "content-type": "application/json", "x-bling-signature-256": `sha256=${signBody(body)}` },
      body,
      about: event,
    });
  }
}

function signBody(body: string): string {
  return createHmac("sha256", SHOP.clientSecret).update(body).digest("hex");
}
