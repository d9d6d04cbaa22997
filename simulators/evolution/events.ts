import { createHmac } from "node:crypto";
import type { Surroundings } from "../server/simulator";
import type { EvolutionState, Instance, SentText } from "./state";

export type EventName = "messages.upsert" | "messages.update" | "connection.update" | "qrcode.updated" | "send.message";

const JWT_LIFE_SECONDS = 600;

/** Tells an instance's webhook what happened, if it asked for that kind of event. Source: contracts/whatsapp.md §2.1. */
export class Events {
  constructor(private readonly around: Surroundings<EvolutionState>) {}

  tell(instance: Instance, event: EventName, data: object): void {
    const { webhook } = instance;
    const subscription = event.replaceAll(/[.-]/g, "_").toUpperCase();
    if (webhook === null || !webhook.enabled || !webhook.events.includes(subscription)) return;
    const path = webhook.byEvents ? `/${event.replaceAll(".", "-")}` : "";
    const body = JSON.stringify({
      event,
      instance: instance.name,
      data,
      destination: webhook.url,
      date_time: new Date(this.around.clock.now()).toISOString(),
      sender: instance.number === null ? null : `${instance.number}@s.whatsapp.net`,
      server_url: this.around.ownUrl(),
      // It does send the key along: whoever keeps such a body keeps a secret.
      apikey: instance.token,
    });
    this.around.webhooks.send({
      url: `${webhook.url.replace(/\/$/, "")}${path}`,
      headers: { "content-type": "application/json", ...this.#headersOf(webhook.headers) },
      body,
      about: `${event} ${instance.name}`,
    });
  }

  update(instance: Instance, message: SentText, status: string): void {
    message.status = status;
    const { id, remoteJid } = message;
    this.tell(instance, "messages.update", {
      ...{ messageId: id, keyId: id, remoteJid, fromMe: true, status, instanceId: instance.id },
    });
  }

  connection(instance: Instance): void {
    const isOpen = instance.state === "open";
    this.tell(instance, "connection.update", {
      ...{ instance: instance.name, state: instance.state, statusReason: isOpen ? 200 : 401 },
      ...(isOpen ? { wuid: `${instance.number ?? ""}@s.whatsapp.net`, profileName: "Loja Demo" } : {}),
    });
  }

  /** The header `jwt_key` is not sent: it makes a bearer token signed with it. */
  #headersOf(headers: Readonly<Record<string, string>>): Record<string, string> {
    const { jwt_key: key, ...plain } = headers;
    return key === undefined ? plain : { ...plain, authorization: `Bearer ${this.#token(key)}` };
  }

  #token(key: string): string {
    const issuedAt = Math.floor(this.around.clock.now() / 1000);
    const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
    const claims = { iat: issuedAt, exp: issuedAt + JWT_LIFE_SECONDS, app: "evolution", action: "webhook" };
    const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
    return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
  }
}
