import { ConvexError } from "convex/values";
import { describe, expect, it } from "vitest";
import { action, mutation, onOneBackend, query } from "./officialClients";

const shop = onOneBackend();

const launch = mutation<number>("launches:launch");
const count = query<number>("launches:count");
const doubled = query<number>("launches:doubled");
const REFUSAL = { code: "insufficient_stock", available: 3n, of: { product: "C151" } };
const ENCODED_REFUSAL = {
  code: "insufficient_stock",
  available: { $integer: "AwAAAAAAAAA=" },
  of: { product: "C151" },
};

describe("ConvexHttpClient (contract §9.2)", () => {
  it("queries, mutates and acts", async () => {
    const client = shop.http();
    const { room } = shop;
    expect(await client.query(count, { room })).toBe(0);
    expect(await client.mutation(launch, { room, by: "ana" })).toBe(1);
    expect(await client.action(action("launches:act"), { room })).toBe("acted");
    expect(await client.query(count, { room })).toBe(1);
  });

  it("runs its mutations one after the other in the order of the calls", async () => {
    const client = shop.http();
    const order = Array.from({ length: 12 }, (_, i) => `${i}`);
    await Promise.all(order.map((by) => client.mutation(launch, { room: shop.room, by })));
    expect(await client.query(query("launches:names"), { room: shop.room })).toEqual(order);
  });

  it("what it writes is seen by those who watch", async () => {
    const { room } = shop;
    const watcher = shop.client();
    const seen = await shop.watched(watcher, "launches:names");
    await shop.http().mutation(launch, { room, by: "by http" });
    expect(await watcher.mutation(launch, { room, by: "by socket" })).toBe(2);
    expect(seen.at(-1)).toEqual(["by http", "by socket"]);
  });

  it.each([
    ["query", "askInVain"],
    ["query", "askNested"],
    ["mutation", "refuse"],
    ["mutation", "refuseNested"],
    ["mutation", "refuseWithNull"],
    ["action", "actInVain"],
    ["action", "actNested"],
  ] as const)("11: the data of a ConvexError comes through %s %s", async (kind, name) => {
    const client = shop.http();
    const args: Record<string, string> =
      name === "refuse" || name === "refuseNested" || name === "actNested" ? { room: shop.room } : {};
    const path = `launches:${name}`;
    const calls = {
      query: () => client.query(query(path), args),
      mutation: () => client.mutation(mutation(path), args),
      action: () => client.action(action(path), args),
    };
    const failed: unknown = await calls[kind]().catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ConvexError);
    expect((failed as ConvexError<typeof REFUSAL | null>).data).toEqual(name === "refuseWithNull" ? null : REFUSAL);
    expect(await client.query(count, { room: shop.room })).toBe(0);
  });

  it("11: an HTTP action answers with the data of the ConvexError it threw", async () => {
    for (const path of ["/refuse", "/refuse-nested"]) {
      const response = await fetch(`${shop.backend.siteUrl}${path}`, { method: "POST" });
      expect([path, response.status, await response.json()]).toMatchObject([path, 500, { data: ENCODED_REFUSAL }]);
    }
  });

  it("11: an HTTP action catches the ConvexError of what it calls", async () => {
    const response = await fetch(`${shop.backend.siteUrl}/caught`, { method: "POST" });
    expect([response.status, await response.text()]).toEqual([200, "insufficient_stock"]);
  });
});

describe("one instant (contract §9.2, point 14)", () => {
  it("14: consistentQuery stays at the instant of the first, query moves on", async () => {
    const [client, other] = [shop.http(), shop.http()];
    const { room } = shop;
    await other.mutation(launch, { room, by: "before" });
    expect(await client.consistentQuery(count, { room })).toBe(1);
    await other.mutation(launch, { room, by: "after" });
    expect(await client.consistentQuery(doubled, { room })).toBe(2);
    expect(await client.consistentQuery(count, { room })).toBe(1);
    expect(await client.query(count, { room })).toBe(2);
    expect(await shop.http().consistentQuery(count, { room })).toBe(2);
  });

  it("14: consistent queries agree while others write", async () => {
    const { room } = shop;
    // Between its two questions each client's own launch lands, and most of the others'.
    const pairs = await Promise.all(
      Array.from({ length: 15 }, async (_, i) => {
        const client = shop.http();
        const one = await client.consistentQuery(count, { room });
        await client.mutation(launch, { room, by: `${i}` });
        return [one, await client.consistentQuery(doubled, { room })];
      }),
    );
    for (const [one, twice] of pairs) expect(twice).toBe(one! * 2);
    expect(await shop.http().consistentQuery(count, { room })).toBe(15);
  });

  it("14: consistentQuery hands over the data of a ConvexError", async () => {
    await expect(shop.http().consistentQuery(query("launches:askInVain"), {})).rejects.toMatchObject({ data: REFUSAL });
  });

  it("the queries of one query_batch see one snapshot while others write", async () => {
    const { room } = shop;
    const asked = ["count", "doubled", "names", "count"].map((name) => ({
      path: `launches:${name}`,
      args: [{ room }],
      format: "convex_encoded_json",
    }));
    const batch = async (): Promise<unknown[]> => {
      const response = await fetch(`${shop.proxy.url}/api/query_batch`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ queries: asked }),
      });
      const { results } = (await response.json()) as { results: { status: string; value: unknown }[] };
      return results.map(({ status, value }) => (status === "success" ? value : status));
    };
    const writing = Array.from({ length: 40 }, (_, i) => shop.http().mutation(launch, { room, by: `${i}` }));
    const batches = await Promise.all(Array.from({ length: 20 }, batch));
    await Promise.all(writing);
    for (const [launched, twice, names, again] of batches)
      expect([twice, (names as string[]).length, again]).toEqual([(launched as number) * 2, launched, launched]);
    expect(await batch()).toMatchObject([40, 80, { length: 40 }, 40]);
  });

  it("a query of a query_batch that fails leaves the others their answers", async () => {
    const queries = ["launches:askInVain", "launches:nowhere", "launches:chat"].map((path) => ({
      path,
      args: {},
      format: "convex_encoded_json",
    }));
    const response = await fetch(`${shop.proxy.url}/api/query_batch`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ queries }),
    });
    expect(await response.json()).toMatchObject({
      results: [
        { status: "error", errorData: ENCODED_REFUSAL },
        {
          status: "error",
          errorMessage: expect.stringContaining("Could not find public function for 'launches:nowhere'"),
        },
        { status: "success", value: "heard" },
      ],
    });
  });
});
