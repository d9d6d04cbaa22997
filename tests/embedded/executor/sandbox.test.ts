import { describe, expect, it } from "vitest";
import { ANONYMOUS, type Caller } from "../../../embedded/executor/contract";
import { aRuntime, call, speak, valueOf } from "../support/aRuntime";

interface Clocks {
  before: number;
  date: number;
  after: number;
  own: number;
  text: number;
  performance: number;
}

describe("the clock", () => {
  it.each(["query", "mutation"] as const)("stands still in a %s, by whatever name it is read", async (kind) => {
    const runtime = await aRuntime("conduct");
    const earliest = Date.now();
    const spoken = speak(runtime);
    const seen = (kind === "query"
      ? await spoken.query("sandbox:clocks", { salt: 1 })
      : await spoken.mutation("sandbox:clocksOfMutation")) as unknown as Clocks;
    expect(seen.before).toBeGreaterThanOrEqual(earliest - 1);
    expect(seen.before).toBeLessThanOrEqual(Date.now());
    expect(Number.isInteger(seen.before)).toBe(true);
    expect({ ...seen, text: 0 }).toEqual({
      before: seen.before,
      date: seen.before,
      after: seen.before,
      own: seen.before,
      text: 0,
      performance: 0,
    });
    expect(Math.abs(seen.text - seen.before)).toBeLessThan(1_000); // that form has no milliseconds
  });

  it("leaves dates what they are otherwise", async () => {
    const { query } = speak(await aRuntime("conduct"));
    expect(await query("sandbox:dates")).toEqual({
      parsed: "2026-03-01T12:00:00.000Z",
      fromParts: Date.UTC(2026, 0, 1),
      isDate: true,
      copy: 5,
    });
  });
});

describe("chance", () => {
  it("differs from call to call and within a call", async () => {
    const { mutation } = speak(await aRuntime("conduct"));
    const [one, two] = [
      (await mutation("sandbox:randoms")) as number[],
      (await mutation("sandbox:randoms")) as number[],
    ];
    expect(new Set([...one.slice(0, 3), ...two.slice(0, 3)]).size).toBe(6);
    for (const number of one.slice(0, 3)) expect(number >= 0 && number < 1).toBe(true);
    expect(one[3]).toBe(2);
  });
});

describe("the outside world", () => {
  it.each(["fetch", "globalThis.fetch", "setTimeout", "setInterval", "setImmediate", "self.setTimeout"])(
    "%s is refused in queries and mutations",
    async (what) => {
      const { queryError, mutationError } = speak(await aRuntime("conduct"));
      const expected =
        /^Uncaught Error: (fetch|setTimeout|setInterval|setImmediate) may not be used in queries and mutations\. Please use an action instead\./;
      expect(await queryError("sandbox:reachesOut", { what })).toMatch(expected);
      expect(await mutationError("sandbox:reachesOutInMutation", { what })).toMatch(expected);
    },
  );

  it("is there in actions", async () => {
    expect(await speak(await aRuntime("conduct")).action("sandbox:waits")).toBe("function");
  });

  it("is not touched: the host keeps its own globals, and its environment is not shown", async () => {
    const { query, mutation } = speak(await aRuntime("conduct"));
    expect(await query("sandbox:environment")).toEqual({
      shop: "Loja Demo",
      path: null,
      hasClock: true,
      cloud: "http://127.0.0.1:3210",
      missing: null,
      inherited: null,
      keys: ["CONVEX_CLOUD_URL", "CONVEX_SITE_URL", "SHOP_NAME"],
    });
    expect(await mutation("sandbox:meddles")).toEqual({ refusal: "TypeError", leftBehind: "here", shop: "Loja Demo" });
    expect("leftBehind" in globalThis).toBe(false);
  });
});

describe("what a call answers", () => {
  it("carries its log lines, strings in single quotes", async () => {
    const runtime = await aRuntime("conduct");
    const { outcome } = await runtime.query(call("sandbox:logs"), ANONYMOUS);
    expect(outcome.logLines).toEqual(["[LOG] 'vendeu' 3 { code: 'C151' }", "[WARN] 'quase'", "[ERROR] 'x'"]);
  });

  it.each([
    ["query", "sandbox:fails", { how: "type" }, "Uncaught TypeError: sem estoque"],
    ["action", "sandbox:failsInAction", {}, "Uncaught TypeError: sem frete"],
  ] as const)("of a failed %s says what happened and where in the app's own files", async (kind, path, args, text) => {
    const runtime = await aRuntime("conduct");
    const outcome =
      kind === "query"
        ? (await runtime.query(call(path, args), ANONYMOUS)).outcome
        : await runtime.action(call(path, args), ANONYMOUS);
    if (outcome.success) throw new Error("It succeeded.");
    const [head, what, ...frames] = outcome.errorMessage.split("\n");
    expect(head).toMatch(/^\[Request ID: [0-9a-f]{16}\] Server Error$/);
    expect(what).toBe(text);
    expect(frames.length).toBeGreaterThan(0);
    for (const frame of frames) expect(frame).toMatch(/^ {4}at \S+ \(\S*conduct\/sandbox\.ts:\d+:\d+\)$/);
  });

  it("behaving as production says nothing but the app's own data", async () => {
    const runtime = await aRuntime("conduct", { redact: true });
    const { outcome } = await runtime.query(call("sandbox:fails", { how: "data" }), ANONYMOUS);
    expect(outcome).toEqual({
      success: false,
      errorMessage: expect.stringMatching(/^\[Request ID: [0-9a-f]{16}\] Server Error$/),
      errorDataJson: '{"code":"esgotado"}',
      logLines: [],
    });
    const action = await runtime.action(call("sandbox:failsInAction"), ANONYMOUS);
    expect(action).toEqual({ success: false, errorMessage: expect.stringMatching(/Server Error$/), logLines: [] });
    expect((await runtime.query(call("sandbox:logs"), ANONYMOUS)).outcome.logLines).toEqual([]);
  });

  it.each([
    ["a missing function", "sandbox:nothing"],
    ["an internal function", "sandbox:hidden"],
    ["a missing module", "nowhere:all"],
    ["a constant of a module", "sandbox:seenWhileLoading"],
    ["a name that every object has", "sandbox:constructor"],
  ])("%s is not found", async (_what, path) => {
    const { queryError, mutationError, actionError } = speak(await aRuntime("conduct"));
    for (const ask of [queryError, mutationError, actionError])
      expect(await ask(path)).toContain(`Could not find public function for '${path}'`);
  });

  it("to a call of the wrong kind names both kinds", async () => {
    expect(await speak(await aRuntime("conduct")).mutationError("sandbox:whoAmI")).toContain(
      "Trying to execute sandbox:whoAmI as a mutation, but it is defined as a query.",
    );
  });

  it("is an error before anything is stored when arguments or the result do not fit", async () => {
    const { mutation, mutationError, query } = speak(await aRuntime("conduct"));
    expect(await mutationError("sandbox:strict", { qty: "1" })).toContain("ArgumentValidationError: ");
    expect(await mutationError("sandbox:strict", { qty: 1, more: 1 })).toContain("ArgumentValidationError: ");
    expect(await mutationError("sandbox:strict", { qty: 1 })).toContain("ReturnsValidationError: ");
    expect(await query("sandbox:strictRows")).toBe(0);
    expect(await mutation("sandbox:strict", { qty: 2 })).toBe("2");
    expect(await query("sandbox:strictRows")).toBe(1);
  });
});

describe("who shares an answer", () => {
  const person = (subject: string): Caller => {
    const identity = { tokenIdentifier: `https://shop|${subject}`, issuer: "https://shop", subject };
    return { identity, key: JSON.stringify(identity), isAdmin: false, expiresAt: null };
  };
  const [ana, bia] = [person("ana"), person("bia")];

  it("everyone, if the function did not ask who it is for", async () => {
    const runtime = await aRuntime("conduct");
    expect(await runtime.query(call("sandbox:sameForAll"), ana)).toBe(
      await runtime.query(call("sandbox:sameForAll"), bia),
    );
  });

  it("only the same person, if it did", async () => {
    const runtime = await aRuntime("conduct");
    const [first, second, again] = [
      await runtime.query(call("sandbox:whoAmI"), ana),
      await runtime.query(call("sandbox:whoAmI"), bia),
      await runtime.query(call("sandbox:whoAmI"), ana),
    ];
    expect([first, second].map(({ outcome }) => valueOf(outcome))).toEqual(["ana", "bia"]);
    expect(again).toBe(first);
    expect(valueOf((await runtime.query(call("sandbox:whoAmI"), ANONYMOUS)).outcome)).toBe("nobody");
  });

  it("nobody else, however the question is worded", async () => {
    const runtime = await aRuntime("conduct");
    expect(valueOf((await runtime.query(call("sandbox:whoAmI"), ana)).outcome)).toBe("ana");
    // The parts of a question were joined by line breaks: these parts joined to what ana's answer was kept under.
    const worded = await runtime.query({ path: "sandbox:whoAmI", argsJson: ana.key }, bia, { journal: "\n{}" });
    expect(worded.outcome.success && valueOf(worded.outcome)).not.toBe("ana");
  });

  it("not the operator's view with those who may not have it", async () => {
    const runtime = await aRuntime("conduct");
    const operator = runtime.authenticateAdmin("operator");
    expect(valueOf((await runtime.query(call("sandbox:hidden"), operator)).outcome)).toBe("secret");
    const { outcome } = await runtime.query(call("sandbox:hidden"), ANONYMOUS);
    expect(outcome.success).toBe(false);
    expect(() => runtime.authenticateAdmin("guess")).toThrow("The admin key is not of this deployment.");
  });
});
