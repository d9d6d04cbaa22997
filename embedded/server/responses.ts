import type { IncomingMessage, ServerResponse } from "node:http";
import { AuthFailure } from "../executor/contract";

/** A request that ends in a non-2xx answer `{"code","message"}` (contract §4.1). */
export class HttpFailure extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = "HttpFailure";
  }
}

export function badRequest(message: string): HttpFailure {
  return new HttpFailure(400, "BadRequest", message);
}

export function sendJson(response: ServerResponse, status: number, json: string): void {
  send(response, status, "application/json", json);
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  send(response, status, "text/plain; charset=utf-8", text);
}

function send(response: ServerResponse, status: number, contentType: string, body: string): void {
  response.writeHead(status, { "Content-Type": contentType, "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}

/**
 * Answers with what went wrong; an error that is not for the client becomes a bare 500.
 *
 * @returns whether it was such a fault of ours
 */
export function sendFailure(response: ServerResponse, error: unknown): boolean {
  const failure = failureOf(error);
  if (response.headersSent) {
    // Too late to say anything: a cut connection is the only honest answer.
    response.destroy();
    return failure === null;
  }
  const { status, code, message, headers } =
    failure ?? new HttpFailure(500, "InternalServerError", "Something went wrong on our side");
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const body = JSON.stringify({ code, message });
  if (response.req.complete) sendJson(response, status, body);
  else sendAndHangUp(response, status, body);
  return failure === null;
}

/** What a client may still send after our answer to a request that it has not finished, before its connection is closed all the same. */
const LINGER = { bytes: 64 * 1024 * 1024, ms: 5_000 };

/**
 * Answers a request whose body is still coming. The rest of it would be taken for the next request, so the connection ends; but not at once:
 * a socket that is closed with something unread in it takes the answer with it.
 */
function sendAndHangUp(response: ServerResponse, status: number, body: string): void {
  const request = response.req;
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  });
  response.write(body);
  const hangUp = (): void => {
    clearTimeout(timer);
    request.off("data", count);
    response.end();
  };
  let left = LINGER.bytes;
  const count = (part: Buffer): void => {
    left -= part.length;
    if (left < 0) hangUp();
  };
  const timer = setTimeout(hangUp, LINGER.ms);
  request.on("data", count).once("end", hangUp).once("close", hangUp).resume();
}

function failureOf(error: unknown): HttpFailure | null {
  if (error instanceof HttpFailure) return error;
  if (error instanceof AuthFailure) {
    return new HttpFailure(error.code === "BadAdminKey" ? 403 : 401, error.code, error.message);
  }
  return null;
}

/**
 * Lets any origin use the API (contract §4.5): tokens are sent on purpose, there are no cookies to abuse.
 *
 * @returns true when the request was a preflight and is answered
 */
export function applyCors(request: IncomingMessage, response: ServerResponse): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) {
    response.setHeader("Access-Control-Allow-Origin", origin);
    response.setHeader("Access-Control-Allow-Credentials", "true");
    response.setHeader("Vary", "Origin, Access-Control-Request-Headers");
  }
  if (request.method !== "OPTIONS") return false;
  response.setHeader("Access-Control-Allow-Methods", "GET, POST, OPTIONS, PATCH, DELETE, PUT");
  response.setHeader("Access-Control-Max-Age", "86400");
  const asked = request.headers["access-control-request-headers"];
  if (asked !== undefined) response.setHeader("Access-Control-Allow-Headers", asked);
  response.writeHead(200, { "Content-Length": 0 });
  response.end();
  return true;
}
