import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { fixture } from "../../embedded/support/aRuntime";
import { BackendProcess } from "../../support/embeddedBackend";
import { action, Clients, mutation, query, WITHIN } from "./officialClients";

const shop = new Clients();
let backend: BackendProcess;
let url: string;

beforeAll(async () => {
  ({ process: backend, url } = await BackendProcess.start(fixture("clients")));
});
beforeEach(() => shop.begin(url));
afterEach(() => shop.end());
afterAll(() => backend.close());

const launch = mutation<number>("launches:launch");
/** Ends the backend, and starts it again where clients find it: behind the same proxy. */
async function restart(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  await backend.end(signal);
  url = await backend.start();
  shop.proxy.target = url;
}

describe("13: the backend restarts under live clients (contract §9.2)", () => {
  it.each(["SIGTERM", "SIGKILL"] as const)(
    "with mutations on their way: %s, and each is applied once, in order, and resolves; subscriptions go on",
    async (signal) => {
      const clients = { ana: shop.client(), bia: shop.client() };
      const watcher = shop.client();
      const [names, doubled] = [
        await shop.watched(watcher, "launches:names"),
        await shop.watched(watcher, "launches:doubled"),
      ];
      let answers = 0;
      const someAnswered = shop.proxy.next(
        ({ from, type }) => from === "server" && type === "MutationResponse" && ++answers === 12,
      );
      const order = Array.from({ length: 25 }, (_, i) => i);
      const launching = Promise.all(
        Object.entries(clients).flatMap(([by, client]) =>
          order.map((i) => client.mutation(launch, { room: shop.room, by: `${by} ${i}` })),
        ),
      );
      await someAnswered;
      await restart(signal);
      const counts = await launching;
      expect([...counts].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
      await vi.waitFor(() => expect(doubled.at(-1)).toBe(100), WITHIN);
      const shown = names.at(-1) as string[];
      for (const by of Object.keys(clients))
        expect(shown.filter((name) => name.startsWith(by))).toEqual(order.map((i) => `${by} ${i}`));
      expect(shown).toHaveLength(50);
      // Nobody ever saw a launch vanish: what was shown was durable.
      for (const [i, earlier] of (names as string[][]).entries())
        if (i > 0) expect(earlier.length).toBeGreaterThanOrEqual((names[i - 1] as string[]).length);
    },
  );

  it("after a kill -9 between commit and answer the mutation gets the answer that is on record", async () => {
    const client = shop.client();
    const seen = await shop.watched(client, "launches:names");
    const held = shop.proxy.holdAt(({ from, type }) => from === "server" && type === "MutationResponse");
    const launched = client.mutation(launch, { room: shop.room, by: "ana" });
    await held;
    await restart("SIGKILL");
    shop.proxy.release();
    expect(await launched).toBe(1);
    expect(await client.mutation(launch, { room: shop.room, by: "bia" })).toBe(2);
    expect(seen.at(-1)).toEqual(["ana", "bia"]);
  });

  it("an action in flight rejects, and one asked meanwhile runs when the backend is back", async () => {
    const client = shop.client();
    await shop.watched(client, "launches:count");
    const held = shop.proxy.holdAt(({ from, type }) => from === "client" && type === "Action");
    const lost = client.action(action("launches:act"), { room: shop.room });
    const rejected = expect(lost).rejects.toThrow("Connection lost while action was in flight");
    await held;
    await backend.end("SIGKILL");
    await vi.waitFor(() => expect(client.connectionState().isWebSocketConnected).toBe(false), WITHIN);
    const later = client.action(action("launches:act"), { room: shop.room });
    url = await backend.start();
    shop.proxy.target = url;
    shop.proxy.release();
    await rejected;
    expect(await later).toBe("acted");
    expect(await client.query(query("launches:count"), { room: shop.room })).toBe(0);
  });
});
