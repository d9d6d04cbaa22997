import { getConvexSize } from "convex/values";
import { describe, expect, it } from "vitest";
import { PRODUCTION_LIMITS } from "../../../embedded/executor/limits";
import { aRuntime, speak } from "../support/aRuntime";

interface Metric {
  used: number;
  remaining: number;
}
type Metrics = Record<keyof typeof PRODUCTION_LIMITS, Metric>;

describe("transaction metrics", () => {
  it("count what a query read, and say how much of production's limits is left", async () => {
    const { mutation, query } = speak(await aRuntime("abi"));
    await mutation("metrics:fill", { rows: 3 });
    const metrics = (await query("metrics:readAll")) as unknown as Metrics;
    expect(Object.keys(metrics).sort()).toEqual(Object.keys(PRODUCTION_LIMITS).sort());
    expect(metrics.documentsRead).toEqual({ used: 3, remaining: 31_997 });
    expect(metrics.databaseQueries).toEqual({ used: 1, remaining: 4_095 });
    expect(metrics.bytesRead.used).toBeGreaterThan(3 * 50);
    expect(metrics.bytesRead.used + metrics.bytesRead.remaining).toBe(16 * 1024 * 1024);
    expect(metrics.documentsWritten).toEqual({ used: 0, remaining: 16_000 });
  });

  it("count every write once, the rows it had to read, and what is scheduled", async () => {
    const { mutation } = speak(await aRuntime("abi"));
    await mutation("metrics:fill", { rows: 3 });
    const metrics = (await mutation("metrics:touchesAll")) as unknown as Metrics;
    expect(metrics.documentsWritten.used).toBe(3);
    expect(metrics.documentsRead.used).toBe(6);
    expect(metrics.functionsScheduled).toEqual({ used: 1, remaining: 999 });
    expect(metrics.scheduledFunctionArgsBytes.used).toBe(getConvexSize({ rows: 1 }));
  });

  it("give a failed nested call's writes back, not its reads", async () => {
    const { mutation } = speak(await aRuntime("abi"));
    await mutation("metrics:fill", { rows: 3 });
    const metrics = (await mutation("metrics:afterFailure")) as unknown as Metrics;
    expect(metrics.documentsWritten.used).toBe(0);
    expect(metrics.bytesWritten.used).toBe(0);
    expect(metrics.documentsRead.used).toBe(3);
  });
});

describe("limits", () => {
  it("end what goes over them with an error that names the limit and that the handler may catch", async () => {
    const { mutation, query } = speak(await aRuntime("abi", { limits: { documentsWritten: 2 } }));
    expect(await mutation("metrics:catches", { rows: 2 })).toEqual({ written: 2, message: null });
    expect(await mutation("metrics:catches", { rows: 5 })).toEqual({
      written: 2,
      message: "Wrote too many documents in a single function execution (limit: 2).",
    });
    expect(((await query("metrics:readAll")) as unknown as Metrics).documentsRead.used).toBe(4);
  });

  it("fail a query that reads more rows, more bytes or more ranges than allowed", async () => {
    const rows = speak(await aRuntime("abi", { limits: { documentsRead: 2 } }));
    await rows.mutation("metrics:fill", { rows: 3 });
    expect(await rows.queryError("metrics:readAll")).toContain("Scanned too many documents");
    const bytes = speak(await aRuntime("abi", { limits: { bytesRead: 100 } }));
    await bytes.mutation("metrics:fill", { rows: 3 });
    expect(await bytes.queryError("metrics:readAll")).toContain("Read too much data");
    const ranges = speak(await aRuntime("abi", { limits: { databaseQueries: 0 } }));
    expect(await ranges.queryError("metrics:readAll")).toContain("Too many index ranges read");
  });

  it("fail a mutation that schedules more than allowed, which then schedules nothing", async () => {
    const { mutationError } = speak(await aRuntime("abi", { limits: { functionsScheduled: 1 } }));
    expect(await mutationError("metrics:schedulesTwo")).toContain("Scheduled too many functions");
  });

  it("of a nested call are what its caller grants, counted from there", async () => {
    const { mutation } = speak(await aRuntime("abi"));
    expect(await mutation("metrics:grants", { rows: 2, most: 2 })).toEqual({
      message: "done",
      documentsWritten: { used: 3, remaining: 15_997 },
    });
    expect(await mutation("metrics:grants", { rows: 3, most: 2 })).toEqual({
      message: expect.stringContaining("Wrote too many documents") as string,
      documentsWritten: { used: 1, remaining: 15_999 },
    });
  });

  it("of a nested call are never more than its caller has", async () => {
    const { mutation } = speak(await aRuntime("abi", { limits: { documentsWritten: 2 } }));
    expect(await mutation("metrics:grants", { rows: 2, most: 100 })).toMatchObject({
      message: expect.stringContaining("(limit: 2)") as string,
    });
  });
});
