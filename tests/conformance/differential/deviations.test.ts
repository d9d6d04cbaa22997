import { convexTest } from "convex-test";
import { actionGeneric, defineSchema, defineTable, makeFunctionReference, mutationGeneric } from "convex/server";
import { ConvexError, v } from "convex/values";
import { afterEach, describe, expect, it, vi } from "vitest";
import schema from "../../embedded/fixtures/differential/schema";
import type { Step } from "../../embedded/fixtures/differential/steps";
import { modules, onConvexTest } from "./backends";
import { DEVIATIONS, type Proof } from "./deviations";
import { EVERYTHING, NO_NAMES } from "./namedCases";

afterEach(() => vi.useRealTimers());

/** What each exemption rests on, on convex-test itself. When one of these fails, its exemption can go. */
const STILL_SO: Readonly<Record<Proof, () => Promise<void>>> = {
  "full last page": async () => {
    const shop = convexTest({ schema, modules });
    await shop.run(({ db }) => db.insert("rows", { a: "a", b: 1 }));
    const page = await shop.run(({ db }) => db.query("rows").paginate({ cursor: null, numItems: 1 }));
    expect(page.isDone).toBe(true);
  },
  "order in filters": async () => {
    const shop = convexTest({ schema, modules });
    await shop.run(({ db }) => db.insert("rows", { a: "a", b: 1 }));
    const found = await shop.run(({ db }) =>
      db
        .query("rows")
        .filter((q) => q.lt(q.field("c"), q.field("b")))
        .collect(),
    );
    // undefined comes before every number; to JavaScript it does not compare.
    expect(found).toEqual([]);
  },
  "result after commit": async () => {
    const backend = onConvexTest();
    const steps: Step[] = [{ kind: "insert", fields: { a: "a", b: 1 } }];
    const failed = await backend.call("mutation", "programs:write", { steps, names: NO_NAMES, end: "badResult" });
    expect(failed).toEqual({ failed: "its result was not valid" });
    const all: Step[] = [{ kind: "collect", range: EVERYTHING }];
    expect(await backend.call("query", "programs:read", { steps: all, names: NO_NAMES, end: "well" })).toMatchObject({
      value: { results: [[{ a: "a" }]] },
    });
  },
  "int64 in nested refusals": async () => {
    const shop = convexTest({
      modules: {
        ...modules,
        "../fixtures/refusals.ts": () =>
          Promise.resolve({
            refuse: mutationGeneric(() => {
              throw new ConvexError({ available: 1n });
            }),
          }),
      },
    });
    const caught: unknown = await shop
      .mutation(({ runMutation }) => runMutation(makeFunctionReference<"mutation">("refusals:refuse"), {}))
      .catch((error: unknown) => error);
    expect(caught).not.toBeInstanceOf(ConvexError);
  },
  records: async () => {
    const records = defineSchema({ prices: defineTable({ of: v.record(v.string(), v.number()) }) });
    const shop = convexTest({ schema: records, modules });
    const id = await shop.run(({ db }) => db.insert("prices", { of: { blusa: "caro" as never } }));
    expect(await shop.run(({ db }) => db.get(id))).toMatchObject({ of: { blusa: "caro" } });
  },
  "files of mutations": async () => {
    const files = mutationGeneric(({ storage }, { what }: { what: string }): Promise<unknown> => {
      if (what === "store") return storage.store(new Blob(["a"]));
      return what === "get" ? storage.get("kg2" as never) : storage.getMetadata("kg2" as never);
    });
    const shop = convexTest({ modules: { ...modules, "../fixtures/files.ts": () => Promise.resolve({ files }) } });
    for (const what of ["store", "get", "getMetadata"]) {
      const asked = shop.mutation(makeFunctionReference<"mutation">("files:files"), { what });
      await expect(asked).rejects.toThrow("does not support");
    }
  },
  "answer of storageDelete": async () => {
    const remove = actionGeneric(async ({ storage }) => {
      const storageId = await storage.store(new Blob(["a"]));
      const { Convex } = globalThis as unknown as {
        Convex: { asyncSyscall(op: string, args: string): Promise<string> };
      };
      return await Convex.asyncSyscall("1.0/storageDelete", JSON.stringify({ storageId }));
    });
    const shop = convexTest({ modules: { ...modules, "../fixtures/files.ts": () => Promise.resolve({ remove }) } });
    expect(await shop.action(makeFunctionReference<"action">("files:remove"), {})).toBe("{}");
  },
  normalizeId: async () => {
    const shop = convexTest({ schema, modules });
    // A well-formed id of the first table of an app (contract §2.2), which here is `rows`.
    const real = "j57128hk8hapcxw8k6nbqk6xxvzh1swg";
    expect(await shop.run(({ db }) => Promise.resolve(db.normalizeId("rows", real)))).toBeNull();
  },
  contentType: async () => {
    const shop = convexTest({ schema, modules });
    const file = await shop.run(async ({ storage, db }) => {
      const id = await storage.store(new Blob(["a"], { type: "text/plain" }));
      return await db.system.get(id);
    });
    expect(file?.contentType).toBeUndefined();
  },
  completedTime: async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const shop = convexTest({ schema, modules });
    const job = await shop.run(({ scheduler }) =>
      scheduler.runAfter(0, makeFunctionReference<"mutation">("programs:empty"), {}),
    );
    await shop.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await shop.run(({ db }) => db.system.get(job))).toMatchObject({ state: { kind: "success" } });
    expect(await shop.run(({ db }) => db.system.get(job))).not.toHaveProperty("completedTime");
  },
  cancel: async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const shop = convexTest({ schema, modules });
    const job = await shop.run(({ scheduler }) =>
      scheduler.runAfter(0, makeFunctionReference<"mutation">("programs:empty"), {}),
    );
    await shop.finishAllScheduledFunctions(vi.runAllTimers);
    await shop.run(({ scheduler }) => scheduler.cancel(job));
    expect(await shop.run(({ db }) => db.system.get(job))).toMatchObject({ state: { kind: "canceled" } });
  },
};

describe("what is exempt is exempt for a reason", () => {
  const proofs = DEVIATIONS.flatMap((one) => ("proof" in one ? [one] : []));
  it.each(proofs)("convex-test: $convexTest", ({ proof }) => STILL_SO[proof]());
});
