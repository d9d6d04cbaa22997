import type { IncomingMessage, ServerResponse } from "node:http";
import type { Backend } from "../executor/contract";
import { Dashboard, type DashboardContext } from "./dashboard";
import { serveFunctionRoute } from "./functionRoutes";
import { serveHttpAction, siteOrigin } from "./httpActions";
import type { Log } from "./log";
import { metricsText } from "./metrics";
import { applyCors, HttpFailure, sendFailure, sendJson, sendText } from "./responses";
import type { StaticFiles } from "./staticFiles";
import { serveDownload, serveUpload } from "./uploads";

/** What the routes need to know of the server they belong to. */
export interface HttpContext extends DashboardContext {
  /** Null until the functions are loaded: everything but the app's files answers 503 meanwhile. */
  readonly backend: () => Backend | null;
  readonly staticFiles: StaticFiles | null;
  readonly instanceName: string;
  readonly version: string;
  /** Null when none is configured: the site is then known by the host each client asks for. */
  readonly publicSiteUrl: string | null;
  readonly localSiteUrl: () => string;
  readonly counters: () => Readonly<Record<string, number>>;
  readonly log: Log;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Addresses that never fall back to the app's page (architecture §2). */
const RESERVED = new Set([
  "api",
  "http",
  "version",
  "instance_name",
  "instance_version",
  "health",
  "metrics",
  "_dashboard",
  ".well-known",
]);
const LIVENESS_SENTENCE = "This backend is running. Clients connect to this address.\n";

/** The cloud origin: functions, files, HTTP actions under /http/, and the app's own pages. */
export function cloudHandler(context: HttpContext): Handler {
  const dashboard = new Dashboard(context);
  return handler(context, async (request, response) => {
    const url = urlOf(request);
    if (url.pathname.startsWith("/api/")) {
      if (applyCors(request, response)) return;
      return serveApi(context, request, response, url);
    }
    if (url.pathname === "/http" || url.pathname.startsWith("/http/")) {
      const path = url.pathname.slice("/http".length) || "/";
      const origin = context.publicSiteUrl ?? context.localSiteUrl();
      return serveHttpAction(ready(context), request, response, `${origin}${path}${url.search}`);
    }
    if (servePlainRoute(context, request, response, url) || dashboard.serve(request, response, url)) return;
    const isReserved = RESERVED.has(url.pathname.split("/")[1] ?? "");
    if (!isReserved && context.staticFiles !== null) {
      if (await context.staticFiles.serve(request, response, url.pathname)) return;
    } else if (url.pathname === "/" && (request.method === "GET" || request.method === "HEAD")) {
      return sendText(response, 200, LIVENESS_SENTENCE);
    }
    throw notFound(request, url);
  });
}

/** The site origin: only the app's HTTP actions, at the root. */
export function siteHandler(context: HttpContext): Handler {
  return handler(context, (request, response) => {
    const { pathname, search } = urlOf(request);
    const origin = siteOrigin(request, context.publicSiteUrl, context.localSiteUrl());
    return serveHttpAction(ready(context), request, response, `${origin}${pathname}${search}`);
  });
}

function handler(
  { log }: HttpContext,
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Handler {
  return (request, response) => {
    const startedAt = performance.now();
    response.once("close", () =>
      log.debug("http", {
        method: request.method,
        path: request.url?.split("?")[0],
        status: response.statusCode,
        durationMs: Math.round(performance.now() - startedAt),
      }),
    );
    const run = async () => {
      await serve(request, response);
    };
    run().catch((error: unknown) => {
      const isOurFault = sendFailure(response, error);
      // A client that hangs up in the middle is no fault of anybody's.
      if (isOurFault && !request.destroyed) log.error("http_fault", { path: request.url?.split("?")[0], error });
    });
  };
}

async function serveApi(
  context: HttpContext,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  if (url.pathname === "/api/debug_event" && request.method === "POST") {
    request.resume();
    return sendJson(response, 200, "{}");
  }
  const backend = ready(context);
  if (url.pathname === "/api/storage/upload" && request.method === "POST") {
    return serveUpload(backend, request, response, url);
  }
  const isRead = request.method === "GET" || request.method === "HEAD";
  const uuid = /^\/api\/storage\/([^/]+)$/.exec(url.pathname)?.[1];
  if (uuid !== undefined && isRead) return serveDownload(backend, request, response, uuid);
  if (!(await serveFunctionRoute(backend, request, response, url))) throw notFound(request, url);
}

/** @returns false when the address is not one of these */
function servePlainRoute(context: HttpContext, request: IncomingMessage, response: ServerResponse, url: URL): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  switch (url.pathname) {
    case "/version":
    case "/instance_version":
      sendText(response, 200, context.version);
      return true;
    case "/instance_name":
      sendText(response, 200, context.instanceName);
      return true;
    case "/.well-known/jwks.json":
      sendJson(response, 200, ready(context).jwksJson());
      return true;
    case "/health": {
      const isReady = context.backend() !== null;
      sendJson(response, isReady ? 200 : 503, JSON.stringify({ status: isReady ? "ok" : "starting" }));
      return true;
    }
    case "/metrics":
      sendText(response, 200, metricsText(context.counters()));
      return true;
    default:
      return false;
  }
}

function ready(context: HttpContext): Backend {
  const backend = context.backend();
  if (backend === null)
    throw new HttpFailure(503, "NotReady", "The functions are being loaded", { "Retry-After": "1" });
  return backend;
}

/** @throws HttpFailure 400 for a target that is no path */
function urlOf(request: IncomingMessage): URL {
  const target = request.url ?? "/";
  // "//host/path" would otherwise be read as another host.
  if (!target.startsWith("/")) throw new HttpFailure(400, "BadRequest", "The request target must be a path");
  return new URL(`http://localhost${target}`);
}

function notFound(request: IncomingMessage, url: URL): HttpFailure {
  return new HttpFailure(404, "NotFound", `There is nothing at ${request.method} ${url.pathname}`);
}
