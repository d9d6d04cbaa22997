import { randomBytes } from "node:crypto";
import { asFields, asList, asText, json, parseJson, type Answer, type Request, type Route } from "../server/exchange";
import type { Surroundings } from "../server/simulator";
import { hasAccount, jidOf } from "../messaging/numbers";
import { refuse } from "./errors";
import type { Events } from "./events";
import type { Instances } from "./instances";
import type { EvolutionState, Instance, SentText } from "./state";

const ID_BYTES = 8;
/** How long after sending the other telephone has it, and its owner reads it. */
const SERVER_MS = 500;
const DELIVERED_MS = 2_000;

/** Sending, and asking after numbers. Source: contracts/whatsapp.md §2.1. */
export class Messages {
  constructor(
    private readonly around: Surroundings<EvolutionState>,
    private readonly instances: Instances,
    private readonly events: Events,
  ) {}

  routes(): Route[] {
    return [
      { method: "POST", pattern: "/message/sendText/:instance", handle: (request) => this.#sendText(request) },
      { method: "POST", pattern: "/chat/whatsappNumbers/:instance", handle: (request) => this.#numbers(request) },
      {
        method: "POST",
        pattern: "/chat/fetchProfilePictureUrl/:instance",
        handle: (request) => this.#picture(request),
      },
      { method: "POST", pattern: "/label/handleLabel/:instance", handle: (request) => this.#label(request) },
      { method: "GET", pattern: "/pictures/:file", handle: ({ params }) => picture(params.file ?? "") },
    ];
  }

  /** Somebody writes to the shop. */
  incoming(instance: Instance, from: string, text: string, group: string | null): void {
    const jid = jidOf(from);
    const key = {
      ...{ remoteJid: group ?? jid, fromMe: false, id: newId() },
      ...(group === null ? {} : { participant: jid }),
    };
    this.events.tell(instance, "messages.upsert", {
      ...{ key, pushName: "Maria", message: { conversation: text }, messageType: "conversation" },
      messageTimestamp: Math.floor(this.around.clock.now() / 1000),
    });
  }

  /** @returns later when the caller wants it to look typed */
  async #sendText(request: Request): Promise<Answer> {
    const instance = this.instances.of(request);
    const fields = asFields(parseJson(request.body));
    const number = asText(fields.number);
    const text = asText(fields.text);
    if (!number) return refuse(400, [['instance requires property "number"']]);
    if (!text) return refuse(400, [['instance requires property "text"']]);
    if (typeof fields.delay === "number" && fields.delay > 0) await this.#typing(fields.delay);
    if (instance.state !== "open") return refuse(500, "Connection Closed");
    const remoteJid = jidOf(number);
    if (!hasAccount(number, this.around.state.missing)) return refuse(400, [{ exists: false, jid: remoteJid, number }]);
    const message = this.#keep(instance, number, remoteJid, text);
    return json(201, {
      key: { remoteJid, fromMe: true, id: message.id },
      pushName: "",
      status: "PENDING",
      message: { conversation: text },
      messageType: "conversation",
      messageTimestamp: Math.floor(message.at / 1000),
      instanceId: instance.id,
      source: "web",
    });
  }

  #keep(instance: Instance, number: string, remoteJid: string, text: string): SentText {
    const { state, clock } = this.around;
    const message = {
      id: newId(),
      instance: instance.name,
      number,
      remoteJid,
      text,
      at: clock.now(),
      status: "PENDING",
    };
    state.messages.push(message);
    this.events.tell(instance, "send.message", {
      ...{ key: { remoteJid, fromMe: true, id: message.id }, status: "PENDING", message: { conversation: text } },
      ...{ messageType: "conversation", messageTimestamp: Math.floor(message.at / 1000), instanceId: instance.id },
    });
    clock.after(SERVER_MS, () => this.events.update(instance, message, "SERVER_ACK"));
    clock.after(DELIVERED_MS, () => this.events.update(instance, message, "DELIVERY_ACK"));
    return message;
  }

  #typing(ms: number): Promise<void> {
    return new Promise((resolve) => void this.around.clock.after(ms, resolve));
  }

  #numbers(request: Request): Answer {
    this.#connected(request);
    const numbers = asList(asFields(parseJson(request.body)).numbers).map((number) => asText(number) ?? "");
    if (numbers.length === 0) return refuse(400, [['instance requires property "numbers"']]);
    return json(
      200,
      numbers.map((number) => ({ jid: jidOf(number), exists: hasAccount(number, this.around.state.missing), number })),
    );
  }

  #picture(request: Request): Answer {
    this.#connected(request);
    const number = asText(asFields(parseJson(request.body)).number) ?? "";
    if (number === "") return refuse(400, [['instance requires property "number"']]);
    const isHidden =
      this.around.state.hiddenPictures.includes(number) || !hasAccount(number, this.around.state.missing);
    const url = `${this.around.ownUrl()}/pictures/${number}.svg`;
    return json(200, { wuid: jidOf(number), profilePictureUrl: isHidden ? null : url });
  }

  #label(request: Request): Answer {
    const instance = this.instances.of(request);
    const { number, labelId, action } = asFields(parseJson(request.body));
    if (!asText(number) || !asText(labelId)) return refuse(400, [['instance requires property "labelId"']]);
    if (action === "add")
      this.around.state.labels.push({
        instance: instance.name,
        number: asText(number) ?? "",
        labelId: asText(labelId) ?? "",
      });
    return json(200, { numberJid: jidOf(asText(number) ?? ""), labelId, [action === "add" ? "add" : "remove"]: true });
  }

  #connected(request: Request): Instance {
    const instance = this.instances.of(request);
    return instance.state === "open" ? instance : refuse(500, "Connection Closed");
  }
}

function newId(): string {
  return `3EB0${randomBytes(ID_BYTES).toString("hex").toUpperCase()}`;
}

const HUES = 360;

/** A face for each number: a coloured circle. */
function picture(file: string): Answer {
  const hue = [...file].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % HUES;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="hsl(${hue} 45% 80%)"/><circle cx="48" cy="38" r="16" fill="hsl(${hue} 45% 40%)"/><circle cx="48" cy="92" r="32" fill="hsl(${hue} 45% 40%)"/></svg>`;
  return { status: 200, headers: { "content-type": "image/svg+xml" }, body: svg };
}
