import { ConvexError } from "convex/values";
import { describe, expect, it, vi } from "vitest";
import type { Frame } from "../../support/recordingProxy";
import { action, mutation, onOneBackend, query, WITHIN } from "./officialClients";

const shop = onOneBackend();

const launch = mutation<number>("launches:launch");
const REFUSAL = { code: "insufficient_stock", available: 3n, of: { product: "C151" } };
const isAnswer = ({ from, type }: Frame): boolean => from === "server" && type === "MutationResponse";
const isMutation = ({ from, type }: Frame): boolean => from === "client" && type === "Mutation";

/** An optimistic update of the room's list that can be told from the real thing. */
const showing = (by: string) => {
  const { room } = shop;
  return {
    optimisticUpdate: (store: {
      getQuery: (asked: ReturnType<typeof query<string[]>>, args: { room: string }) => string[] | undefined;
      setQuery: (asked: ReturnType<typeof query<string[]>>, args: { room: string }, value: string[]) => void;
    }) => {
      const names = query<string[]>("launches:names");
      store.setQuery(names, { room }, [...(store.getQuery(names, { room }) ?? []), by]);
    },
  };
};

/** What was shown, without repeats: after a reconnect a client tells its listeners what they know already. */
const steps = (seen: readonly unknown[]): unknown[] =>
  seen.filter((value, i) => i === 0 || JSON.stringify(value) !== JSON.stringify(seen[i - 1]));

describe("subscriptions and mutations (contract §9.2)", () => {
  it("1: sees its own mutation's update before the mutation resolves", async () => {
    const client = shop.client();
    const seen = await shop.watched(client, "launches:count");
    for (let round = 1; round <= 5; round++) {
      expect(await client.mutation(launch, { room: shop.room, by: "ana" })).toBe(round);
      expect(seen.at(-1)).toBe(round);
    }
    expect(seen).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("2: several queries move in one transition, never a mix of two commits", async () => {
    const watcher = shop.client();
    await Promise.all([shop.watched(watcher, "launches:count"), shop.watched(watcher, "launches:doubled")]);
    const [ana, bia] = [shop.client(), shop.client()];
    await Promise.all(
      [ana, bia].flatMap((client) =>
        Array.from({ length: 20 }, () => client.mutation(launch, { room: shop.room, by: "x" })),
      ),
    );
    await vi.waitFor(
      async () => expect(await watcher.query(query("launches:count"), { room: shop.room })).toBe(40),
      WITHIN,
    );
    const shown = new Map<number, number>();
    let moved = 0;
    for (const { modifications = [] } of shop.proxy.fromServer.filter(({ socket }) => socket === 0)) {
      for (const { queryId, value } of modifications) shown.set(queryId, value as number);
      if (shown.size < 2) continue;
      moved += modifications.length > 0 ? 1 : 0;
      expect([shown.get(1), shown.get(0)]).toEqual([shown.get(0)! * 2, shown.get(0)]);
    }
    expect(moved).toBeGreaterThan(1);
    expect([shown.get(0), shown.get(1)]).toEqual([40, 80]);
  });

  it("3: an optimistic update is replaced by the real value in one step", async () => {
    const client = shop.client();
    const seen = await shop.watched(client, "launches:names");
    const held = shop.proxy.holdAt(isAnswer);
    const launched = client.mutation(launch, { room: shop.room, by: "real" }, showing("optimistic"));
    expect(seen).toEqual([[], ["optimistic"]]);
    await held;
    expect(seen).toEqual([[], ["optimistic"]]);
    shop.proxy.release();
    await launched;
    expect(seen).toEqual([[], ["optimistic"], ["real"]]);
  });

  it("3: an optimistic update stays on top of what others do meanwhile, and is rolled back when the mutation fails", async () => {
    const [client, other] = [shop.client(), shop.client()];
    const seen = await shop.watched(client, "launches:names");
    const held = shop.proxy.holdAt(isMutation);
    const refused = client.mutation(mutation("launches:refuse"), { room: shop.room }, showing("optimistic"));
    await held;
    await other.mutation(launch, { room: shop.room, by: "other" });
    await vi.waitFor(() => expect(seen.at(-1)).toEqual(["other", "optimistic"]), WITHIN);
    shop.proxy.release();
    await expect(refused).rejects.toThrow(ConvexError);
    await vi.waitFor(() => expect(seen.at(-1)).toEqual(["other"]), WITHIN);
    expect(seen).toEqual([[], ["optimistic"], ["other", "optimistic"], ["other"]]);
  });

  it("4: a mutation that changes nothing still resolves", async () => {
    const client = shop.client();
    expect(await client.mutation(mutation("launches:touch"), {})).toBe("untouched");
    const seen = await shop.watched(client, "launches:count");
    expect(await client.mutation(mutation("launches:touch"), {})).toBe("untouched");
    expect(seen).toEqual([0]);
  });

  it("a result that comes out the same again is not told again", async () => {
    const client = shop.client();
    const seen = await shop.watched(client, "launches:isOpen");
    await client.mutation(launch, { room: shop.room, by: "ana" });
    const changes = shop.proxy.fromServer.flatMap(({ modifications = [] }) => modifications);
    expect([seen, changes.length]).toEqual([[true], 1]);
  });

  it("8: of two tabs each keeps the order of its mutations, also through a cut", async () => {
    const tabs = { ana: shop.client(), bia: shop.client() };
    await Promise.all(Object.values(tabs).map((tab) => shop.watched(tab, "launches:count")));
    let answers = 0;
    const cut = shop.proxy.cutAt((frame) => isAnswer(frame) && ++answers === 9);
    const order = Array.from({ length: 15 }, (_, i) => i);
    await Promise.all(
      Object.entries(tabs).flatMap(([tab, client]) =>
        order.map((i) => client.mutation(launch, { room: shop.room, by: `${tab} ${i}` })),
      ),
    );
    await cut;
    const names = await tabs.ana.query(query<string[]>("launches:names"), { room: shop.room });
    for (const tab of Object.keys(tabs))
      expect(names.filter((name) => name.startsWith(tab))).toEqual(order.map((i) => `${tab} ${i}`));
    expect(names).toHaveLength(30);
    expect(shop.proxy.sockets).toBe(3);
  });
});

describe("cuts (contract §9.2)", () => {
  it.each([
    ["5: between commit and answer", isAnswer],
    [
      "5: between the answer and the transition that covers it",
      (frame: Frame) =>
        frame.from === "server" &&
        frame.type === "Transition" &&
        (frame.message.modifications?.length ?? 0) > 0 &&
        shop.proxy.fromServer.some(({ type }) => type === "MutationResponse"),
    ],
    ["6: before the backend has the mutation", isMutation],
  ])("a mutation is applied once and resolves when the line is cut %s", async (_when, moment) => {
    const client = shop.client();
    const seen = await shop.watched(client, "launches:names");
    const cut = shop.proxy.cutAt(moment);
    const launched = client.mutation(launch, { room: shop.room, by: "ana" }, showing("optimistic"));
    await cut;
    expect(await launched).toBe(1);
    expect(steps(seen)).toEqual([[], ["optimistic"], ["ana"]]);
    expect(await client.query(query("launches:names"), { room: shop.room })).toEqual(["ana"]);
    expect(shop.proxy.sockets).toBe(2);
  });

  it("5: a mutation that was refused is refused again when the line is cut before the refusal, and leaves nothing", async () => {
    const client = shop.client();
    const seen = await shop.watched(client, "launches:names");
    const cut = shop.proxy.cutAt(isAnswer);
    const refused = client.mutation(mutation("launches:refuse"), { room: shop.room });
    void refused.catch(() => undefined);
    await cut;
    await expect(refused).rejects.toMatchObject({ data: REFUSAL });
    expect(steps(seen)).toEqual([[]]);
  });

  it("7: an action in flight at a cut rejects and is not sent again", async () => {
    const client = shop.client();
    await shop.watched(client, "launches:count");
    const cut = shop.proxy.cutAt(({ from, type }) => from === "server" && type === "ActionResponse");
    const acted = client.action(action("launches:act"), { room: shop.room });
    const rejected = expect(acted).rejects.toThrow("Connection lost while action was in flight");
    await cut;
    await rejected;
    expect(await client.action(action("launches:act"), { room: shop.room })).toBe("acted");
    expect(shop.proxy.fromClient.filter(({ type }) => type === "Action")).toHaveLength(2);
  });

  it("a subscription lives on after a cut and shows what happened meanwhile", async () => {
    const [client, other] = [shop.client(), shop.http()];
    const seen = await shop.watched(client, "launches:names");
    shop.proxy.cut();
    await other.mutation(launch, { room: shop.room, by: "meanwhile" });
    await vi.waitFor(() => expect(seen.at(-1)).toEqual(["meanwhile"]), WITHIN);
    expect(await client.mutation(launch, { room: shop.room, by: "after" })).toBe(2);
  });
});

describe("ConvexError (contract §9.2, point 11)", () => {
  it.each(["launches:refuse", "launches:refuseNested"])(
    "its data comes through mutation %s, of which nothing stays",
    async (path) => {
      const client = shop.client();
      const seen = await shop.watched(client, "launches:names");
      const failed: unknown = await client
        .mutation(mutation(path), { room: shop.room })
        .catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(ConvexError);
      expect((failed as ConvexError<typeof REFUSAL>).data).toEqual(REFUSAL);
      await client.mutation(mutation("launches:touch"), {});
      expect(seen).toEqual([[]]);
    },
  );

  it("its data reaches the mutation that catches it, and only the nested writes are gone", async () => {
    const client = shop.client();
    expect(await client.mutation(mutation("launches:catchNested"), { room: shop.room })).toEqual(REFUSAL);
    expect(await client.query(query("launches:names"), { room: shop.room })).toEqual([]);
  });

  it.each(["launches:askInVain", "launches:askNested"])(
    "its data comes through query %s, asked and watched",
    async (path) => {
      const client = shop.client();
      await expect(client.query(query(path), {})).rejects.toMatchObject({ data: REFUSAL });
      const [seen] = await shop.watched(client, path, {});
      expect(seen).toBeInstanceOf(ConvexError);
      expect((seen as ConvexError<typeof REFUSAL>).data).toEqual(REFUSAL);
    },
  );

  it.each(["launches:actInVain", "launches:actNested"])("its data comes through action %s", async (path) => {
    const args: Record<string, string> = path.endsWith("Nested") ? { room: shop.room } : {};
    const failed: unknown = await shop
      .client()
      .action(action(path), args)
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ConvexError);
    expect((failed as ConvexError<typeof REFUSAL>).data).toEqual(REFUSAL);
  });

  it("null is data too", async () => {
    const failed: unknown = await shop
      .client()
      .mutation(mutation("launches:refuseWithNull"), {})
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ConvexError);
    expect((failed as ConvexError<null>).data).toBeNull();
  });

  it("an error of another kind is no ConvexError and names its function's file", async () => {
    const failed: unknown = await shop
      .client()
      .mutation(mutation("launches:crash"), {})
      .catch((error: unknown) => error);
    expect(failed).not.toBeInstanceOf(ConvexError);
    expect(String(failed)).toMatch(/Uncaught Error: a secret in the text[\s\S]*launches\.ts:\d+:\d+/);
  });
});

describe("a query that fails and recovers (contract §9.2, point 17)", () => {
  it("shows the error, the next good value, and goes on", async () => {
    const client = shop.client();
    const seen = await shop.watched(client, "launches:fragile");
    await client.mutation(launch, { room: shop.room, by: "nobody" });
    await client.mutation(launch, { room: shop.room, by: "ana" });
    await client.mutation(launch, { room: shop.room, by: "bia" });
    expect(seen).toEqual(["no launch", expect.any(Error), "ana", "bia"]);
    expect(String(seen[1])).toContain("the last launch is by nobody");
  });

  it("other queries of the same transition are not harmed", async () => {
    const client = shop.client();
    const [fragile, names] = [
      await shop.watched(client, "launches:fragile"),
      await shop.watched(client, "launches:names"),
    ];
    await client.mutation(launch, { room: shop.room, by: "nobody" });
    expect([fragile.at(-1), names.at(-1)]).toEqual([expect.any(Error), ["nobody"]]);
  });
});
