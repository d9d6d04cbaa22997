import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Runtime } from "../../../embedded/executor/runtime";
import { aRuntime, speak } from "../support/aRuntime";
import { aFolder } from "../support/aStore";

const PROVIDED: readonly (readonly [string, unknown])[] = [
  ["crypto.subtle", true],
  ["TextEncoder", "195,163"],
  ["TextDecoder", "ã"],
  ["URL", "https://loja.test/b?x=1"],
  ["URLSearchParams", "q=a+b"],
  ["Headers", "1"],
  ["Request", "POST corpo"],
  ["Response", '201 {"a":1}'],
  ["FormData", "Ana"],
  ["Blob", "6 text/plain dois"],
  ["File", "a.png true foto"],
  ["streams", "AB"],
  ["structuredClone", true],
  ["base64", "bG9qYQ== loja"],
  ["AbortController", "true tarde 1 true true"],
  ["AbortSignal.any", "a"],
  ["performance", true],
  ["queueMicrotask", "later"],
];

describe("what every runtime offers", () => {
  it("is there in queries, mutations and actions", async () => {
    const { query, mutation, action } = speak(await aRuntime("conduct"));
    for (const [name, expected] of PROVIDED) {
      expect([name, await query("provided:inQuery", { name })]).toEqual([name, expected]);
      expect([name, await mutation("provided:inMutation", { name })]).toEqual([name, expected]);
      expect([name, await action("provided:inAction", { name })]).toEqual([name, expected]);
    }
  });

  it("but for a signal that waits, which queries and mutations may not make", async () => {
    const { queryError, mutationError, action } = speak(await aRuntime("conduct"));
    const refusal =
      "Uncaught Error: AbortSignal.timeout may not be used in queries and mutations. Please use an action instead.";
    expect(await queryError("provided:waitsInQuery")).toContain(refusal);
    expect(await mutationError("provided:waitsInMutation")).toContain(refusal);
    expect(await action("provided:waitsInAction")).toBe("TimeoutError true");
  });
});

const ROOT = join(import.meta.dirname, "../../..");

/** A project of its own, with this one's packages. */
function aProject(files: Readonly<Record<string, string>>): Promise<Runtime> {
  const folder = aFolder();
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "junction");
  mkdirSync(join(folder, "convex"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, "convex", name), text);
  return aRuntime("", { functionsDir: join(folder, "convex") });
}

describe("AsyncLocalStorage", () => {
  it("of async_hooks follows each call through its waits, in queries, mutations and actions", async () => {
    const runtime = await aProject({
      "notes.ts": `
        import { AsyncLocalStorage } from "async_hooks";
        import { AsyncLocalStorage as Prefixed } from "node:async_hooks";
        import { actionGeneric, mutationGeneric, queryGeneric } from "convex/server";
        const store = new AsyncLocalStorage();
        const pause = () => crypto.subtle.digest("SHA-256", new Uint8Array(1));
        const one = (name) => store.run(name, async () => { await pause(); return store.getStore(); });
        const all = async () =>
          [...(await Promise.all(["ana", "bia"].map(one))), store.getStore() ?? null, store instanceof Prefixed];
        export const inQuery = queryGeneric(all);
        export const inMutation = mutationGeneric(all);
        export const inAction = actionGeneric(all);
      `,
    });
    const { query, mutation, action } = speak(runtime);
    const expected = ["ana", "bia", null, true];
    expect(await query("notes:inQuery")).toEqual(expected);
    expect(await mutation("notes:inMutation")).toEqual(expected);
    expect(await action("notes:inAction")).toEqual(expected);
  });
});

describe("auth.config.ts", () => {
  it.each(["Date.now()", "new Date().getTime()", "Date().length", "performance.now()", "globalThis.Date.now()"])(
    "has no clock: %s",
    async (clock) => {
      const files = { "auth.config.ts": `export default { providers: [], at: ${clock} };\n` };
      await expect(aProject(files)).rejects.toThrow("auth.config.ts has no clock");
    },
  );

  it("has the rest, and takes the clock from no other file", async () => {
    const { query } = speak(
      await aProject({
        "auth.config.ts": `import "./loaded";\nexport default { providers: [], at: new Date(5).getTime(), chance: Math.random() };\n`,
        "loaded.ts": "export const loadedAt = Date.now();\n",
        "schema.ts": `import { defineSchema } from "convex/server";\nexport default defineSchema({}, { strictTableNameTypes: Date.now() < 0 });\n`,
        "zeta.ts": `import { queryGeneric } from "convex/server";\nimport { loadedAt } from "./loaded";\nconst at = Date.now();\nexport const times = queryGeneric(() => [loadedAt > 0, at > 0, Date.now() > 0]);\n`,
      }),
    );
    expect(await query("zeta:times")).toEqual([true, true, true]);
  });
});
