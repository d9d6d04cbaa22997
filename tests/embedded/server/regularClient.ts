import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { expect, vi } from "vitest";
import { WebSocket } from "ws";

const count = makeFunctionReference<"query", Record<string, never>, number>("shop:count");
const launch = makeFunctionReference<"mutation", Record<string, never>, number>("shop:launch");

/** The official client of somebody who only does his work, while others misbehave. */
export class RegularClient {
  readonly #client: ConvexClient;
  readonly #seen: number[] = [];
  #interruptions = 0;

  constructor(url: string) {
    this.#client = new ConvexClient(url, {
      logger: false,
      skipConvexDeploymentUrlCheck: true,
      unsavedChangesWarning: false,
      webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    });
    this.#client.onUpdate(count, {}, (value) => void this.#seen.push(value));
    let wasConnected = false;
    this.#client.client.subscribeToConnectionState(({ isWebSocketConnected }) => {
      if (wasConnected && !isWebSocketConnected) this.#interruptions++;
      wasConnected = isWebSocketConnected;
    });
  }

  /** Launches a few times and sees each of them, on the connection it had. */
  async goesOn(): Promise<void> {
    const before = this.#interruptions;
    for (let i = 0; i < 3; i++) {
      const launched = await this.#client.mutation(launch, {});
      await vi.waitFor(() => expect(this.#seen.at(-1)).toBeGreaterThanOrEqual(launched), { timeout: 30_000 });
    }
    expect(this.#interruptions, "cut off").toBe(before);
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
