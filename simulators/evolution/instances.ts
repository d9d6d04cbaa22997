import { randomBytes, randomUUID } from "node:crypto";
import {
  asFields,
  asList,
  asText,
  json,
  parseJson,
  type Answer,
  type Fields,
  type Request,
  type Route,
} from "../server/exchange";
import { drawLikeQrCode } from "../server/picture";
import type { Surroundings } from "../server/simulator";
import { refuse } from "./errors";
import type { Events } from "./events";
import { API_KEY, type ConnectionState, type EvolutionState, type Instance, type Webhook } from "./state";

const EVENT_NAMES = /^[A-Z]+(_[A-Z]+)+$/;

/** The telephones: making, connecting, asking after and dropping them. Source: contracts/whatsapp.md §2.1. */
export class Instances {
  constructor(
    private readonly around: Surroundings<EvolutionState>,
    private readonly events: Events,
  ) {}

  routes(): Route[] {
    return [
      { method: "POST", pattern: "/instance/create", handle: (request) => this.#create(request) },
      { method: "GET", pattern: "/instance/fetchInstances", handle: (request) => this.#list(request) },
      { method: "GET", pattern: "/instance/connect/:instance", handle: (request) => this.#connect(request) },
      { method: "GET", pattern: "/instance/connectionState/:instance", handle: (request) => stateOf(this.of(request)) },
      { method: "POST", pattern: "/instance/restart/:instance", handle: (request) => this.#restart(request) },
      { method: "DELETE", pattern: "/instance/logout/:instance", handle: (request) => this.#logout(request) },
      { method: "DELETE", pattern: "/instance/delete/:instance", handle: (request) => this.#delete(request) },
      { method: "POST", pattern: "/webhook/set/:instance", handle: (request) => this.#setWebhook(request) },
      { method: "GET", pattern: "/webhook/find/:instance", handle: (request) => json(200, this.of(request).webhook) },
    ];
  }

  /** First whether it exists (404), then the key (401): the server's own order. */
  of(request: Request): Instance {
    const name = request.params.instance ?? "";
    const instance = this.around.state.instances.find((one) => one.name === name);
    if (instance === undefined) return refuse(404, [`The "${name}" instance does not exist`]);
    const key = request.headers.apikey;
    return key === API_KEY || key === instance.token ? instance : refuse(401, "Unauthorized");
  }

  /** A person holds the telephone to the screen, or away from it. */
  turn(instance: Instance, state: ConnectionState): void {
    instance.state = state;
    if (state !== "connecting") instance.qrCount = 0;
    if (state === "open") instance.number ??= "5531999990000";
    this.events.connection(instance);
  }

  /** The next code: they are shown one after the other until somebody scans one. */
  showCode(instance: Instance): Fields {
    if (instance.state !== "connecting") this.turn(instance, "connecting");
    instance.qrCount += 1;
    const code = codeOf(instance);
    this.events.tell(instance, "qrcode.updated", { qrcode: { instance: instance.name, ...code } });
    return { ...code, count: instance.qrCount };
  }

  #create(request: Request): Answer {
    const fields = asFields(parseJson(request.body));
    const name = asText(fields.instanceName) ?? "";
    if (this.around.state.instances.some((one) => one.name === name))
      return refuse(403, [`This name "${name}" is already in use.`]);
    if (request.headers.apikey !== API_KEY) return refuse(401, "Unauthorized");
    if (name === "") return refuse(400, [['instance requires property "instanceName"']]);
    const webhook = fields.webhook === undefined ? null : readWebhook(asFields(fields.webhook));
    const instance: Instance = {
      name,
      id: randomUUID(),
      token: asText(fields.token) ?? randomBytes(16).toString("hex").toUpperCase(),
      number: asText(fields.number) ?? null,
      state: "close",
      qrCount: 0,
      webhook,
    };
    this.around.state.instances.push(instance);
    const qrcode = fields.qrcode === true ? this.showCode(instance) : {};
    return json(201, {
      instance: {
        instanceName: name,
        instanceId: instance.id,
        integration: asText(fields.integration) ?? "WHATSAPP-BAILEYS",
        status: instance.state,
      },
      hash: instance.token,
      webhook: webhook ?? {},
      settings: { rejectCall: false, groupsIgnore: false, alwaysOnline: false, readMessages: false },
      qrcode,
    });
  }

  #list(request: Request): Answer {
    const key = request.headers.apikey;
    const wanted = request.query.get("instanceName");
    const visible = this.around.state.instances.filter(({ token }) => key === API_KEY || key === token);
    if (visible.length === 0 && key !== API_KEY) return refuse(401, "Unauthorized");
    return json(
      200,
      visible
        .filter(({ name }) => wanted === null || name === wanted)
        .map(({ name, id, state, number, token }) => ({
          ...{ id, name, connectionStatus: state, ownerJid: number === null ? null : `${number}@s.whatsapp.net` },
          ...{ profileName: "Loja Demo", profilePicUrl: null, integration: "WHATSAPP-BAILEYS", number, token },
        })),
    );
  }

  #connect(request: Request): Answer {
    const instance = this.of(request);
    const number = request.query.get("number");
    if (instance.state === "open") return stateOf(instance);
    if (number !== null && number !== "") instance.number = number;
    return json(200, this.showCode(instance));
  }

  #restart(request: Request): Answer {
    const instance = this.of(request);
    if (instance.state === "open") this.turn(instance, "open");
    else this.showCode(instance);
    return stateOf(instance);
  }

  #logout(request: Request): Answer {
    const instance = this.of(request);
    if (instance.state !== "open") return refuse(400, [`The "${instance.name}" instance is not connected`]);
    this.turn(instance, "close");
    return json(200, { status: "SUCCESS", error: false, response: { message: "Instance logged out" } });
  }

  #delete(request: Request): Answer {
    const instance = this.of(request);
    this.around.state.instances = this.around.state.instances.filter((one) => one !== instance);
    return json(200, { status: "SUCCESS", error: false, response: { message: "Instance deleted" } });
  }

  /** The body's fields stand inside `webhook`; the older flat form is refused. */
  #setWebhook(request: Request): Answer {
    const instance = this.of(request);
    const { webhook } = asFields(parseJson(request.body));
    if (webhook === undefined) return refuse(400, [['instance requires property "webhook"']]);
    instance.webhook = readWebhook(asFields(webhook));
    return json(201, instance.webhook);
  }
}

function stateOf({ name, state }: Instance): Answer {
  return json(200, { instance: { instanceName: name, state } });
}

function codeOf({ name, qrCount, number }: Instance): { pairingCode: string | null; code: string; base64: string } {
  const code = `2@${Buffer.from(`${name} ${qrCount}`).toString("base64")}`;
  return {
    pairingCode: number === null ? null : `SIM${String(qrCount).padStart(5, "0")}`,
    code,
    base64: `data:image/png;base64,${drawLikeQrCode(code)}`,
  };
}

function readWebhook(fields: Fields): Webhook {
  const url = asText(fields.url) ?? "";
  const events = asList(fields.events).map((event) => asText(event) ?? "");
  if (typeof fields.enabled !== "boolean") return refuse(400, [['instance.webhook requires property "enabled"']]);
  if (fields.enabled && !URL.canParse(url)) return refuse(400, ['Invalid "url" property']);
  const unknown = events.find((event) => !EVENT_NAMES.test(event));
  if (unknown !== undefined) return refuse(400, [[`instance.webhook.events is not one of enum values: ${unknown}`]]);
  const headers = Object.entries(asFields(fields.headers)).map(([name, value]) => [name, asText(value) ?? ""]);
  return {
    enabled: fields.enabled,
    url,
    headers: Object.fromEntries(headers) as Record<string, string>,
    byEvents: fields.byEvents === true,
    base64: fields.base64 === true,
    events,
  };
}
