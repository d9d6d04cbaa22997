import { describe, expect, it } from "vitest";
import type { FinishedCall } from "../../../embedded/executor/calls";
import { createLog } from "../../../embedded/server/log";
import { startEmbedded } from "../../support/embeddedBackend";
import { aRuntime, fixture, speak } from "../support/aRuntime";
import { RegularClient } from "./regularClient";

describe("the log", () => {
  it("is one JSON object per line, from the asked level on, with errors and bigints as text", () => {
    const lines: string[] = [];
    const log = createLog("info", (line) => void lines.push(line));
    log.debug("unheard");
    log.info("function", { kind: "query", path: "shop:count", durationMs: 1.5, ts: 5n });
    log.error("http_fault", { error: new Error("broken\nin two lines") });
    expect(lines.map((line) => line.indexOf("\n") === line.length - 1)).toEqual([true, true]);
    const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(first).toMatchObject({ level: "info", event: "function", path: "shop:count", durationMs: 1.5, ts: "5" });
    expect(Number.isNaN(Date.parse(String(first!.time)))).toBe(false);
    expect(second!.error).toContain("broken\nin two lines");
  });

  it("hears of every call with the function's name and how long it took", async () => {
    const calls: FinishedCall[] = [];
    const { mutation, query, queryError } = speak(
      await aRuntime("modules", { onCall: (call) => void calls.push(call) }),
    );
    await mutation("visits:visit");
    await query("visits:look");
    await queryError("visits:nowhere");
    expect(calls.map(({ kind, path, success }) => [kind, path, success])).toEqual([
      ["mutation", "visits:visit", true],
      ["query", "visits:look", true],
      ["query", "visits:nowhere", false],
    ]);
    for (const { durationMs } of calls) expect(durationMs).toBeGreaterThanOrEqual(0);
  });
});

describe("/health and /metrics", () => {
  it("say that it serves, and count connections, subscriptions, executions, invalidations and commits with their sizes", async () => {
    const backend = await startEmbedded(fixture("hostile"));
    const client = new RegularClient(backend.url);
    try {
      const health = await fetch(`${backend.url}/health`);
      expect([health.status, await health.json()]).toEqual([200, { status: "ok" }]);
      await client.goesOn();
      const text = await (await fetch(`${backend.url}/metrics`)).text();
      const figures = new Map(
        text
          .trim()
          .split("\n")
          .map((line) => line.split(" ") as [string, string]),
      );
      const atLeast = {
        connections: 1,
        subscriptions: 1,
        query_executions: 4,
        query_invalidations: 3,
        commits: 3,
        mutations: 3,
        largest_commit_batch: 1,
        function_calls: 7,
        transitions: 4,
        heap_used_bytes: 1,
        uptime_seconds: 0,
      };
      for (const [name, least] of Object.entries(atLeast))
        expect([name, Number(figures.get(`backend_${name}`)) >= least]).toEqual([name, true]);
      expect(figures.get("backend_function_failures")).toBe("0");
    } finally {
      await client.close();
      await backend.close();
    }
  });
});
