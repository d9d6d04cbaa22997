import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ANONYMOUS } from "../../../embedded/executor/contract";
import { Execution } from "../../../embedded/executor/execution";
import type { AppFunction, Registry } from "../../../embedded/executor/registry";
import { FunctionHandles } from "../../../embedded/executor/functionHandles";
import { Runner } from "../../../embedded/executor/runner";
import { compileValidator } from "../../../embedded/executor/validators";
import { Transaction } from "../../../embedded/transaction/transaction";
import { NaiveTable } from "../support/naiveTable";

const anything = compileValidator({ type: "any" }, () => true);

/** A runner over one mutation with the given body, and an execution of it. */
function aRun(invoke: AppFunction["invoke"], returns: AppFunction["returns"] = null) {
  const fn: AppFunction = {
    path: "orders:launch",
    kind: "mutation",
    isPublic: true,
    environment: "isolate",
    args: anything,
    returns,
    invoke,
  };
  const registry: Registry = {
    functions: new Map([[fn.path, fn]]),
    router: null,
    schemaJson: null,
    authConfig: null,
    cronsJson: null,
  };
  const runner = new Runner(() => registry, {
    wallLimitMs: 15_000,
    now: Date.now,
    handles: new FunctionHandles(Buffer.from("secret")),
  });
  const execution = new Execution(
    "mutation",
    fn.path,
    "",
    ANONYMOUS,
    runner.newTree(),
    new Transaction(new NaiveTable(), 1_000),
  );
  return { runner, execution, run: (argsJson: string) => runner.run(fn, { path: fn.path, argsJson }, execution) };
}

describe("Runner", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("gives up a function that does not end, and refuses what it asks for afterwards", async () => {
    const { run, execution } = aRun(() => new Promise<string>(() => undefined));
    const result = expect(run("{}")).rejects.toThrow(
      "Function execution timed out: orders:launch did not finish within 15000 ms.",
    );
    await vi.advanceTimersByTimeAsync(14_999);
    expect(execution.closed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await result;
    expect(execution.closed).toBe(true);
  });

  it("leaves no timer behind a function that ended", async () => {
    const { run, execution } = aRun((argsText) => Promise.resolve(argsText));
    expect(await run('{"qty":1}')).toBe('[{"qty":1}]');
    expect(vi.getTimerCount()).toBe(0);
    expect(execution.closed).toBe(true);
  });

  it("looks at a result that it let pass a moment ago no second time, at any other each time", async () => {
    const results = ["1", "1", '"no"', '"no"', "1", "2", "1"];
    const returns = vi.fn<NonNullable<AppFunction["returns"]>>((value) => (value === "no" ? "not a number" : null));
    const { run } = aRun(() => Promise.resolve(results.shift()!), returns);
    const outcomes: string[] = [];
    while (results.length > 0) outcomes.push(await run("{}").catch((error: Error) => error.message));
    const refusal = "ReturnsValidationError: not a number";
    expect(outcomes).toEqual(["1", "1", refusal, refusal, "1", "2", "1"]);
    expect(returns.mock.calls.map(([value]) => value)).toEqual([1, "no", "no", 2, 1]);
  });

  it.each([
    ["a list", "[]"],
    ["a number", "1"],
    ["an integer", '{"$integer":"AQAAAAAAAAA="}'],
    ["a set inside", '{"a":{"$set":[]}}'],
    ["a commit timestamp", '{"at":{"$commitTs":null}}'],
    ["a lone surrogate", '{"a":"\\ud800"}'],
    ["half a text", '{"a":"'],
  ])("%s as arguments never reaches the function", async (_what, argsJson) => {
    const invoke = vi.fn<AppFunction["invoke"]>();
    await expect(aRun(invoke).run(argsJson)).rejects.toThrow();
    expect(invoke).not.toHaveBeenCalled();
  });

  it.each([
    ["orders:launch", "orders:launch"],
    ["orders.js:launch", "orders:launch"],
  ])("finds %s", (path, found) => {
    expect(aRun(() => Promise.resolve("null")).runner.resolve(path, "mutation", ANONYMOUS).path).toBe(found);
  });
});
