import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ANONYMOUS } from "../../../embedded/executor/contract";
import { aRuntime, call, speak, valueOf } from "../support/aRuntime";
import { aFolder } from "../support/aStore";

const request = (fields: object) => JSON.stringify({ version: "1.48.0", requestId: "", ...fields });

describe("1.0/auditLog", () => {
  const body = { actor: "ana", action: "order.paid", left: { $integer: "AQAAAAAAAAA=" } };

  it.each(["query", "mutation"] as const)("in a %s is accepted and becomes a line of its log", async (kind) => {
    const runtime = await aRuntime("rawCalls");
    const asked = call(kind === "query" ? "raw:inQuery" : "raw:inMutation", {
      op: "1.0/auditLog",
      request: request({ body }),
    });
    const { outcome } =
      kind === "query" ? await runtime.query(asked, ANONYMOUS) : await runtime.mutation(asked, ANONYMOUS);
    expect(valueOf(outcome)).toBe("null");
    expect(outcome.logLines).toEqual([`[INFO] audit ${JSON.stringify(body)}`]);
  });

  it("in an action is none of its operations", async () => {
    const { action } = speak(await aRuntime("rawCalls"));
    expect(await action("raw:inAction", { op: "1.0/auditLog", request: request({ body }) })).toBe(
      "refused: Unknown async operation 1.0/auditLog",
    );
  });
});

describe("hosted services", () => {
  it.each(["1.0/createServiceToken", "1.0/getServiceUrl"])("%s says that there are none here", async (op) => {
    const { action, mutation } = speak(await aRuntime("rawCalls"));
    const asked = { op, request: request({ service: "files" }) };
    expect(await action("raw:inAction", asked)).toBe(
      "refused: There are no hosted services here: files cannot be reached.",
    );
    expect(await mutation("raw:inMutation", asked)).toBe(`refused: Unknown async operation ${op}`);
  });
});

describe("an address of the form _reference/function/", () => {
  const to = (path: string) => ({ reference: `_reference/function/${path}`, args: { name: "ana" } });

  it("reaches functions of the app, internal ones too, from queries, mutations and actions", async () => {
    const { query, mutation, action } = speak(await aRuntime("rawCalls"));
    const asQuery = request({ udfType: "query", ...to("raw:secret") });
    const asMutation = request({ udfType: "mutation", ...to("raw:put") });
    expect(await query("raw:inQuery", { op: "1.0/runUdf", request: asQuery })).toBe('"hi ana"');
    expect(await mutation("raw:inMutation", { op: "1.0/runUdf", request: asMutation })).toBe('"ana"');
    expect(await action("raw:inAction", { op: "1.0/actions/query", request: request(to("raw:secret")) })).toBe(
      '"hi ana"',
    );
    expect(await action("raw:inAction", { op: "1.0/actions/mutation", request: request(to("raw:put")) })).toBe('"ana"');
    const handle = (await query("raw:inQuery", {
      op: "1.0/createFunctionHandle",
      request: request({ reference: "_reference/function/raw:secret" }),
    })) as string;
    expect(handle).toMatch(/^"function:\/\/\w+#raw:secret"$/);
  });

  it("to what does not exist, or to a component, is refused", async () => {
    const { query } = speak(await aRuntime("rawCalls"));
    const ask = (reference: string) =>
      query("raw:inQuery", { op: "1.0/runUdf", request: request({ udfType: "query", reference, args: {} }) });
    expect(await ask("_reference/function/raw:nowhere")).toContain("Could not find public function for 'raw:nowhere'");
    expect(await ask("_reference/childComponent/rateLimiter/lib/limit")).toContain("this app mounts no components");
  });
});

describe("while modules are loaded", () => {
  const loading = (text: string, file = "orders.ts") => {
    const folder = aFolder();
    symlinkSync(join(import.meta.dirname, "../../../node_modules"), join(folder, "node_modules"), "junction");
    mkdirSync(join(folder, "convex"));
    writeFileSync(join(folder, "convex", file), text);
    return aRuntime("", { functionsDir: join(folder, "convex") });
  };
  const value = "export const value = ";

  it.each([
    ["crypto.getRandomValues", `${value}crypto.getRandomValues(new Uint8Array(4));`],
    ["crypto.randomUUID", `${value}globalThis.crypto.randomUUID();`],
    [
      "crypto.subtle.generateKey",
      `${value}crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, true, ["sign"]);`,
    ],
    ["fetch", `${value}fetch("http://127.0.0.1:9");`],
    ["setTimeout", `${value}setTimeout(() => undefined, 1);`],
    ["setInterval", `${value}self.setInterval(() => undefined, 1);`],
    ["setImmediate", `${value}setImmediate(() => undefined);`],
  ])("%s is refused", async (name, text) => {
    await expect(loading(text)).rejects.toThrow(`${name} may not be called while modules are loaded.`);
  });

  it("there is no database to be had", async () => {
    await expect(loading(`${value}Convex.syscall("1.0/getSnapshotTs", "{}");`)).rejects.toThrow(
      "A Convex API was used outside of a running function.",
    );
  });

  it.each(["orders.ts", "schema.ts"])("the clock and chance are there, in %s", async (file) => {
    const exported = file === "schema.ts" ? "export default { export: () => '{\"tables\":[]}' };" : "";
    await loading(`export const seen = [Date.now(), Math.random(), new Date()];\n${exported}`, file);
  });
});

describe("cryptography in functions", () => {
  it("is the system's own, in queries, mutations and actions", async () => {
    const runtime = await aRuntime("conduct");
    const { query, mutation, action } = speak(runtime);
    const seen = [
      await query("chance:keys", { salt: 1 }),
      await query("chance:keys", { salt: 2 }),
      await mutation("chance:keysOfMutation"),
      await action("chance:keysOfAction"),
    ] as unknown as { uuid: string; bytes: number[]; verified: boolean }[];
    expect(new Set(seen.map(({ uuid }) => uuid)).size).toBe(4);
    expect(new Set(seen.map(({ bytes }) => bytes.join())).size).toBe(4);
    for (const { verified } of seen) expect(verified).toBe(true);
  });
});

describe("1.0/storageDelete", () => {
  it.each(["mutation", "action"] as const)("answers null in a %s", async (kind) => {
    const spoken = speak(await aRuntime("rawCalls"));
    const storageId = await spoken.action("raw:keep");
    const path = kind === "mutation" ? "raw:inMutation" : "raw:inAction";
    const asked = { op: "1.0/storageDelete", request: JSON.stringify({ storageId }) };
    expect(await spoken[kind](path, asked)).toBe("null");
    expect(await spoken[kind](path, asked)).toMatch(/^refused: /);
  });
});
