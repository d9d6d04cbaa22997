import type { IncomingMessage } from "node:http";
import type { Backend, Caller, RequestOrigin } from "../executor/contract";
import { ANONYMOUS } from "../executor/contract";
import { badRequest, HttpFailure } from "./responses";

/** What is read from a request: its body, and who sent it. */

/**
 * The whole body.
 *
 * @param limitBytes more is refused with 413 as soon as it is known
 */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const tooLarge = () => bodyTooLarge(limitBytes);
  if (Number(request.headers["content-length"] ?? 0) > limitBytes) throw tooLarge();
  const parts: Buffer[] = [];
  let size = 0;
  // Stopping early must not end the connection: the answer still has to leave by it.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > limitBytes) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

/**
 * The body piece by piece, read from the socket as the pieces are asked for.
 *
 * @returns `parts`, which throws beyond the limit; `refusal`, which then rejects with the same 413 and otherwise never settles
 * @throws HttpFailure 413 when the announced length is beyond the limit already
 */
export function bodyParts(
  request: IncomingMessage,
  limitBytes: number,
): { parts: AsyncIterable<Uint8Array>; refusal: Promise<never> } {
  if (Number(request.headers["content-length"] ?? 0) > limitBytes) throw bodyTooLarge(limitBytes);
  let refuse: (failure: HttpFailure) => void = () => undefined;
  const refusal = new Promise<never>((_resolve, reject) => (refuse = reject));
  refusal.catch(() => undefined); // nobody may be waiting for it any more
  async function* parts(): AsyncGenerator<Uint8Array> {
    let size = 0;
    // Stopping early must not end the connection: the answer still has to leave by it.
    for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > limitBytes) {
        const failure = bodyTooLarge(limitBytes);
        refuse(failure);
        throw failure;
      }
      yield part;
    }
  }
  return { parts: parts(), refusal };
}

function bodyTooLarge(limitBytes: number): HttpFailure {
  return new HttpFailure(413, "RequestTooLarge", `The request body is limited to ${limitBytes} bytes`);
}

/** A JSON object from a body. @throws HttpFailure 400 */
export function parseObject(text: string, what: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest(`${what} is not JSON`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw badRequest(`${what} must be a JSON object`);
  }
  return value as Record<string, unknown>;
}

/** Where a request comes from: the peer of the connection, because anybody can write a header. */
export function originOf(request: IncomingMessage): RequestOrigin {
  return { ip: request.socket.remoteAddress ?? null, userAgent: request.headers["user-agent"] ?? null };
}

/**
 * Who calls, by the Authorization header: `Bearer <token>`, `Convex <admin key>[:<base64 JSON identity>]`, or nobody.
 *
 * @throws AuthFailure, HttpFailure 401 InvalidAuthHeader
 */
export async function callerOfRequest(request: IncomingMessage, backend: Backend): Promise<Caller> {
  const header = request.headers.authorization;
  if (header === undefined) return ANONYMOUS;
  const [, scheme, credential] = /^(\S+)\s+(.+)$/s.exec(header.trim()) ?? [];
  switch (scheme?.toLowerCase()) {
    case "bearer":
      return backend.authenticate(credential ?? "");
    case "convex": {
      const { key, actingAs } = splitAdminCredential(credential ?? "");
      return backend.authenticateAdmin(key, actingAs);
    }
    default:
      throw new HttpFailure(401, "InvalidAuthHeader", "The Authorization header must start with Bearer or Convex");
  }
}

/** A key may itself hold colons, so only a tail that reads as an identity is taken for one. */
function splitAdminCredential(credential: string): { key: string; actingAs?: Record<string, unknown> } {
  const colon = credential.lastIndexOf(":");
  if (colon < 0) return { key: credential };
  try {
    const actingAs = parseObject(Buffer.from(credential.slice(colon + 1), "base64").toString("utf8"), "identity");
    return { key: credential.slice(0, colon), actingAs };
  } catch {
    return { key: credential };
  }
}
