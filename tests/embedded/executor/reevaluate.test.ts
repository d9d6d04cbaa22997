import { describe, expect, it } from "vitest";
import { aRuntime, speak } from "../support/aRuntime";

describe("state of a module", () => {
  it("outlives a call, unless modules are evaluated anew", async () => {
    const usual = speak(await aRuntime("modules"));
    expect([await usual.mutation("visits:visit"), await usual.mutation("visits:visit")]).toEqual([1, 2]);
    expect([await usual.mutation("visits:leave"), await usual.mutation("visits:leave")]).toEqual([1, 2]);
    expect(await usual.mutation("visits:nested")).toEqual([101, 101, true]);
  });

  it("is gone with each call when they are: of mutations, queries, nested calls and on the global object", async () => {
    const anew = speak(await aRuntime("modules", { reevaluate: true }));
    expect([await anew.mutation("visits:visit"), await anew.mutation("visits:visit")]).toEqual([1, 1]);
    expect([await anew.mutation("visits:leave"), await anew.mutation("visits:leave")]).toEqual([1, 1]);
    expect(await anew.query("visits:look")).toBe(1);
    expect(await anew.mutation("visits:nested")).toEqual([1, 100, true]);
  });
});
