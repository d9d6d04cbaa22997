import * as z from "zod/mini";
import { isOptOut } from "../../domain/messages";
import type { Instance, InstanceState } from "../../domain/messagesInstances";
import type { SendFailure } from "../../domain/messagesRetry";
import { sha256 } from "../../domain/sha256";
import { isSignedWith } from "../lib/signatures";
import type { Fetcher, ProviderRequest } from "./exchange";
import {
  converse,
  failed,
  failureOfStatus,
  parseJson,
  shownReason,
  withoutSlash,
  type Accepted,
  type Connection,
  type DeliveryStatus,
  type GatewayAnswer,
  type GatewayEvent,
  type MessagingGateway,
  type OutgoingText,
  type Reply,
  type WebhookHeaders,
  type WebhookReading,
} from "./messaging";

/**
 * Evolution API v2. Its ids, states and keys stop in this file: an instance's key stands in many of its answers and in
 * every notice, and nothing that is handed on holds it.
 *
 * Source: contracts/whatsapp.md §2.1.
 */

const SEND_TIMEOUT_MS = 20_000;
const ASK_TIMEOUT_MS = 10_000;
/** Our header on its notices. */
export const HOOK_HEADER = "x-hook-secret";

export interface EvolutionAccess {
  readonly baseUrl: string;
  /** The server's key, or the instance's own. */
  readonly apiKey: string;
  readonly instanceName: string;
  readonly fetcher: Fetcher;
}

export function evolutionGateway(access: EvolutionAccess): MessagingGateway {
  return {
    kind: "evolution",
    sendText: (message) => sendText(access, message),
    // It has no list to look in; its notice of a message that left tells, when it comes.
    askSent: () => Promise.resolve("cannot_say"),
    instances: () => readInstances(access),
    connect: () => connect(access),
    profilePicture: (phone) => readPicture(access, phone),
    // Its labels have ids that only the telephone knows.
    addLabel: () => Promise.resolve({ ok: true, value: "unsupported" }),
  };
}

const vSent = z.object({ key: z.object({ id: z.string() }) });

async function sendText(access: EvolutionAccess, { to, text }: OutgoingText): Promise<GatewayAnswer<Accepted>> {
  const body = { number: to, text, linkPreview: false };
  const sent = read(await post(access, onInstance("message/sendText", access), body), vSent);
  return sent.ok ? { ok: true, value: { providerId: sent.value.key.id, dialect: null } } : sent;
}

const vText = z.optional(z.nullable(z.string()));
const vListed = z.array(z.object({ name: z.string(), connectionStatus: vText, number: vText, ownerJid: vText }));

async function readInstances(access: EvolutionAccess): Promise<GatewayAnswer<Instance[]>> {
  const path = `/instance/fetchInstances?instanceName=${encodeURIComponent(access.instanceName)}`;
  const listed = read(await ask(access, path), vListed);
  if (!listed.ok) return listed;
  const own = listed.value.filter(({ name }) => name === access.instanceName);
  if (own.length === 0) return failed("unknown_route", `A instância "${access.instanceName}" não existe`);
  return {
    ok: true,
    value: own.map(({ name, connectionStatus, number, ownerJid }) => ({
      name,
      number: digitsOf(number) ?? digitsOf(ownerJid),
      state: stateOf(connectionStatus),
    })),
  };
}

function digitsOf(id: string | null | undefined): string | null {
  const digits = (id ?? "").replace(/[@:].*$/, "").replace(/\D/g, "");
  return digits === "" ? null : digits;
}

const STATES: Readonly<Record<string, InstanceState | undefined>> = {
  ...{ open: "online", connecting: "qr_code", close: "offline", refused: "auth_failure" },
};

function stateOf(word: string | null | undefined): InstanceState {
  return STATES[word ?? ""] ?? "unknown";
}

const vCode = z.object({ pairingCode: vText, base64: vText });
const vState = z.object({ instance: z.object({ state: z.string() }) });

async function connect(access: EvolutionAccess): Promise<GatewayAnswer<Connection>> {
  const reply = await ask(access, onInstance("instance/connect", access));
  const open = read(reply, vState);
  if (open.ok) return { ok: true, value: connected(open.value.instance.state) };
  const code = read(reply, vCode);
  return code.ok ? { ok: true, value: toConnection(code.value) } : code;
}

function connected(word: string): Connection {
  return { state: stateOf(word), qrImage: null, pairingCode: null };
}

function toConnection({ base64, pairingCode }: z.infer<typeof vCode>): Connection {
  return { state: "qr_code", qrImage: imageOf(base64), pairingCode: pairingCode ?? null };
}

/** It is shown as a picture: nothing else may become one. */
function imageOf(base64: string | null | undefined): string | null {
  if (base64 === null || base64 === undefined || base64 === "") return null;
  const address = base64.startsWith("data:") ? base64 : `data:image/png;base64,${base64}`;
  return /^data:image\/png;base64,[A-Za-z0-9+/=]+$/.test(address) ? address : null;
}

/** How the instance stands, asked of it alone. */
export async function readConnectionState(access: EvolutionAccess): Promise<GatewayAnswer<InstanceState>> {
  const said = read(await ask(access, onInstance("instance/connectionState", access)), vState);
  return said.ok ? { ok: true, value: stateOf(said.value.instance.state) } : said;
}

/** Has the instance begin anew, without dropping the telephone. */
export async function restartInstance(access: EvolutionAccess): Promise<GatewayAnswer<null>> {
  return nothingOf(read(await post(access, onInstance("instance/restart", access), {}), z.unknown()));
}

const vPicture = z.object({ profilePictureUrl: vText });

async function readPicture(access: EvolutionAccess, phone: string): Promise<GatewayAnswer<string | null>> {
  const reply = await post(access, onInstance("chat/fetchProfilePictureUrl", access), { number: phone });
  const picture = read(reply, vPicture);
  if (!picture.ok) return picture;
  const url = picture.value.profilePictureUrl ?? null;
  return { ok: true, value: url !== null && /^https?:\/\/\S+$/.test(url) ? url : null };
}

const vNumbers = z.array(z.object({ exists: z.boolean(), number: z.string() }));

/** Which of these phones have WhatsApp; those that the answer leaves out are not in the list. */
export async function findNumbers(
  access: EvolutionAccess,
  phones: readonly string[],
): Promise<GatewayAnswer<{ readonly phone: string; readonly exists: boolean }[]>> {
  const found = read(await post(access, onInstance("chat/whatsappNumbers", access), { numbers: phones }), vNumbers);
  if (!found.ok) return found;
  return { ok: true, value: found.value.map(({ number, exists }) => ({ phone: number, exists })) };
}

export interface Hook {
  readonly url: string;
  readonly secret: string;
}

const HOOK_EVENTS = ["MESSAGES_UPSERT", "MESSAGES_UPDATE", "CONNECTION_UPDATE", "QRCODE_UPDATED", "SEND_MESSAGE"];

function hookBody({ url, secret }: Hook): object {
  return {
    enabled: true,
    url,
    byEvents: false,
    base64: false,
    headers: { [HOOK_HEADER]: secret },
    events: HOOK_EVENTS,
  };
}

/** Makes the instance; one that is there already stays as it is. Takes the server's key. */
export async function createInstance(
  access: EvolutionAccess,
  { number, hook }: { readonly number: string | null; readonly hook: Hook | null },
): Promise<GatewayAnswer<"created" | "exists">> {
  const reply = await post(access, "/instance/create", {
    instanceName: access.instanceName,
    integration: "WHATSAPP-BAILEYS",
    qrcode: true,
    ...(number === null ? {} : { number }),
    ...(hook === null ? {} : { webhook: hookBody(hook) }),
  });
  if (reply.kind === "answered" && reply.status === 403 && IN_USE.test(reply.text))
    return { ok: true, value: "exists" };
  const made = read(reply, z.object({ instance: z.object({ instanceName: z.string() }) }));
  return made.ok ? { ok: true, value: "created" } : made;
}

const IN_USE = /already in use/i;

/** Where the instance tells its news, and with which secret. */
export async function setHook(access: EvolutionAccess, hook: Hook): Promise<GatewayAnswer<null>> {
  const reply = await post(access, onInstance("webhook/set", access), { webhook: hookBody(hook) });
  return nothingOf(read(reply, z.unknown()));
}

/** The address that the instance tells its news to; null where it tells nobody. */
export async function readHookUrl(access: EvolutionAccess): Promise<GatewayAnswer<string | null>> {
  const vHook = z.nullable(z.object({ enabled: z.boolean(), url: z.string() }));
  const hook = read(await ask(access, onInstance("webhook/find", access)), vHook);
  if (!hook.ok) return hook;
  return { ok: true, value: hook.value?.enabled === true ? hook.value.url : null };
}

function nothingOf(answer: GatewayAnswer<unknown>): GatewayAnswer<null> {
  return answer.ok ? { ok: true, value: null } : answer;
}

function onInstance(call: string, { instanceName }: EvolutionAccess): string {
  return `/${call}/${encodeURIComponent(instanceName)}`;
}

async function post({ baseUrl, apiKey, fetcher }: EvolutionAccess, path: string, body: object): Promise<Reply> {
  const request: ProviderRequest = {
    method: "POST",
    url: withoutSlash(baseUrl) + path,
    headers: { Accept: "application/json", "Content-Type": "application/json", apikey: apiKey },
    body: JSON.stringify(body),
    timeoutMs: SEND_TIMEOUT_MS,
  };
  return await converse(fetcher, request, { isQuestion: false });
}

async function ask({ baseUrl, apiKey, fetcher }: EvolutionAccess, path: string): Promise<Reply> {
  const request: ProviderRequest = {
    method: "GET",
    url: withoutSlash(baseUrl) + path,
    headers: { Accept: "application/json", apikey: apiKey },
    timeoutMs: ASK_TIMEOUT_MS,
  };
  return await converse(fetcher, request, { isQuestion: true });
}

function read<Shape>(reply: Reply, shape: z.ZodMiniType<Shape>): GatewayAnswer<Shape> {
  if (reply.kind === "lost") return failed("lost");
  const { status, json } = reply;
  if (status < 200 || status >= 300) return refusalOf(status, json);
  const shaped = shape.safeParse(json);
  return shaped.success ? { ok: true, value: shaped.data } : failed("nonsense");
}

const vError = z.object({
  error: z.optional(z.unknown()),
  response: z.optional(z.nullable(z.object({ message: z.optional(z.unknown()) }))),
});
const vMissing = z.array(z.object({ exists: z.literal(false) }));

function refusalOf(status: number, json: unknown) {
  const error = vError.safeParse(json);
  const message = error.data?.response?.message;
  if (vMissing.safeParse(message).success) return failed("no_such_number", "O número não tem WhatsApp");
  const words = firstWords(message) ?? firstWords(error.data?.error);
  return failed(failureOf(status, words), shownReason(words) ?? `HTTP ${status}`);
}

function failureOf(status: number, words: string | null): SendFailure {
  const failure = failureOfStatus(status);
  const couldBeTelephone = failure === "server_error" || failure === "refused";
  return couldBeTelephone && /connection closed|not connected/i.test(words ?? "") ? "instance_down" : failure;
}

/** Its sentences stand in lists within lists. */
function firstWords(message: unknown): string | null {
  if (typeof message === "string") return message;
  if (!Array.isArray(message)) return null;
  for (const part of message) {
    const words = firstWords(part);
    if (words !== null) return words;
  }
  return null;
}

const vNotice = z.object({ event: z.string(), instance: z.string(), data: z.unknown() });

/**
 * A notice of the server. It bears our secret in a header, or a token signed with it where the operator has set
 * `jwt_key`. What is not looked for, the instance's key among it, is dropped here.
 */
export async function parseEvolutionWebhook(
  secret: string,
  headers: WebhookHeaders,
  rawBody: string,
  now: number,
): Promise<WebhookReading> {
  const given = headers[HOOK_HEADER];
  const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1];
  if (given === undefined && token === undefined) return { ok: false, problem: "unsigned" };
  const isGenuine = given !== undefined ? isSame(given, secret) : await isTokenOf(secret, token ?? "", now);
  if (secret === "" || !isGenuine) return { ok: false, problem: "badly_signed" };
  const notice = vNotice.safeParse(parseJson(rawBody));
  if (!notice.success) return { ok: false, problem: "malformed" };
  return { ok: true, events: toEvents(notice.data) };
}

/** By their digests: how long a comparison of those takes says nothing about the secret. */
function isSame(given: string, secret: string): boolean {
  return sha256(given) === sha256(secret);
}

const vHeader = z.object({ alg: z.literal("HS256") });
const vClaims = z.object({ exp: z.number() });

async function isTokenOf(secret: string, token: string, now: number): Promise<boolean> {
  const [head = "", body = "", signature = ""] = token.split(".");
  if (!vHeader.safeParse(parseJson(fromBase64Url(head))).success) return false;
  const claims = vClaims.safeParse(parseJson(fromBase64Url(body)));
  if (!claims.success || claims.data.exp * 1000 <= now) return false;
  const hex = [...fromBase64Url(signature)].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
  return secret !== "" && (await isSignedWith(secret, `${head}.${body}`, hex));
}

/** Empty for what is none. */
function fromBase64Url(text: string): string {
  return /^[\w-]+$/.test(text) && text.length % 4 !== 1 ? atob(text.replace(/-/g, "+").replace(/_/g, "/")) : "";
}

const vKey = z.object({ remoteJid: z.string(), fromMe: z.boolean(), id: z.string(), participant: vText });
const vTexts = z.optional(
  z.nullable(
    z.object({
      conversation: vText,
      extendedTextMessage: z.optional(z.nullable(z.object({ text: vText }))),
    }),
  ),
);
const vMessage = z.object({ key: vKey, message: vTexts });
const vUpdate = z.object({ keyId: z.string(), status: z.string(), fromMe: z.optional(z.boolean()) });
const vConnection = z.object({ state: z.string(), wuid: vText });
const vQr = z.object({ qrcode: vCode });

/** None for what we do not look for. */
function toEvents({ event, instance, data }: z.infer<typeof vNotice>): GatewayEvent[] {
  switch (event) {
    case "messages.upsert":
    case "send.message": {
      const message = vMessage.safeParse(data);
      return message.success ? [toMessageEvent(message.data)] : [];
    }
    case "messages.update": {
      const update = vUpdate.safeParse(data);
      const status = update.success ? STATUSES[update.data.status] : undefined;
      if (!update.success || status === undefined || update.data.fromMe === false) return [];
      return [{ kind: "delivery", providerId: update.data.keyId, status }];
    }
    case "connection.update": {
      const news = vConnection.safeParse(data);
      if (!news.success) return [];
      const { state, wuid } = news.data;
      return [{ kind: "instance", instance: { name: instance, number: digitsOf(wuid), state: stateOf(state) } }];
    }
    case "qrcode.updated": {
      const news = vQr.safeParse(data);
      if (!news.success) return [];
      return [{ kind: "qr", instanceName: instance, connection: toConnection(news.data.qrcode) }];
    }
    default:
      return [];
  }
}

const GROUP = /@g\.us$/;

function toMessageEvent({ key, message }: z.infer<typeof vMessage>): GatewayEvent {
  const text = message?.conversation ?? message?.extendedTextMessage?.text ?? "";
  if (key.fromMe) return { kind: "left", providerId: key.id, to: key.remoteJid, text };
  const isGroup = GROUP.test(key.remoteJid);
  return {
    kind: "received",
    from: isGroup ? (key.participant ?? "") : key.remoteJid,
    isOptOut: isOptOut(text),
    group: isGroup ? key.remoteJid : null,
  };
}

const STATUSES: Readonly<Record<string, DeliveryStatus | undefined>> = {
  ...{ SERVER_ACK: "sent", DELIVERY_ACK: "delivered", READ: "read", PLAYED: "read", ERROR: "failed" },
};
