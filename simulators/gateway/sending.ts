import { randomBytes, createHmac } from "node:crypto";
import { json, Refused, type Answer } from "../server/exchange";
import type { Surroundings } from "../server/simulator";
import { hasAccount } from "../messaging/numbers";
import type { GatewayState, SentMessage } from "./state";

export function gatewayError(status: number, error: string): Answer {
  return json(status, { error });
}

const ID_BYTES = 9;
const DELIVERED_MS = 2_000;

/** What goes out, and what whoever listens is told of it. */
export class Sending {
  constructor(private readonly around: Surroundings<GatewayState>) {}

  /** Refused where no telephone is online, and for numbers without an account. */
  send(number: string, text: string, route: string): SentMessage {
    const { state, clock } = this.around;
    if (!state.instances.some(({ status }) => status === "online"))
      throw new Refused(gatewayError(503, "Nenhuma instância online"));
    const digits = number.replace(/\D/g, "");
    if (!hasAccount(digits, state.missing))
      throw new Refused(gatewayError(400, `O número ${digits} não existe no WhatsApp`));
    const id = `true_${digits}@c.us_3EB0${randomBytes(ID_BYTES).toString("hex").toUpperCase()}`;
    const message: SentMessage = { id, number: digits, text, route, at: clock.now(), status: "sent" };
    state.messages.push(message);
    this.log(`enviada para ${digits} por ${route}`);
    this.tell({ event: "message.status", data: { id, number: digits, status: "sent" } });
    clock.after(DELIVERED_MS, () => this.turn(message, "delivered"));
    return message;
  }

  turn(message: SentMessage, status: string): void {
    message.status = status;
    this.tell({ event: "message.status", data: { id: message.id, number: message.number, status } });
  }

  /** In a broadcast one number that fails stops nobody else's. */
  trySend(number: string, text: string, route: string): void {
    try {
      this.send(number, text, route);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.log(`falhou para ${number} por ${route}`);
    }
  }

  log(text: string): void {
    this.around.state.logs.push({ at: this.around.clock.now(), text });
  }

  /**
   * Our definition, for the specification describes none: a POST whose `x-signature` is `sha256=` and the HMAC of the
   * raw body with the company's secret, in hex.
   */
  tell(content: { readonly event: string; readonly data: object }): void {
    const { webhook } = this.around.state;
    if (webhook === null) return;
    const body = JSON.stringify({ ...content, at: new Date(this.around.clock.now()).toISOString() });
    const signature = createHmac("sha256", webhook.secret).update(body).digest("hex");
    const headers = { "content-type": "application/json", "x-signature": `sha256=${signature}` };
    this.around.webhooks.send({ url: webhook.url, headers, body, about: content.event });
  }
}
