import { ConvexClient, ConvexHttpClient, type ConvexClientOptions } from "convex/browser";
import { ConvexReactClient } from "convex/react";
import { makeFunctionReference } from "convex/server";
import type { Value } from "convex/values";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { WebSocket } from "ws";
import { fixture } from "../../embedded/support/aRuntime";
import { startEmbedded, type TestBackend, type TestBackendOptions } from "../../support/embeddedBackend";
import { RecordingProxy } from "../../support/recordingProxy";

type Args = Record<string, Value>;
export const query = <Result = Value>(path: string) => makeFunctionReference<"query", Args, Result>(path);
export const mutation = <Result = Value>(path: string) => makeFunctionReference<"mutation", Args, Result>(path);
export const action = <Result = Value>(path: string) => makeFunctionReference<"action", Args, Result>(path);

const QUIET = {
  logger: false,
  skipConvexDeploymentUrlCheck: true,
  unsavedChangesWarning: false,
  webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
} as const;

/** What waits, waits on a condition; this only bounds how long a broken backend holds up the suite. */
export const WITHIN = { timeout: 30_000, interval: 5 };

/** Official clients through a proxy: closed at the end of a test, once nothing is owed and no promise was broken. */
export class Clients {
  readonly #open: { close: () => Promise<void> }[] = [];
  #rooms = 0;
  proxy!: RecordingProxy;
  /** A place for this test's documents alone. */
  room = "";

  async begin(target: string): Promise<void> {
    this.proxy = await RecordingProxy.before(target);
    this.room = `room ${this.#rooms++}`;
  }

  async end(): Promise<void> {
    const faults = await this.proxy.verdict();
    await Promise.all(this.#open.splice(0).map((client) => client.close()));
    await this.proxy.close();
    expect(faults).toEqual([]);
  }

  client(options: ConvexClientOptions = {}): ConvexClient {
    const client = new ConvexClient(this.proxy.url, { ...QUIET, ...options });
    this.#open.push(client);
    return client;
  }

  react(): ConvexReactClient {
    const client = new ConvexReactClient(this.proxy.url, QUIET);
    this.#open.push(client);
    return client;
  }

  http(): ConvexHttpClient {
    return new ConvexHttpClient(this.proxy.url, { logger: false, skipConvexDeploymentUrlCheck: true });
  }

  /** Everything a query of this room showed, values and errors, from the first on; waits for that one. */
  async watched(client: ConvexClient, path: string, args: Args = { room: this.room }): Promise<unknown[]> {
    const seen: unknown[] = [];
    client.onUpdate(
      query(path),
      args,
      (value) => void seen.push(value),
      (error) => void seen.push(error),
    );
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0), WITHIN);
    return seen;
  }
}

/** Clients for each test of a file, all on one backend in this process. */
export function onOneBackend(options: TestBackendOptions = {}): Clients & { readonly backend: TestBackend } {
  const clients = new Clients() as Clients & { backend: TestBackend };
  beforeAll(async () => {
    clients.backend = await startEmbedded(fixture("clients"), options);
  });
  beforeEach(() => clients.begin(clients.backend.url));
  afterEach(() => clients.end());
  afterAll(() => clients.backend.close());
  return clients;
}
