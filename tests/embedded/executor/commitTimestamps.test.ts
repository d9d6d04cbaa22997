import { describe, expect, it } from "vitest";
import { ANONYMOUS } from "../../../embedded/executor/contract";
import { aFolder } from "../support/aStore";
import { aRuntime, call, speak, valueOf } from "../support/aRuntime";

describe("the commit timestamp's placeholder", () => {
  it("is the greatest int64 inside, reads back as itself, and is the commit's timestamp for everybody else", async () => {
    const runtime = await aRuntime("abi");
    const { outcome, ts } = await runtime.mutation(call("stamps:add"), ANONYMOUS);
    expect(valueOf(outcome)).toEqual({
      committedAt: ts,
      echoed: ts,
      readsBackAsPlaceholder: true,
      atMax: 2,
      snapshotTs: expect.any(BigInt) as bigint,
    });
    expect(await speak(runtime).query("stamps:byTime")).toEqual([
      { name: "direct", at: ts, nested: null },
      { name: "nested", at: ts, nested: [{ deep: ts }, '{"$commitTs":null}'] },
    ]);
  });

  it("leaves index keys of the timestamp, none of the placeholder, also after a restart", async () => {
    const dataDir = aFolder();
    const first = await aRuntime("abi", { dataDir });
    const { ts } = await first.mutation(call("stamps:add"), ANONYMOUS);
    for (const runtime of [first, null]) {
      const { query } = speak(runtime ?? (await first.close(), await aRuntime("abi", { dataDir })));
      expect(await query("stamps:notBefore", { ts: ts! })).toBe(2);
      expect(await query("stamps:notBefore", { ts: ts! + 1n })).toBe(0);
    }
  });

  it("is the recorded answer's timestamp too when a mutation is sent again", async () => {
    const runtime = await aRuntime("abi");
    const key = { sessionId: "s", requestId: 1 };
    const first = await runtime.mutation(call("stamps:add"), ANONYMOUS, key);
    expect(await runtime.mutation(call("stamps:add"), ANONYMOUS, key)).toEqual(first);
  });

  it("differs for mutations of one batch, and rises with them", async () => {
    const runtime = await aRuntime("abi");
    const done = await Promise.all([1, 2, 3].map(() => runtime.mutation(call("stamps:add"), ANONYMOUS)));
    const seen = done.map(({ outcome }) => valueOf(outcome) as { committedAt: bigint; snapshotTs: bigint });
    for (const [i, { committedAt, snapshotTs }] of seen.entries()) {
      expect(snapshotTs).toBeLessThan(committedAt);
      if (i > 0) expect(snapshotTs).toBeGreaterThanOrEqual(seen[i - 1]!.committedAt);
    }
    expect(await speak(runtime).query("stamps:snapshotTs")).toBe(runtime.latestTs());
  });

  it("is refused where no commit follows: queries, clients, scheduled arguments", async () => {
    const runtime = await aRuntime("abi");
    const { queryError, mutationError } = speak(runtime);
    expect(await queryError("stamps:leaks")).toContain("may only be used in mutations");
    expect(await mutationError("stamps:schedulesIt")).toContain("the commit timestamp placeholder");
    const raw = { path: "stamps:addAt", argsJson: '{"name":"x","at":{"$commitTs":null}}' };
    expect((await runtime.mutation(raw, ANONYMOUS)).outcome.success).toBe(false);
    expect((await runtime.query({ ...raw, path: "stamps:echo" }, ANONYMOUS)).outcome.success).toBe(false);
  });
});
