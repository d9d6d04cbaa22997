/**
 * What clients may say (contract §3.2): one JSON text frame becomes one `ClientMessage`, or a `ProtocolError`.
 *
 * Every field is checked by hand and only the named ones are read, so unknown fields and keys such as
 * `__proto__` (which `JSON.parse` keeps as plain own properties) have no effect. Arguments are handed on as
 * JSON text: what they mean is the executor's business.
 */

/** The client broke the protocol. The message is shown to that client alone, before its socket is closed. */
export class ProtocolError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ProtocolError";
  }
}

export interface ConnectMessage {
  readonly type: "Connect";
  readonly sessionId: string;
  readonly connectionCount: number;
  readonly lastCloseReason: string | null;
  /** Newest timestamp this client has ever seen; null when it says none. */
  readonly maxObservedTimestamp: bigint | null;
  /** The client's clock, in ms since the epoch; null when it says none. */
  readonly clientTs: number | null;
}

export type AuthenticateMessage = { readonly type: "Authenticate"; readonly baseVersion: number } & (
  | { readonly tokenType: "None" }
  | { readonly tokenType: "User"; readonly value: string }
  | { readonly tokenType: "Admin"; readonly value: string; readonly impersonating: Record<string, unknown> | null }
);

export interface AddQuery {
  readonly type: "Add";
  readonly queryId: number;
  readonly udfPath: string;
  readonly argsJson: string;
  readonly journal: string | null;
  readonly componentPath: string;
}

export interface RemoveQuery {
  readonly type: "Remove";
  readonly queryId: number;
}

export interface ModifyQuerySetMessage {
  readonly type: "ModifyQuerySet";
  readonly baseVersion: number;
  readonly newVersion: number;
  readonly modifications: readonly (AddQuery | RemoveQuery)[];
}

export interface FunctionRequest {
  readonly type: "Mutation" | "Action";
  readonly requestId: number;
  readonly udfPath: string;
  readonly argsJson: string;
  readonly componentPath: string;
}

export interface EventMessage {
  readonly type: "Event";
  readonly eventType: string;
}

export type ClientMessage =
  ConnectMessage | AuthenticateMessage | ModifyQuerySetMessage | FunctionRequest | EventMessage;

type Fields = Readonly<Record<string, unknown>>;

const MAX_U32 = 0xffff_ffff;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Reads one frame. @throws ProtocolError saying which field is wrong */
export function parseClientMessage(text: string): ClientMessage {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new ProtocolError("Received a message that is not JSON");
  }
  const message = fieldsOf(parsed, "message");
  switch (message.type) {
    case "Connect":
      return parseConnect(message);
    case "Authenticate":
      return parseAuthenticate(message);
    case "ModifyQuerySet":
      return parseModifyQuerySet(message);
    case "Mutation":
    case "Action":
      return {
        type: message.type,
        requestId: u32(message, "requestId"),
        udfPath: string(message, "udfPath"),
        argsJson: argsJsonOf(message),
        componentPath: optionalString(message, "componentPath") ?? "",
      };
    case "Event":
      return { type: "Event", eventType: string(message, "eventType") };
    default:
      throw new ProtocolError("Received a message of unknown type");
  }
}

function parseConnect(message: Fields): ConnectMessage {
  const sessionId = string(message, "sessionId");
  if (!UUID.test(sessionId)) throw new ProtocolError("Field sessionId must be a UUID");
  const maxObserved = optionalString(message, "maxObservedTimestamp");
  const clientTs = message.clientTs ?? null;
  if (clientTs !== null && (typeof clientTs !== "number" || !Number.isFinite(clientTs))) {
    throw new ProtocolError("Field clientTs must be a number");
  }
  return {
    type: "Connect",
    sessionId,
    connectionCount: u32(message, "connectionCount"),
    lastCloseReason: optionalString(message, "lastCloseReason"),
    maxObservedTimestamp: maxObserved === null ? null : decodeTs(maxObserved),
    clientTs,
  };
}

function parseAuthenticate(message: Fields): AuthenticateMessage {
  const type = "Authenticate";
  const baseVersion = u32(message, "baseVersion");
  switch (message.tokenType) {
    case "None":
      return { type, baseVersion, tokenType: "None" };
    case "User":
      return { type, baseVersion, tokenType: "User", value: string(message, "value") };
    case "Admin": {
      const impersonating = message.impersonating ?? null;
      return {
        type,
        baseVersion,
        tokenType: "Admin",
        value: string(message, "value"),
        impersonating: impersonating === null ? null : fieldsOf(impersonating, "impersonating"),
      };
    }
    default:
      throw new ProtocolError("Field tokenType must be None, User or Admin");
  }
}

function parseModifyQuerySet(message: Fields): ModifyQuerySetMessage {
  const modifications = message.modifications;
  if (!Array.isArray(modifications)) throw new ProtocolError("Field modifications must be an array");
  return {
    type: "ModifyQuerySet",
    baseVersion: u32(message, "baseVersion"),
    newVersion: u32(message, "newVersion"),
    modifications: modifications.map(parseModification),
  };
}

function parseModification(value: unknown): AddQuery | RemoveQuery {
  const modification = fieldsOf(value, "modification");
  switch (modification.type) {
    case "Add":
      return {
        type: "Add",
        queryId: u32(modification, "queryId"),
        udfPath: string(modification, "udfPath"),
        argsJson: argsJsonOf(modification),
        journal: optionalString(modification, "journal"),
        componentPath: optionalString(modification, "componentPath") ?? "",
      };
    case "Remove":
      return { type: "Remove", queryId: u32(modification, "queryId") };
    default:
      throw new ProtocolError("A modification must be of type Add or Remove");
  }
}

/**
 * JSON text of the argument object inside `args: [object]`. No argument at all counts as the empty object. Anything else is no breach of the
 * protocol, which can carry several arguments: the whole list is handed on, and the function fails with it.
 * Objects nested beyond what the JSON writer can follow are refused here, before anything runs.
 */
function argsJsonOf(message: Fields): string {
  const args: unknown = message.args;
  if (!Array.isArray(args)) throw new ProtocolError("Field args must be an array");
  if (args.length === 0) return "{}";
  try {
    return JSON.stringify(args.length === 1 ? args[0] : args);
  } catch {
    throw new ProtocolError("Field args is nested too deeply");
  }
}

function fieldsOf(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ProtocolError(`The ${name} must be an object`);
  }
  return value as Record<string, unknown>;
}

function string(message: Fields, name: string): string {
  const value = message[name];
  if (typeof value !== "string") throw new ProtocolError(`Field ${name} must be a string`);
  return value;
}

function optionalString(message: Fields, name: string): string | null {
  return message[name] === undefined || message[name] === null ? null : string(message, name);
}

function u32(message: Fields, name: string): number {
  const value = message[name];
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > MAX_U32) {
    throw new ProtocolError(`Field ${name} must be an integer from 0 to ${MAX_U32}`);
  }
  return value;
}

/** Base64 of the unsigned 64 bits, little endian: how timestamps travel (contract §3.3). */
export function encodeTs(ts: bigint): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(ts);
  return bytes.toString("base64");
}

/** The reverse of `encodeTs`. @throws ProtocolError unless the text is exactly such an encoding */
export function decodeTs(text: string): bigint {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length !== 8 || bytes.toString("base64") !== text) {
    throw new ProtocolError("A timestamp must be 8 bytes in base64");
  }
  return bytes.readBigUInt64LE();
}
