import type { IncomingMessage, ServerResponse } from "node:http";
import type { Backend, HttpActionResponse } from "../executor/contract";
import { bodyParts } from "./requests";

/** The app's own HTTP routes (contract §4.4): bodies are streamed both ways, nothing is added. */

const BODY_LIMIT_BYTES = 20 * 1024 * 1024;
/** These belong to one connection; Node sets its own. A length is Node's too, except in an answer to HEAD. */
const CONNECTION_HEADERS = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade"]);
/** What is read of a body that the app did not want, so that the client gets to its answer. */
const MOST_DISCARDED_BYTES = BODY_LIMIT_BYTES;

/**
 * Hands the request to the app's router and streams what it answers.
 *
 * @param url absolute, with the site's public scheme and host, as the app shall see it
 * @throws HttpFailure 413 for a body beyond the limit, also when only its last piece is
 */
export async function serveHttpAction(
  backend: Backend,
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
): Promise<void> {
  const method = request.method ?? "GET";
  const leaving = new AbortController();
  response.once("close", () => leaving.abort());
  const body = hasBody(request) ? bodyParts(request, BODY_LIMIT_BYTES) : null;
  const answer = backend.httpAction({
    url,
    method,
    headers: headerPairs(request.rawHeaders),
    body: body?.parts ?? null,
    signal: leaving.signal,
  });
  answer.catch(() => undefined); // it may fail after the body was refused
  await stream(await Promise.race([answer, ...(body === null ? [] : [body.refusal])]), response, method === "HEAD");
  if (!request.complete) discardRest(request);
}

/** A body can be given to the app with these methods only: the web's `Request` has none with GET and HEAD. */
function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === "GET" || method === "HEAD") return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** The app answered without reading on. Closing at once could cut the answer off, so the rest is read, within reason. */
function discardRest(request: IncomingMessage): void {
  let discarded = 0;
  request.on("data", (part: Buffer) => {
    discarded += part.length;
    if (discarded > MOST_DISCARDED_BYTES) request.destroy();
  });
  request.resume();
}

/** `rawHeaders` alternates names and values; repeated names stay repeated. */
function headerPairs(rawHeaders: readonly string[]): (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (let position = 0; position + 1 < rawHeaders.length; position += 2) {
    pairs.push([rawHeaders[position] ?? "", rawHeaders[position + 1] ?? ""]);
  }
  return pairs;
}

async function stream(answer: HttpActionResponse, response: ServerResponse, isHead: boolean): Promise<void> {
  const headers = answer.headers.filter(([name]) => {
    const lower = name.toLowerCase();
    return !CONNECTION_HEADERS.has(lower) && (isHead || lower !== "content-length");
  });
  response.writeHead(answer.status, headers.flat());
  // Node sends headers with the first chunk; a stream that waits before it must not hold them back.
  response.flushHeaders();
  const reader = answer.body[Symbol.asyncIterator]();
  const stop = () => void reader.return?.().catch(() => undefined);
  // A reader that goes away ends the app's stream too, even while that is waiting for its next piece.
  response.once("close", stop);
  if (response.destroyed) stop();
  if (isHead) {
    stop();
  } else {
    for (let step = await reader.next(); step.done !== true; step = await reader.next()) {
      if (response.destroyed) return;
      if (!response.write(step.value)) await drainedOrClosed(response);
    }
  }
  response.end();
}

function drainedOrClosed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.once("drain", done);
    response.once("close", done);
    if (response.destroyed) done();
  });
}

/**
 * The site's address as this client knows it: the configured public one, else the host it asked for, with the
 * scheme a proxy in front reports.
 */
export function siteOrigin(request: IncomingMessage, publicSiteUrl: string | null, localSiteUrl: string): string {
  if (publicSiteUrl !== null) return publicSiteUrl;
  const local = new URL(localSiteUrl);
  const scheme = forwardedScheme(request) ?? local.protocol.slice(0, -1);
  const host = request.headers.host ?? local.host;
  return /^[\w.:[\]-]+$/.test(host) ? `${scheme}://${host}` : localSiteUrl;
}

function forwardedScheme(request: IncomingMessage): "http" | "https" | null {
  const { forwarded, "x-forwarded-proto": proto } = request.headers;
  const named = /(?:^|[;,\s])proto="?(https?)"?/i.exec(forwarded ?? "")?.[1] ?? String(proto ?? "").split(",")[0];
  const scheme = named?.trim().toLowerCase();
  return scheme === "http" || scheme === "https" ? scheme : null;
}
