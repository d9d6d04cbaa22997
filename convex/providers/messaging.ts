import type { Instance, InstanceState } from "../../domain/messagesInstances";
import { canSend } from "../../domain/messagesInstances";
import type { GatewayKind } from "../../domain/messagesPacing";
import type { SendFailure, SentAnswer } from "../../domain/messagesRetry";
import { exchange, isPassingStatus, type Fetcher, type ProviderRequest } from "./exchange";

/**
 * What the outbox knows of any gateway; each has a driver of its own (`specifiedGateway.ts`, `evolution.ts`).
 *
 * A driver sends a message at most once per call and repeats nothing that may have left: `domain/messagesRetry.ts`
 * decides what comes after a failure. It holds no state; whoever calls keeps what it learns.
 * Source: contracts/whatsapp.md.
 */

export interface OutgoingText {
  /** Digits with country. */
  readonly to: string;
  readonly text: string;
  /** The message's own; the same on every try. */
  readonly key: string;
}

/** `reason`: in the gateway's own words, as far as a person can use them. */
export type GatewayAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: SendFailure; readonly reason: string | null };

export interface Accepted {
  /** Null where the gateway names none. */
  readonly providerId: string | null;
  /** How the gateway wants to be spoken to, where that was found out; to be kept and given again. */
  readonly dialect: string | null;
}

export interface SentQuestion {
  readonly to: string;
  /** When the try began, by our clock. */
  readonly begunAt: number;
  /** The ids of other messages to that phone, which therefore are not this one. */
  readonly knownIds: readonly string[];
  /** The ids of messages to anybody that were accepted before the try: who still knows one has forgotten nothing since. */
  readonly earlierIds: readonly string[];
}

export interface Connection {
  readonly state: InstanceState;
  /** A picture as a data address; null where there is nothing to scan. */
  readonly qrImage: string | null;
  readonly pairingCode: string | null;
}

export interface MessagingGateway {
  readonly kind: GatewayKind;
  sendText(message: OutgoingText): Promise<GatewayAnswer<Accepted>>;
  /** Whether a message whose answer was lost has left. */
  askSent(question: SentQuestion): Promise<SentAnswer>;
  /** Those that this company's messages can go out by. */
  instances(): Promise<GatewayAnswer<Instance[]>>;
  /** Null where the gateway shows its code on its own screen only. */
  connect(): Promise<GatewayAnswer<Connection | null>>;
  /** Null where the customer shows none, or the gateway tells none. */
  profilePicture(phone: string): Promise<GatewayAnswer<string | null>>;
  addLabel(phone: string, label: string): Promise<GatewayAnswer<"done" | "unsupported">>;
}

/** What every conversation that the product has begun is marked with. Source: specification §7. */
export const APP_LABEL = "app";

/**
 * What stands in the way of sending, found out before anything is given to the gateway, so that nothing is in doubt;
 * null when nothing does.
 */
export async function findObstacle(gateway: MessagingGateway): Promise<SendFailure | null> {
  const answer = await gateway.instances();
  if (answer.ok) return canSend(answer.value) ? null : "not_reached";
  switch (answer.failure) {
    case "unauthorized":
    case "unknown_route":
    case "rate_limited":
      return answer.failure;
    default:
      return "not_reached";
  }
}

export type DeliveryStatus = "sent" | "delivered" | "read" | "failed";

/**
 * What a gateway tells unasked. Of what customers write only that matters which is looked for: no conversation is passed
 * on, and so none is kept.
 */
export type GatewayEvent =
  | { readonly kind: "delivery"; readonly providerId: string; readonly status: DeliveryStatus }
  /** A message of ours has left, also one whose answer was lost. */
  | { readonly kind: "left"; readonly providerId: string; readonly to: string; readonly text: string }
  | {
      readonly kind: "received";
      /** As the gateway names them: `phoneMatchKey` tells who it is. */
      readonly from: string;
      readonly isOptOut: boolean;
      /** The name of the group it was written in, or its id where no name is told; null outside groups. */
      readonly group: string | null;
    }
  | { readonly kind: "instance"; readonly instance: Instance }
  | { readonly kind: "qr"; readonly instanceName: string; readonly connection: Connection };

export type WebhookProblem = "unsigned" | "badly_signed" | "malformed";
export type WebhookReading =
  | { readonly ok: true; readonly events: readonly GatewayEvent[] }
  | { readonly ok: false; readonly problem: WebhookProblem };

/** The headers of a request, by their names in lower case. */
export type WebhookHeaders = Readonly<Record<string, string | undefined>>;

/** What came back, and as text where it is no JSON. */
export type Reply =
  | { readonly kind: "answered"; readonly status: number; readonly json: unknown; readonly text: string }
  | { readonly kind: "lost" };

/** One request to a gateway, without repeats unless it is a question. */
export async function converse(
  fetcher: Fetcher,
  request: ProviderRequest,
  how: { readonly isQuestion: boolean },
): Promise<Reply> {
  let text = "";
  const listening: Fetcher = async (outgoing) => {
    const response = await fetcher(outgoing);
    ({ text } = response);
    return response;
  };
  const said = await exchange(listening, request, { isRepeatable: how.isQuestion });
  return said.kind === "lost" ? said : { ...said, text };
}

/** What a status means where the gateway's own words say nothing more exact. */
export function failureOfStatus(status: number): SendFailure {
  if (status === 429) return "rate_limited";
  if (isPassingStatus(status) || status >= 500) return "server_error";
  if (status === 401 || status === 403) return "unauthorized";
  if (status === 404 || status === 405) return "unknown_route";
  return status >= 400 ? "refused" : "nonsense";
}

const MAX_REASON = 200;

/** It is shown, so it may be neither endless nor empty. */
export function shownReason(text: string | null | undefined): string | null {
  const plain = (text ?? "").replace(/\s+/g, " ").trim().slice(0, MAX_REASON);
  return plain === "" ? null : plain;
}

export function failed(failure: SendFailure, reason: string | null = null) {
  return { ok: false, failure, reason } as const;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
