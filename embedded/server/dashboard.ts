import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { AuthFailure, type Backend } from "../executor/contract";
import type { Inspection } from "../executor/inspection";
import { AdminAttempts } from "./adminAttempts";
import { PAGE, SCRIPT, STYLE } from "./dashboardPage";
import { badRequest, HttpFailure, sendJson } from "./responses";

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-cache",
  "Content-Security-Policy":
    `default-src 'none'; script-src ${hashOf(SCRIPT)}; style-src ${hashOf(STYLE)}; connect-src 'self'; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

/** What the dashboard's page asks for. Every answer is a JSON object. */
type Look = (inspection: Inspection, search: URLSearchParams, counters: Readonly<Record<string, number>>) => object;

const LOOKS: ReadonlyMap<string, Look> = new Map<string, Look>([
  ["overview", (_inspection, _search, counters) => ({ counters })],
  ["tables", (inspection) => ({ tables: inspection.tables() })],
  ["functions", (inspection) => ({ functions: inspection.functions() })],
  [
    "rows",
    (inspection, search) =>
      found(inspection.rows(required(search, "table"), search.get("after")), "There is no such table"),
  ],
  ["document", (inspection, search) => found(inspection.document(required(search, "id")), "There is no such document")],
]);

export interface DashboardContext {
  readonly backend: () => Backend | null;
  readonly inspection: () => Inspection | null;
  readonly counters: () => Readonly<Record<string, number>>;
}

/**
 * The operator's data browser (architecture §2): one page without anything from elsewhere, and the read-only answers it shows.
 *
 * The page holds no data and is anybody's to load; every answer needs the admin key. Other origins get no permission to ask.
 */
export class Dashboard {
  readonly #attempts = new AdminAttempts();

  constructor(private readonly context: DashboardContext) {}

  /** @returns false when the address is not one of these */
  serve(request: IncomingMessage, response: ServerResponse, url: URL): boolean {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    if (url.pathname === "/_dashboard" || url.pathname === "/_dashboard/") {
      response.writeHead(200, { ...PAGE_HEADERS, "Content-Length": Buffer.byteLength(PAGE) });
      response.end(request.method === "HEAD" ? undefined : PAGE);
      return true;
    }
    const look = LOOKS.get(/^\/_dashboard\/api\/([a-z]+)$/.exec(url.pathname)?.[1] ?? "");
    if (look === undefined) return false;
    const inspection = this.#requireOperator(request);
    response.setHeader("Cache-Control", "no-store");
    sendJson(response, 200, JSON.stringify(look(inspection, url.searchParams, this.context.counters())));
    return true;
  }

  /** @throws HttpFailure 401 without a key, 429 after too many wrong ones, 503 while starting; AuthFailure for a wrong one */
  #requireOperator(request: IncomingMessage): Inspection {
    const [backend, inspection] = [this.context.backend(), this.context.inspection()];
    if (backend === null || inspection === null)
      throw new HttpFailure(503, "NotReady", "The functions are being loaded");
    const address = request.socket.remoteAddress ?? "";
    const waitSeconds = this.#attempts.waitSeconds(address);
    if (waitSeconds > 0) {
      const headers = { "Retry-After": String(waitSeconds) };
      throw new HttpFailure(429, "TooManyAttempts", "Too many wrong admin keys. Wait a minute.", headers);
    }
    const key = /^Convex (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    if (key === undefined) throw new HttpFailure(401, "AdminKeyRequired", "This address needs the admin key");
    try {
      backend.authenticateAdmin(key);
    } catch (error) {
      if (error instanceof AuthFailure) this.#attempts.failed(address);
      throw error;
    }
    return inspection;
  }
}

function required(search: URLSearchParams, name: string): string {
  const value = search.get(name);
  if (value === null) throw badRequest(`Parameter ${name} is missing`);
  return value;
}

function found<T extends object>(value: T | null, sentence: string): T {
  if (value === null) throw new HttpFailure(404, "NotFound", sentence);
  return value;
}
