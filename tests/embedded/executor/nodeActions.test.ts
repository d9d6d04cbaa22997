import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { ANONYMOUS } from "../../../embedded/executor/contract";
import { saysUseNode } from "../../../embedded/executor/nodeModules";
import { TestClock } from "../support/aClock";
import { aRuntime, call, errorOf, speak } from "../support/aRuntime";
import { aFolder } from "../support/aStore";

const ROOT = join(import.meta.dirname, "../../..");

describe("the directive", () => {
  it.each([
    ['"use node";\nimport "x";', true],
    ["'use node'\nexport const a = 1;", true],
    ['// a comment\n/* another\n one */\n"use strict";\n"use node";', true],
    ['"use node"', true],
    ['// "use node";\nexport const a = 1;', false],
    ['/* "use node"; */', false],
    ['import "x";\n"use node";', false],
    ['export const a = "use node";', false],
    ['"use nodes";', false],
    ['"use node" + 1;', false],
    ["", false],
  ])("%j → %s", (source, isNode) => expect(saysUseNode(source)).toBe(isNode));
});

describe("an action in a file with the directive", () => {
  it("has Node's API and packages, bundled and external, and the deployment's variables instead of the host's", async () => {
    const runtime = await aRuntime("node/convex");
    const { action } = speak(runtime);
    expect(await action("machine:hash", { text: "a" })).toBe(createHash("sha256").update("a").digest("hex"));
    const outcome = await runtime.action(call("machine:surroundings"), ANONYMOUS);
    expect(outcome.logLines).toEqual(["[LOG] 'from Node' 1"]);
    expect(outcome.success && JSON.parse(outcome.valueJson)).toEqual({
      hasHost: true,
      hasBuffer: "61",
      shop: "Loja Demo",
      cloud: "http://127.0.0.1:3210",
      path: null,
      isNode: true,
      external: "function",
      externalDefault: 1,
      bundled: true,
      isInPlace: true,
    });
  });

  it("calls and is called like any other, with arguments and results checked, and hidden when internal", async () => {
    const { action, actionError } = speak(await aRuntime("node/convex"));
    expect(await action("machine:writes", { text: "a" })).toEqual(["a"]);
    expect(await action("notes:throughNode", { text: "a" })).toMatch(/^ca978112/);
    expect(await action("machine:callsHidden")).toBe("seen");
    expect(await actionError("machine:hidden", { text: "a" })).toContain("Could not find public function");
    expect(await actionError("machine:hash", { text: 1 })).toContain("ArgumentValidationError");
    expect(await actionError("machine:nowhere")).toContain("Could not find public function");
  });

  it("that fails says where in its own file, and carries a ConvexError's data", async () => {
    const runtime = await aRuntime("node/convex");
    const [what, ...frames] = (await speak(runtime).actionError("machine:fails", { withData: false })).split("\n");
    expect(what).toBe("Uncaught RangeError: no paper");
    expect(frames[0]).toMatch(/^ {4}at \S+ \(\.\.\/convex\/machine\.ts:\d+:\d+\)$/);
    const outcome = await runtime.action(call("machine:fails", { withData: true }), ANONYMOUS);
    expect(outcome).toMatchObject({ success: false, errorDataJson: '{"code":"esgotado"}' });
  });

  it("has a time of its own", async () => {
    const clock = new TestClock(0);
    const runtime = await aRuntime("node/convex", {
      actionTimeoutMs: 30_000,
      nodeActionTimeoutMs: 10_000,
      actionPool: { clock, threads: 1, mostThreads: 1 },
    });
    const running = [call("machine:waitsForEver"), call("notes:waitsForEver")].map((asked) =>
      runtime.action(asked, ANONYMOUS),
    );
    await vi.waitFor(() => expect(runtime.counters().actionsRunning).toBe(2), { timeout: 60_000 });
    clock.advance(10_000);
    expect(errorOf(await running[0]!)).toContain("did not finish within 10000 ms");
    // Until its thread has shown that it still answers, so that the test's clock does not outrun it.
    expect(await speak(runtime).action("machine:callsHidden")).toBe("seen");
    clock.advance(20_000);
    expect(errorOf(await running[1]!)).toContain("did not finish within 30000 ms");
  });

  it("survives a restart on the same folder", async () => {
    const dataDir = aFolder();
    await (await aRuntime("node/convex", { dataDir })).close();
    expect(await speak(await aRuntime("node/convex", { dataDir })).action("machine:callsHidden")).toBe("seen");
  });
});

/** A project of its own, with this one's packages. */
function aProject(files: Readonly<Record<string, string>>): string {
  const folder = aFolder();
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "junction");
  mkdirSync(join(folder, "convex"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return join(folder, "convex");
}

const action = (body: string) =>
  `"use node";\nimport { actionGeneric } from "convex/server";\nexport const run = actionGeneric(() => ${body});\n`;

describe("a functions folder", () => {
  it.each(["queryGeneric", "mutationGeneric", "httpActionGeneric"])(
    "with %s in a file with the directive does not load",
    async (builder) => {
      const functionsDir = aProject({
        "convex/machine.ts": `"use node";\nimport { ${builder} } from "convex/server";\nexport const other = ${builder}(() => null);\n`,
      });
      await expect(aRuntime("", { functionsDir })).rejects.toThrow(
        'machine:other: files with "use node" may define actions only.',
      );
    },
  );

  it.each(["http", "crons", "schema"])("whose %s.ts has the directive does not load", async (name) => {
    const functionsDir = aProject({ [`convex/${name}.ts`]: '"use node";\nexport default {};\n' });
    await expect(aRuntime("", { functionsDir })).rejects.toThrow(`${name}.ts must not say "use node".`);
  });

  it("whose file with the directive fails when it is evaluated does not load, and says why", async () => {
    const functionsDir = aProject({
      "convex/machine.ts": '"use node";\nexport const a = 1;\nthrow new Error("no printer");\n',
    });
    await expect(aRuntime("", { functionsDir })).rejects.toThrow("no printer");
  });

  it("finds external packages in the project when it is loaded: those named, or all", async () => {
    for (const names of ['["jose"]', '["*"]']) {
      const functionsDir = aProject({
        "convex.json": `{ "node": { "externalPackages": ${names} } }`,
        "convex/machine.ts": `${action('import.meta.resolve("jose")')}import { SignJWT } from "jose";\nexport const signer = SignJWT;\n`,
      });
      const runtime = await aRuntime("", { functionsDir });
      expect(await speak(runtime).action("machine:run")).toContain(join(ROOT, "node_modules/jose"));
    }
    const missing = aProject({
      "convex.json": '{ "node": { "externalPackages": ["not-installed-anywhere"] } }',
      "convex/machine.ts": `import "not-installed-anywhere";\n${action("1")}`.replace(/^(.*\n)("use node";\n)/, "$2$1"),
    });
    await expect(aRuntime("", { functionsDir: missing })).rejects.toThrow("not-installed-anywhere");
  });
});
