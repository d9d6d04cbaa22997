import { describe, expect, it } from "vitest";
import { ANONYMOUS } from "../../../embedded/executor/contract";
import { aFolder } from "../support/aStore";
import { aRuntime, call, speak, valueOf } from "../support/aRuntime";

const append = call("ledger:append", { text: "a" });
const key = { sessionId: "2b5f9d0e-6a3c-4c1d-9a39-0c6a5a5d1f11", requestId: 4 };

describe("a mutation sent again under its key", () => {
  it("at the same time, later, and after a restart: runs once, and answers the first answer with its timestamp", async () => {
    const dataDir = aFolder();
    const first = await aRuntime("conduct", { dataDir });
    const [one, two] = await Promise.all([
      first.mutation(append, ANONYMOUS, key),
      first.mutation(append, ANONYMOUS, key),
    ]);
    expect(two).toEqual(one);
    expect(await first.mutation(append, ANONYMOUS, key)).toEqual(one);
    await first.close();
    const second = await aRuntime("conduct", { dataDir });
    expect(await second.mutation(append, ANONYMOUS, key)).toEqual(one);
    expect(valueOf(one.outcome)).toBe(1);
    expect(second.latestTs() >= one.ts!).toBe(true);
    const other = await second.mutation(append, ANONYMOUS, { ...key, requestId: 5 });
    expect(valueOf(other.outcome)).toBe(2);
    expect(other.ts! > one.ts!).toBe(true);
  });

  it("that failed runs again", async () => {
    const runtime = await aRuntime("conduct");
    const failing = call("sandbox:strict", { qty: 1 });
    const [one, two] = [
      await runtime.mutation(failing, ANONYMOUS, key),
      await runtime.mutation(failing, ANONYMOUS, key),
    ];
    expect([one.outcome.success, one.ts, two.outcome.success]).toEqual([false, null, false]);
    expect(valueOf((await runtime.mutation(call("sandbox:strict", { qty: 2 }), ANONYMOUS, key)).outcome)).toBe("2");
  });
});

describe("timestamps", () => {
  it("each commit is the newest when its mutation answers, and listeners heard of it before", async () => {
    const runtime = await aRuntime("conduct");
    const heard: bigint[] = [];
    runtime.onCommit((ts) => heard.push(ts));
    for (let i = 0; i < 3; i++) {
      const { ts } = await runtime.mutation(append, ANONYMOUS);
      expect(runtime.latestTs()).toBe(ts);
      expect(heard.at(-1)).toBe(ts);
    }
    await expect(runtime.query(call("ledger:all"), ANONYMOUS, { ts: heard[0]! })).rejects.toThrow(
      "ask in the turn in which it was read",
    );
  });
});

describe("a folder of data", () => {
  it("is closed whole: the same process may open it again at once", async () => {
    const dataDir = aFolder();
    for (let round = 1; round <= 3; round++) {
      const runtime = await aRuntime("conduct", { dataDir });
      expect(await speak(runtime).mutation("ledger:append", { text: "x" })).toBe(round);
      await runtime.close();
    }
  });

  it("does not take a schema that its documents do not fit", async () => {
    const dataDir = aFolder();
    const loose = await aRuntime("conduct", { dataDir });
    await speak(loose).mutation("misfits:add");
    await loose.close();
    await expect(aRuntime("workbench", { dataDir })).rejects.toThrow(
      /Schema validation failed: document \w{32} of table items does not match/,
    );
    const again = await aRuntime("conduct", { dataDir });
    expect(await speak(again).query("misfits:count")).toBe(1);
  });
});

describe("documents", () => {
  it.each([
    ["system fields of its own making", "_id"],
    ["a creation time of its own making", "_creationTime"],
    ["a field with an underscore", "_hidden"],
  ])("%s are refused on insert", async (_what, field) => {
    const { mutationError } = speak(await aRuntime("conduct"));
    expect(await mutationError("misfits:insertWith", { field })).toContain(field);
  });

  it("behave as the reference says in each corner", async () => {
    const { mutation } = speak(await aRuntime("conduct"));
    expect(await mutation("misfits:corners")).toEqual({
      patched: { a: 1, c: 3 },
      replaced: { z: 1 },
      keptIdentity: true,
      afterDelete: null,
      patchGone: "db.patch: document <id> does not exist.",
      replaceGone: "db.replace: document <id> does not exist.",
      deleteGone: "db.delete: document <id> does not exist.",
      badId: 'Invalid argument `id` for `db.get`: "garbage" is not a document id.',
      otherTable: null,
      sameTable: true,
      tooManyForUnique: true,
    });
  });
});
