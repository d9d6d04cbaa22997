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

  it.each([false, true])("of actions, Node's too, and of HTTP actions likewise (anew: %s)", async (reevaluate) => {
    // One thread, so that it is the same one each time.
    const runtime = await aRuntime("modules", { reevaluate, actionPool: { threads: 1, mostThreads: 1 } });
    const { action, actionError } = speak(runtime);
    const visit = async (): Promise<string> => {
      const url = "http://127.0.0.1:3211/visit";
      const { body } = await runtime.httpAction({ url, method: "GET", headers: [], body: null });
      const parts: Uint8Array[] = [];
      for await (const part of body) parts.push(part);
      return Buffer.concat(parts).toString();
    };
    expect([await action("visits:act"), await action("visits:act")]).toEqual(reevaluate ? [1, 1] : [1, 2]);
    expect([await action("machine:act"), await action("machine:act")]).toEqual(reevaluate ? [1, 1] : [1, 2]);
    expect([await visit(), await visit()]).toEqual(reevaluate ? ["1", "1"] : ["1", "2"]);
    // Frames lead to the file, under whatever address it was evaluated.
    expect(await actionError("machine:fails")).toMatch(
      /^Uncaught Error: visit [13]\n {4}at \S+ \(\.\.\/modules\/machine\.ts:9:\d+\)$/,
    );
  });
});
