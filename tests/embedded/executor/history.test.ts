import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { ANONYMOUS } from "../../../embedded/executor/contract";
import type { Runtime } from "../../../embedded/executor/runtime";
import { createLog } from "../../../embedded/server/log";
import { serve } from "../../../embedded/server/serve";
import type { Commit } from "../../../embedded/transaction/commit";
import { History } from "../../../embedded/transaction/history";
import { encodeTs } from "../../../embedded/sync/protocol";
import { aRuntime, call, speak, valueOf } from "../support/aRuntime";

async function namesAt(runtime: Runtime, ts: bigint): Promise<unknown> {
  const outcome = await runtime.queryAt(call("nesting:list"), ANONYMOUS, ts);
  return outcome === null ? null : valueOf(outcome);
}

async function served(runtime: Runtime): Promise<string> {
  const options = { host: "127.0.0.1", port: 0, sitePort: 0, instanceName: "past", version: "1" };
  const server = await serve({ ...options, log: createLog("silent") });
  onTestFinished(() => server.close());
  server.attach(runtime);
  return server.url;
}

describe("a query at an earlier timestamp", () => {
  it("sees the state of that commit, however many came after it", async () => {
    const runtime = await aRuntime("conduct");
    const seen: [bigint, unknown][] = [[runtime.latestTs(), []]];
    for (let i = 0; i < 4; i++) {
      await speak(runtime).mutation("nesting:catches");
      seen.push([runtime.latestTs(), await speak(runtime).query("nesting:list")]);
    }
    expect(seen.at(-1)![1]).toHaveLength(8);
    for (const [ts, names] of seen) expect(await namesAt(runtime, ts)).toEqual(names);
  });

  it("has no answer for the future, nor for what is older than the start", async () => {
    const runtime = await aRuntime("conduct");
    expect(await namesAt(runtime, runtime.latestTs() + 1n)).toBeNull();
    expect(await namesAt(runtime, runtime.latestTs() - 1n)).toBeNull();
  });

  it("is what the official client's consistent queries ask for; what cannot be answered is a 400", async () => {
    const runtime = await aRuntime("conduct");
    const url = await served(runtime);
    const client = new ConvexHttpClient(url);
    const list = makeFunctionReference<"query", Record<string, never>, string[]>("nesting:list");
    expect(await client.consistentQuery(list)).toEqual([]);
    await speak(runtime).mutation("nesting:catches");
    expect(await client.consistentQuery(list)).toEqual([]);
    expect(await new ConvexHttpClient(url).consistentQuery(list)).toEqual(["before", "after"]);
    for (const ts of [encodeTs(runtime.latestTs() + 1n), encodeTs(1n), "tomorrow", undefined]) {
      const body = JSON.stringify({ path: "nesting:list", args: [{}], format: "convex_encoded_json", ts });
      const answer = await fetch(`${url}/api/query_at_ts`, { method: "POST", body });
      expect(answer.status).toBe(400);
    }
  });
});

describe("the history", () => {
  const MINUTE = 60_000_000_000n;
  const commit = (ts: bigint): Commit => ({ ts, writes: new Map(), changes: [] });

  it("keeps five minutes", () => {
    const history = new History(0n);
    for (let minute = 1n; minute <= 7n; minute++) history.add(commit(minute * MINUTE));
    expect(history.oldestTs).toBe(MINUTE);
    expect(history.after(5n * MINUTE).map(({ ts }) => ts / MINUTE)).toEqual([6n, 7n]);
  });
});
