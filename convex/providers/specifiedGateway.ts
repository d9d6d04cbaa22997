import * as z from "zod/mini";
import { isOptOut } from "../../domain/messages";
import { instanceStateOf, isSamePhone, type Instance } from "../../domain/messagesInstances";
import type { SendFailure, SentAnswer } from "../../domain/messagesRetry";
import { toDecimalString, type Cents } from "../../domain/money";
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
  type DeliveryStatus,
  type GatewayAnswer,
  type GatewayEvent,
  type MessagingGateway,
  type OutgoingText,
  type Reply,
  type SentQuestion,
  type WebhookHeaders,
  type WebhookReading,
} from "./messaging";

/**
 * The gateway of the specification: a small program at the seller's computer. Its words and its reais stop in this file.
 *
 * Source: specification §7 "Messaging service"; contracts/whatsapp.md Part 1.
 */

const SEND_TIMEOUT_MS = 20_000;
const ASK_TIMEOUT_MS = 8_000;

export interface SpecifiedGatewayAccess {
  readonly baseUrl: string;
  /** Our extension; null for the gateway that asks for none. */
  readonly token: string | null;
  /** How it was spoken to when that last went well; null when it is not known yet. */
  readonly dialect: string | null;
  readonly fetcher: Fetcher;
}

export function specifiedGateway(access: SpecifiedGatewayAccess): MessagingGateway {
  return {
    kind: "specified",
    sendText: (message) => sendText(access, message),
    askSent: (question) => askSent(access, question),
    instances: () => readInstances(access),
    // It shows its code on the seller's own screen, and knows no pictures.
    connect: () => Promise.resolve({ ok: true, value: null }),
    profilePicture: () => Promise.resolve({ ok: true, value: null }),
    addLabel: async (phone, label) => {
      const answer = await callRoute(access, { route: "/add-label", body: { phone, label } });
      if (answer.ok) return { ok: true, value: "done" };
      return answer.failure === "unknown_route" ? { ok: true, value: "unsupported" } : answer;
    },
  };
}

/** Where messages are given to it, and by which name it takes the recipient, in the order in which they are tried. */
const DIALECTS = ["/send-message number", "/send-message to", "/send to", "/send number"] as const;
type Dialect = (typeof DIALECTS)[number];

async function sendText(
  access: SpecifiedGatewayAccess,
  { to, text, key }: OutgoingText,
): Promise<GatewayAnswer<Accepted>> {
  const missing = new Set<string>();
  let last: GatewayAnswer<Accepted> = failed("unknown_route");
  for (const dialect of dialectsFrom(access.dialect)) {
    const [route = "", field = ""] = dialect.split(" ");
    if (missing.has(route)) continue;
    const reply = await post(access, route, { [field]: to, message: text }, key);
    const answer = readReply(reply);
    if (answer.ok) return { ok: true, value: { providerId: answer.value.id, dialect } };
    last = answer;
    // Only what surely was not understood is said in other words: after anything else the message may have left.
    if (answer.failure === "unknown_route") missing.add(route);
    else if (!isFieldMissing(reply, answer.reason)) return answer;
  }
  return last;
}

/** The one that is remembered first; a gateway may have been exchanged since. */
function dialectsFrom(remembered: string | null): readonly Dialect[] {
  const known = DIALECTS.find((dialect) => dialect === remembered);
  return known === undefined ? DIALECTS : [known, ...DIALECTS.filter((dialect) => dialect !== known)];
}

const MISSING = /obrigat[oó]ri|required|missing|faltando|ausente/i;
const RECIPIENT = /\b(number|to|n[uú]mero|phone|telefone|destinat[aá]rio)\b/i;

function isFieldMissing(reply: Reply, reason: string | null): boolean {
  if (reply.kind === "lost" || reply.status !== 400 || reason === null) return false;
  return MISSING.test(reason) && RECIPIENT.test(reason);
}

export interface GatewayProduct {
  readonly name: string;
  readonly code: string;
  readonly quantity: number;
  readonly unitPriceCents: Cents;
  readonly color: string | null;
  readonly size: string | null;
}

/** `intervalMs` between messages, and after `batchSize` of them `batchDelayMs`. */
export interface GatewayPace {
  readonly intervalMs: number;
  readonly batchSize: number;
  readonly batchDelayMs: number;
}

interface Broadcast extends GatewayPace {
  readonly key: string;
  readonly message: string;
}

/**
 * The addresses that word their messages themselves, or pace them. The outbox uses none of them: what they send cannot be
 * asked after one by one, stopped or resumed, and `/api/broadcast/orders` reads the orders of whichever company it likes.
 * They are spoken so that a gateway that knows nothing else can be.
 */
export type RouteRequest =
  | {
      readonly route: "/api/test/item-added" | "/api/test/item-cancelled";
      readonly body: { readonly phone: string; readonly product: GatewayProduct };
    }
  | {
      readonly route: "/api/test/order-created";
      readonly body: {
        readonly phone: string;
        readonly customerName: string;
        readonly orderId: string;
        readonly totalCents: Cents;
      };
    }
  | {
      readonly route: "/api/broadcast/by-phones";
      readonly body: Broadcast & { readonly phones: readonly string[] };
    }
  | {
      readonly route: "/api/broadcast/orders";
      readonly body: Broadcast & { readonly status: "all" | "paid" | "unpaid" };
    }
  | { readonly route: "/add-label"; readonly body: { readonly phone: string; readonly label: string } }
  | {
      readonly route: "/api/send-config";
      readonly body: GatewayPace & { readonly numbers: readonly string[]; readonly messages: readonly string[] };
    };

export interface RouteSuccess {
  readonly id: string | null;
  /** Of a broadcast: how many it will write to. */
  readonly total: number | null;
}

/** @param key of the deed: the same when it is tried again */
export async function callRoute(
  access: SpecifiedGatewayAccess,
  request: RouteRequest,
  key = `${request.route} ${crypto.randomUUID()}`,
): Promise<GatewayAnswer<RouteSuccess>> {
  return readReply(await post(access, request.route, toBody(request), key));
}

function toBody(request: RouteRequest): object {
  switch (request.route) {
    case "/api/test/item-added":
    case "/api/test/item-cancelled": {
      const { name, code, quantity, unitPriceCents, color, size } = request.body.product;
      const product = {
        ...{ name, code, qty: quantity, price: reais(unitPriceCents) },
        ...(color === null ? {} : { color }),
        ...(size === null ? {} : { size }),
      };
      return { phone: request.body.phone, product };
    }
    case "/api/test/order-created": {
      const { phone, customerName, orderId, totalCents } = request.body;
      return { phone, customer_name: customerName, order_id: orderId, total_amount: reais(totalCents) };
    }
    case "/api/broadcast/by-phones":
      return { ...broadcastBody(request.body), phones: request.body.phones };
    case "/api/broadcast/orders":
      return { ...broadcastBody(request.body), status: request.body.status };
    case "/add-label":
      return request.body;
    case "/api/send-config": {
      const { numbers, messages } = request.body;
      // JSON inside JSON: the gateway reads it twice.
      return { data: JSON.stringify({ numeros: numbers, mensagens: messages, ...paceBody(request.body) }) };
    }
  }
}

function broadcastBody(broadcast: Broadcast): object {
  return { key: broadcast.key, message: broadcast.message, ...paceBody(broadcast) };
}

function paceBody({ intervalMs, batchSize, batchDelayMs }: GatewayPace): object {
  return { interval: intervalMs, batchSize, batchDelay: batchDelayMs };
}

function reais(cents: Cents): number {
  return Number(toDecimalString(cents));
}

async function post(access: SpecifiedGatewayAccess, route: string, body: object, key: string): Promise<Reply> {
  const request: ProviderRequest = {
    method: "POST",
    url: withoutSlash(access.baseUrl) + route,
    headers: { ...headersOf(access), "Content-Type": "application/json", "X-Idempotency-Key": key },
    body: JSON.stringify(body),
    timeoutMs: SEND_TIMEOUT_MS,
  };
  return await converse(access.fetcher, request, { isQuestion: false });
}

async function ask(access: SpecifiedGatewayAccess, route: string): Promise<Reply> {
  const request: ProviderRequest = {
    method: "GET",
    url: withoutSlash(access.baseUrl) + route,
    headers: headersOf(access),
    timeoutMs: ASK_TIMEOUT_MS,
  };
  return await converse(access.fetcher, request, { isQuestion: true });
}

function headersOf({ token }: SpecifiedGatewayAccess): Record<string, string> {
  return { Accept: "application/json", ...(token === null ? {} : { Authorization: `Bearer ${token}` }) };
}

const vReply = z.object({
  success: z.optional(z.nullable(z.boolean())),
  error: z.optional(z.unknown()),
  id: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  total: z.optional(z.nullable(z.number())),
  count: z.optional(z.nullable(z.number())),
});

function readReply(reply: Reply): GatewayAnswer<RouteSuccess> {
  if (reply.kind === "lost") return failed("lost");
  const { status, json, text } = reply;
  const said = vReply.safeParse(json);
  const reason = shownReason(typeof said.data?.error === "string" ? said.data.error : null);
  const isRefused = said.data?.success === false || reason !== null;
  if (status < 200 || status >= 300 || isRefused) return failed(failureOf(status, reason), reason ?? `HTTP ${status}`);
  // A page of somebody else's that answers everything with 200 has sent nothing.
  if (!said.success) return text.trimStart().startsWith("<") ? failed("nonsense") : accepted(null, null);
  const { id, total, count } = said.data;
  return accepted(id === undefined || id === null ? null : String(id), total ?? count ?? null);
}

function accepted(id: string | null, total: number | null): GatewayAnswer<RouteSuccess> {
  return { ok: true, value: { id, total } };
}

const NOBODY_ONLINE = /inst[aâ]ncia|desconectad|disconnected|offline|not connected/i;
const NO_SUCH_NUMBER = /n[aã]o existe|not exist|sem whatsapp|n[uú]mero inv[aá]lido|invalid number/i;

function failureOf(status: number, reason: string | null): SendFailure {
  const failure = status < 300 ? "refused" : failureOfStatus(status);
  if (reason === null) return failure;
  if (failure === "refused" && NO_SUCH_NUMBER.test(reason)) return "no_such_number";
  const couldBeTelephone = failure === "server_error" || failure === "refused";
  return couldBeTelephone && NOBODY_ONLINE.test(reason) ? "instance_down" : failure;
}

const vInstance = z.object({
  nome: z.string(),
  numero: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  status: z.optional(z.nullable(z.string())),
});
const vInstances = z.object({ instancias: z.array(vInstance) });

async function readInstances(access: SpecifiedGatewayAccess): Promise<GatewayAnswer<Instance[]>> {
  const found = readList(await ask(access, "/api/status"), vInstances);
  return found.ok ? { ok: true, value: found.value.instancias.map(toInstance) } : found;
}

function toInstance({ nome, numero, status }: z.infer<typeof vInstance>): Instance {
  const digits = String(numero ?? "").replace(/\D/g, "");
  return { name: nome, number: digits === "" ? null : digits, state: instanceStateOf(status ?? "") };
}

function readList<Shape>(reply: Reply, shape: z.ZodMiniType<Shape>): GatewayAnswer<Shape> {
  if (reply.kind === "lost") return failed("lost");
  if (reply.status < 200 || reply.status >= 300) {
    const answer = readReply(reply);
    return answer.ok ? failed("nonsense") : answer;
  }
  const shaped = shape.safeParse(reply.json);
  return shaped.success ? { ok: true, value: shaped.data } : failed("nonsense");
}

const vLogs = z.array(z.object({ at: z.optional(z.nullable(z.string())), text: z.string() }));
export interface GatewayLogLine {
  readonly at: number | null;
  readonly text: string;
}

/** What the gateway has noted for a person who looks for a fault. */
export async function readGatewayLogs(access: SpecifiedGatewayAccess): Promise<GatewayAnswer<GatewayLogLine[]>> {
  const found = readList(await ask(access, "/api/logs"), vLogs);
  if (!found.ok) return found;
  return {
    ok: true,
    value: found.value.map(({ at, text }) => ({ at: timeOf(at), text: text.slice(0, MAX_LOG_LINE) })),
  };
}

const MAX_LOG_LINE = 500;

const vStatuses = z.array(
  z.object({ id: z.union([z.string(), z.number()]), number: z.string(), status: z.string(), at: z.string() }),
);

/** How far the clock of the seller's computer may be from ours. */
const CLOCK_SKEW_MS = 5 * 60_000;

/**
 * `sent`: there is a message to that phone, of that time, which is none of those we know. `not_sent`: there is none, and
 * the list reaches back beyond the try. Anything less sure is `cannot_say`: a gateway that was started anew has forgotten what
 * it sent, and a computer's clock may be wrong.
 */
async function askSent(access: SpecifiedGatewayAccess, question: SentQuestion): Promise<SentAnswer> {
  const { to, begunAt, knownIds, earlierIds } = question;
  const found = readList(await ask(access, "/api/message-status"), vStatuses);
  if (!found.ok) return "cannot_say";
  const unknown = found.value.filter(({ id, number }) => isSamePhone(number, to) && !knownIds.includes(String(id)));
  const isOfThatTime = ({ at }: { readonly at: string }) => (timeOf(at) ?? 0) >= begunAt - CLOCK_SKEW_MS;
  const candidates = unknown.filter(isOfThatTime);
  if (candidates.some(({ status }) => !FAILED.test(status))) return "sent";
  // One that failed was tried; one that cannot be placed may be the one.
  if (candidates.length > 0) return "not_sent";
  if (unknown.length > 0) return "cannot_say";
  const reachesBack = found.value.some(
    ({ id, at }) => earlierIds.includes(String(id)) || (timeOf(at) ?? Infinity) < begunAt - CLOCK_SKEW_MS,
  );
  return reachesBack ? "not_sent" : "cannot_say";
}

const FAILED = /fail|fal[ht]|err/i;

function timeOf(text: string | null | undefined): number | null {
  const epochMs = text === null || text === undefined ? NaN : Date.parse(text);
  return Number.isNaN(epochMs) ? null : epochMs;
}

const vNotice = z.object({ event: z.string(), data: z.unknown() });
const vStatusNews = z.object({ id: z.union([z.string(), z.number()]), status: z.string() });
const vReceived = z.object({ from: z.string(), text: z.string(), group: z.optional(z.nullable(z.string())) });

/**
 * A notice of the gateway, our extension: `x-signature: sha256=<hex>`, the HMAC of the raw body with the company's secret.
 */
export async function parseGatewayWebhook(
  secret: string,
  headers: WebhookHeaders,
  rawBody: string,
): Promise<WebhookReading> {
  const signature = headers["x-signature"];
  if (signature === undefined) return { ok: false, problem: "unsigned" };
  const [, hex = ""] = /^sha256=([0-9a-f]{64})$/i.exec(signature) ?? [];
  if (secret === "" || hex === "" || !(await isSignedWith(secret, rawBody, hex)))
    return { ok: false, problem: "badly_signed" };
  const notice = vNotice.safeParse(parseJson(rawBody));
  if (!notice.success) return { ok: false, problem: "malformed" };
  return { ok: true, events: toEvents(notice.data.event, notice.data.data) };
}

/** None for what we do not look for. */
function toEvents(event: string, data: unknown): GatewayEvent[] {
  switch (event) {
    case "message.status": {
      const news = vStatusNews.safeParse(data);
      const status = news.success ? STATUSES[news.data.status.toLowerCase()] : undefined;
      if (!news.success || status === undefined) return [];
      return [{ kind: "delivery", providerId: String(news.data.id), status }];
    }
    case "message.received": {
      const received = vReceived.safeParse(data);
      if (!received.success) return [];
      const { from, text, group } = received.data;
      return [{ kind: "received", from, isOptOut: isOptOut(text), group: group ?? null }];
    }
    case "instance.status": {
      const instance = vInstance.safeParse(data);
      return instance.success ? [{ kind: "instance", instance: toInstance(instance.data) }] : [];
    }
    default:
      return [];
  }
}

const STATUSES: Readonly<Record<string, DeliveryStatus | undefined>> = {
  ...{ sent: "sent", delivered: "delivered", read: "read", failed: "failed", error: "failed" },
};
