import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Backend } from "../executor/contract";
import type { Inspection } from "../executor/inspection";
import { cloudHandler, siteHandler } from "./http";
import type { HttpContext } from "./http";
import type { Log } from "./log";
import { processGauges } from "./metrics";
import { StaticFiles } from "./staticFiles";
import type { Liveness } from "./webSocket";
import { SyncSockets } from "./webSocket";

export interface ServeOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly sitePort: number;
  /** The addresses others use, when they are not the ones listened on. */
  readonly publicUrl?: string | undefined;
  readonly publicSiteUrl?: string | undefined;
  /** A folder to serve at the root, with single-page fallback. */
  readonly staticDir?: string | undefined;
  readonly instanceName: string;
  readonly version: string;
  readonly log: Log;
  /** Further figures for /metrics, beside those of the sockets. */
  readonly counters?: () => Readonly<Record<string, number>>;
  readonly liveness?: Liveness;
}

export interface Served {
  /** Public addresses without a trailing slash: CONVEX_CLOUD_URL and CONVEX_SITE_URL of the functions. */
  readonly url: string;
  readonly siteUrl: string;
  /** The addresses listened on. */
  readonly localUrl: string;
  readonly localSiteUrl: string;
  /** From here on requests are answered; before, they get 503. */
  attach(backend: Backend, inspection?: Inspection): void;
  /** Takes no more requests, says goodbye to the sockets, and resolves when all are gone. */
  close(): Promise<void>;
}

/** How long requests and sockets may take to finish at shutdown. */
const GRACE_MS = 3_000;
/** A large upload over a slow line. */
const REQUEST_TIMEOUT_MS = 30 * 60_000;

/**
 * Listens on both origins (contract §0). The functions need the addresses before they can be loaded, hence
 * two steps: `serve`, then `attach`.
 */
export async function serve(options: ServeOptions): Promise<Served> {
  let backend: Backend | null = null;
  let inspection: Inspection | null = null;
  let localSiteUrl = "";
  const sockets = new SyncSockets({ backend: () => backend, log: options.log, liveness: options.liveness });
  const context: HttpContext = {
    backend: () => backend,
    staticFiles: options.staticDir === undefined ? null : new StaticFiles(options.staticDir),
    instanceName: options.instanceName,
    version: options.version,
    publicSiteUrl: options.publicSiteUrl === undefined ? null : withoutSlash(options.publicSiteUrl),
    localSiteUrl: () => localSiteUrl,
    inspection: () => inspection,
    counters: () => ({
      connections: sockets.connectionCount,
      subscriptions: sockets.subscriptionCount,
      unsentBytes: sockets.unsentBytes,
      ...processGauges(),
      ...sockets.counters,
      ...options.counters?.(),
    }),
    log: options.log,
  };
  const cloud = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, cloudHandler(context));
  const site = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, siteHandler(context));
  sockets.attachTo(cloud);
  const localUrl = await listen(cloud, options.host, options.port);
  try {
    localSiteUrl = await listen(site, options.host, options.sitePort);
  } catch (error) {
    await Promise.all([closeServer(cloud), sockets.close(0)]);
    throw error;
  }
  return {
    url: withoutSlash(options.publicUrl ?? localUrl),
    siteUrl: context.publicSiteUrl ?? localSiteUrl,
    localUrl,
    localSiteUrl,
    attach: (attached, inspected) => {
      backend = attached;
      inspection = inspected ?? null;
    },
    close: async () => {
      await Promise.all([closeServer(cloud), closeServer(site), sockets.close(GRACE_MS)]);
    },
  };
}

/** @returns the address, with the port that was chosen @throws when the port is taken */
async function listen(server: Server, host: string, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const chosen = (server.address() as AddressInfo).port;
  // A wildcard is an address to listen on, not one to call.
  const named = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${named.includes(":") ? `[${named}]` : named}:${chosen}`;
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const cutOff = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearTimeout(cutOff);
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, "");
}
