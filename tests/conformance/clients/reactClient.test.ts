// @vitest-environment happy-dom
import { generateKeyPairSync, sign } from "node:crypto";
import { cleanup, renderHook } from "@testing-library/react/pure";
import {
  ConvexProvider,
  ConvexProviderWithAuth,
  useConvexAuth,
  useMutation,
  usePaginatedQuery,
  useQueries,
  useQuery,
  type ConvexReactClient,
} from "convex/react";
import type { PaginationOptions, PaginationResult } from "convex/server";
import { makeFunctionReference } from "convex/server";
import fc from "fast-check";
import { createElement, useMemo, useState, type ReactNode } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { fixture } from "../../embedded/support/aRuntime";
import { BackendProcess } from "../../support/embeddedBackend";
import type { Frame } from "../../support/recordingProxy";
import { Clients, mutation, query, WITHIN } from "./officialClients";

const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const jwks = JSON.stringify({
  keys: [{ ...publicKey.export({ format: "jwk" }), kid: "shop", alg: "ES256", use: "sig" }],
});

const shop = new Clients();
let backend: BackendProcess;
let url: string;

// A process of its own: the backend must not find a browser's globals around it.
beforeAll(async () => {
  const TEST_JWKS = `data:application/json;base64,${Buffer.from(jwks).toString("base64")}`;
  ({ process: backend, url } = await BackendProcess.start(fixture("clients"), { env: { TEST_JWKS } }));
});
beforeEach(() => shop.begin(url));
afterEach(async () => {
  await shop.proxy.verdict();
  cleanup();
  await shop.end();
});
afterAll(() => backend.close());

const launch = mutation<number>("launches:launch");
const isAnswer = ({ from, type }: Frame): boolean => from === "server" && type === "MutationResponse";

/** What a hook gave at each render, the newest last. */
function rendered<T>(hook: () => T, client: ConvexReactClient = shop.react()) {
  const renders: T[] = [];
  const wrapper = ({ children }: { children: ReactNode }) => createElement(ConvexProvider, { client, children });
  renderHook(
    () => {
      const given = hook();
      renders.push(given);
      return given;
    },
    { wrapper },
  );
  return {
    client,
    renders,
    last: () => renders.at(-1)!,
    until: (check: (given: T) => void) => vi.waitFor(() => check(renders.at(-1)!), WITHIN),
  };
}

/** Without repeats: React renders as often as it likes. */
const steps = (values: readonly unknown[]): unknown[] =>
  values.filter((value, i) => i === 0 || JSON.stringify(value) !== JSON.stringify(values[i - 1]));

describe("hooks of ConvexReactClient (contract §9.2)", () => {
  it("1: useQuery shows a mutation's effect before useMutation's promise resolves", async () => {
    const { room } = shop;
    const view = rendered(() => ({ count: useQuery(query("launches:count"), { room }), launch: useMutation(launch) }));
    await view.until(({ count }) => expect(count).toBe(0));
    const launched = view.last().launch({ room, by: "ana" });
    const shownThen = launched.then(() => view.client.watchQuery(query("launches:count"), { room }).localQueryResult());
    expect([await launched, await shownThen]).toEqual([1, 1]);
    await view.until(({ count }) => expect(count).toBe(1));
  });

  it("2: no render shows one query of before a commit beside another of after it", async () => {
    const { room } = shop;
    const view = rendered(() => [
      useQuery(query("launches:count"), { room }),
      useQuery(query("launches:doubled"), { room }),
    ]);
    await view.until((given) => expect(given).toEqual([0, 0]));
    const others = [shop.http(), shop.http()];
    await Promise.all(
      others.flatMap((other) => Array.from({ length: 10 }, (_, i) => other.mutation(launch, { room, by: `${i}` }))),
    );
    await view.until((given) => expect(given).toEqual([20, 40]));
    const whole = view.renders.filter(([count, doubled]) => count !== undefined && doubled !== undefined);
    for (const [count, doubled] of whole) expect(doubled).toBe((count as number) * 2);
  });

  it("3: an optimistic update is replaced by the real value in one render", async () => {
    const { room } = shop;
    const names = query<string[]>("launches:names");
    const view = rendered(() => ({
      names: useQuery(names, { room }),
      launch: useMutation(launch).withOptimisticUpdate((store) => {
        store.setQuery(names, { room }, [...(store.getQuery(names, { room }) ?? []), "optimistic"]);
      }),
    }));
    await view.until((given) => expect(given.names).toEqual([]));
    const held = shop.proxy.holdAt(isAnswer);
    const launched = view.last().launch({ room, by: "real" });
    await held;
    await view.until((given) => expect(given.names).toEqual(["optimistic"]));
    shop.proxy.release();
    await launched;
    await view.until((given) => expect(given.names).toEqual(["real"]));
    expect(steps(view.renders.map((given) => given.names ?? "loading"))).toEqual([
      "loading",
      [],
      ["optimistic"],
      ["real"],
    ]);
  });

  it("3: an optimistic update is rolled back when the mutation fails", async () => {
    const { room } = shop;
    const names = query<string[]>("launches:names");
    const view = rendered(() => ({
      names: useQuery(names, { room }),
      refuse: useMutation(mutation("launches:refuse")).withOptimisticUpdate((store) =>
        store.setQuery(names, { room }, ["optimistic"]),
      ),
    }));
    await view.until((given) => expect(given.names).toEqual([]));
    const held = shop.proxy.holdAt(isAnswer);
    const refused = view.last().refuse({ room });
    const rejected = expect(refused).rejects.toMatchObject({ data: { code: "insufficient_stock" } });
    await held;
    await view.until((given) => expect(given.names).toEqual(["optimistic"]));
    shop.proxy.release();
    await rejected;
    await view.until((given) => expect(given.names).toEqual([]));
    expect(steps(view.renders.map((given) => given.names ?? "loading"))).toEqual(["loading", [], ["optimistic"], []]);
  });

  it("17: a query that fails shows its error, and its next good value", async () => {
    const { room } = shop;
    const watched = { fragile: { query: query("launches:fragile"), args: { room } } };
    const view = rendered(() => useQueries(useMemo(() => watched, [])).fragile as unknown);
    await view.until((given) => expect(given).toBe("no launch"));
    await view.client.mutation(launch, { room, by: "nobody" });
    await view.until((given) => expect(String(given)).toContain("the last launch is by nobody"));
    await view.client.mutation(launch, { room, by: "ana" });
    await view.until((given) => expect(given).toBe("ana"));
  });
});

interface Row {
  readonly _id: string;
  readonly n: number;
}
const page = makeFunctionReference<"query", { room: string; paginationOpts: PaginationOptions }, PaginationResult<Row>>(
  "rows:page",
);

/** A list in pages of four, of a room with these rows. */
async function aList(ns: readonly number[]) {
  const { room } = shop;
  const editor = shop.http();
  const add = (...more: number[]) => editor.mutation(mutation("rows:add"), { room, ns: more });
  const remove = (...gone: number[]) => editor.mutation(mutation("rows:remove"), { room, ns: gone });
  await add(...ns);
  const list = rendered(() => usePaginatedQuery(page, { room }, { initialNumItems: 4 }));
  const shows = (expected: readonly number[], status: string) =>
    list.until((given) => expect([given.results.map(({ n }) => n), given.status]).toEqual([expected, status]));
  const more = (count = 4) => list.last().loadMore(count);
  return { ...list, editor, add, remove, shows, more };
}
const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
/** Whatever was rendered was in order and without doubles. */
function expectOrder(renders: readonly { readonly results: readonly Row[] }[], direction: 1 | -1 = 1): void {
  for (const { results } of renders)
    results.forEach(({ n }, i) => i > 0 && expect(Math.sign(n - results[i - 1]!.n)).toBe(direction));
}
/** Pages that the client asked for with an end: halves of a page that it split. */
const halves = (): unknown[] =>
  shop.proxy.fromClient.flatMap(({ modifications = [] }) =>
    modifications.filter((one) => {
      const { args } = one as unknown as { args?: { paginationOpts?: { endCursor?: string } }[] };
      return typeof args?.[0]?.paginationOpts?.endCursor === "string";
    }),
  );

describe("9: usePaginatedQuery (contract §9.2)", () => {
  it("load-more shows page after page, each row once, and knows the end", async () => {
    const list = await aList(upTo(10));
    await list.shows(upTo(4), "CanLoadMore");
    list.more();
    await list.shows(upTo(8), "CanLoadMore");
    list.more();
    await list.shows(upTo(10), "Exhausted");
    expectOrder(list.renders);
  });

  it("a page that is full with the last row is followed by an empty one", async () => {
    const list = await aList(upTo(8));
    await list.shows(upTo(4), "CanLoadMore");
    list.more();
    await list.shows(upTo(8), "CanLoadMore");
    list.more();
    await list.shows(upTo(8), "Exhausted");
    await list.add(8);
    await list.shows(upTo(9), "Exhausted");
  });

  it("an insertion in the middle, at the seam of two pages and at both ends appears in its place", async () => {
    const list = await aList(upTo(8));
    await list.shows(upTo(4), "CanLoadMore");
    list.more();
    await list.shows(upTo(8), "CanLoadMore");
    await list.add(1.5);
    await list.shows([0, 1, 1.5, 2, 3, 4, 5, 6, 7], "CanLoadMore");
    await list.add(3.5, -1);
    await list.shows([-1, 0, 1, 1.5, 2, 3, 3.5, 4, 5, 6, 7], "CanLoadMore");
    // Behind what is loaded: it comes with the next page.
    await list.add(9);
    list.more();
    await list.shows([-1, 0, 1, 1.5, 2, 3, 3.5, 4, 5, 6, 7, 9], "Exhausted");
    expectOrder(list.renders);
  });

  it("a deletion leaves no gap and no double, also of the row at which a page ends", async () => {
    const list = await aList(upTo(12));
    await list.shows(upTo(4), "CanLoadMore");
    list.more();
    await list.shows(upTo(8), "CanLoadMore");
    await list.remove(3);
    await list.shows([0, 1, 2, 4, 5, 6, 7], "CanLoadMore");
    await list.remove(4, 7);
    await list.shows([0, 1, 2, 5, 6], "CanLoadMore");
    await list.remove(0, 1, 2);
    await list.shows([5, 6], "CanLoadMore");
    list.more();
    await list.shows([5, 6, 8, 9, 10, 11], "CanLoadMore");
    expectOrder(list.renders);
  });

  it("a page that has grown is split, and nothing is missing or doubled meanwhile or after", async () => {
    const list = await aList(upTo(8));
    await list.shows(upTo(4), "CanLoadMore");
    list.more();
    await list.shows(upTo(8), "CanLoadMore");
    const grown = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 1, 2, 3, 4, 5, 6, 7];
    await list.add(0.1, 0.2, 0.3, 0.4, 0.5, 0.6);
    await list.shows(grown, "CanLoadMore");
    await vi.waitFor(() => expect(halves()).toHaveLength(2), WITHIN);
    await list.add(0.05, 2.5);
    await list.remove(0.4);
    await list.shows([0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.6, 1, 2, 2.5, 3, 4, 5, 6, 7], "CanLoadMore");
    expectOrder(list.renders);
    // The page that was split is let go once its halves are there.
    await vi.waitFor(() => {
      const removed = shop.proxy.fromClient.flatMap(({ modifications = [] }) =>
        modifications.filter(({ type }) => type === "Remove"),
      );
      expect(removed.length).toBeGreaterThan(0);
    }, WITHIN);
    const lengths = list.renders.map(({ results }) => results.length);
    const firstWhole = lengths.indexOf(8);
    expect(Math.min(...lengths.slice(firstWhole))).toBe(8);
  });

  it("a cursor that is worth nothing any more makes the list begin again", async () => {
    const list = await aList(upTo(10));
    await list.shows(upTo(4), "CanLoadMore");
    list.more();
    await list.shows(upTo(8), "CanLoadMore");
    await list.editor.mutation(mutation("rows:turnRound"), { room: shop.room });
    await list.shows([9, 8, 7, 6], "CanLoadMore");
    list.more();
    await list.shows([9, 8, 7, 6, 5, 4, 3, 2], "CanLoadMore");
    const failures = shop.proxy.fromServer.flatMap(({ modifications = [] }) =>
      modifications.filter(({ type }) => type === "QueryFailed"),
    );
    expect(JSON.stringify(failures)).toContain("InvalidCursor");
  });

  it("after a cut the loaded pages are the same pages, with what happened meanwhile in its place", async () => {
    const list = await aList(upTo(12));
    await list.shows(upTo(4), "CanLoadMore");
    list.more();
    await list.shows(upTo(8), "CanLoadMore");
    shop.proxy.cut();
    await list.add(1.5);
    await list.remove(5);
    await list.shows([0, 1, 1.5, 2, 3, 4, 6, 7], "CanLoadMore");
    expectOrder(list.renders);
  });

  it("whatever is inserted and deleted, a list that is loaded to its end shows what is there", async () => {
    const spot = fc.integer({ min: 0, max: 200 });
    const edit = fc.record({
      kind: fc.constantFrom("add" as const, "add" as const, "remove" as const),
      ns: fc.array(spot, { minLength: 1, maxLength: 6 }),
    });
    const rounds = fc.array(fc.array(edit, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 4 });
    let run = 0;
    const [base, list] = [
      shop.room,
      rendered(() => usePaginatedQuery(page, { room: useRoom() }, { initialNumItems: 3 })),
    ];
    const editor = shop.http();
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        const room = `${base} run ${run++}`;
        const there = new Set(upTo(9).map((n) => n * 20));
        await editor.mutation(mutation("rows:add"), { room, ns: [...there] });
        enterRoom(room);
        for (const edits of all) {
          for (const { kind, ns } of edits) {
            const ones = [...new Set(ns)].filter((n) => there.has(n) === (kind === "remove"));
            await editor.mutation(mutation(`rows:${kind}`), { room, ns: ones });
            for (const n of ones)
              if (kind === "add") there.add(n);
              else there.delete(n);
          }
          const expected = [...there].sort((a, b) => a - b);
          await list.until((given) => {
            if (given.status === "CanLoadMore") given.loadMore(3);
            expect([given.results.map(({ n }) => n), given.status]).toEqual([expected, "Exhausted"]);
          });
        }
      }),
      { numRuns: 6 },
    );
    expectOrder(list.renders);
  });
});

/** A room that a test changes under a mounted list. */
let enterRoom: (room: string) => void;
function useRoom(): string {
  const [room, setRoom] = useState("nowhere");
  enterRoom = setRoom;
  return room;
}

describe("10: useConvexAuth (contract §9.2)", () => {
  const base64Url = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString("base64url");
  function aToken(subject: string): string {
    const iat = Math.floor(Date.now() / 1000);
    const head = base64Url({ alg: "ES256", kid: "shop" });
    const body = base64Url({ iss: "https://accounts.shop.test", aud: "shop", sub: subject, iat, exp: iat + 3600 });
    const signature = sign("sha256", Buffer.from(`${head}.${body}`), { key: privateKey, dsaEncoding: "ieee-p1363" });
    return `${head}.${body}.${signature.toString("base64url")}`;
  }

  it("goes from loading to the user and back to nobody, and queries with it", async () => {
    let setUser: (user: string | null) => void = () => undefined;
    function useAccounts() {
      const [user, set] = useState<string | null>("ana");
      setUser = set;
      const fetchAccessToken = useMemo(() => () => Promise.resolve(user === null ? null : aToken(user)), [user]);
      return { isLoading: false, isAuthenticated: user !== null, fetchAccessToken };
    }
    const client = shop.react();
    const renders: unknown[] = [];
    const wrapper = ({ children }: { children: ReactNode }) =>
      createElement(ConvexProviderWithAuth, { client, useAuth: useAccounts, children });
    renderHook(
      () => {
        const { isLoading, isAuthenticated } = useConvexAuth();
        const who = useQuery(query("people:me"), isLoading ? "skip" : {});
        renders.push(isLoading ? "loading" : [isAuthenticated, who ?? "nobody yet"]);
      },
      { wrapper },
    );
    await vi.waitFor(() => expect(renders.at(-1)).toEqual([true, "ana"]), WITHIN);
    setUser("bia");
    await vi.waitFor(() => expect(renders.at(-1)).toEqual([true, "bia"]), WITHIN);
    setUser(null);
    await vi.waitFor(() => expect(renders.at(-1)).toEqual([false, "nobody yet"]), WITHIN);
    expect(renders[0]).toBe("loading");
    const shown = renders.flatMap((given) => (Array.isArray(given) ? [given[1] as string] : []));
    expect(steps(shown)).toEqual(["nobody yet", "ana", "nobody yet", "bia", "nobody yet"]);
  });
});
