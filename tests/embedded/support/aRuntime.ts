import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import { convexToJson, jsonToConvex, type Value } from "convex/values";
import { ANONYMOUS, type Caller, type Outcome } from "../../../embedded/executor/contract";
import { Runtime, type RuntimeOptions } from "../../../embedded/executor/runtime";
import { aFolder } from "./aStore";

const root = join(import.meta.dirname, "../../..");
export const fixture = (name: string): string => join(import.meta.dirname, "../fixtures", name);

/** Builds the action worker if need be; returns where it lies. */
export async function builtWorker(): Promise<URL> {
  const script = pathToFileURL(join(root, "scripts/build.mjs")).href;
  const { loadEmbedded } = (await import(/* @vite-ignore */ script)) as { loadEmbedded: () => Promise<unknown> };
  await loadEmbedded();
  return pathToFileURL(join(root, ".cache/embedded/actionWorker.js"));
}

/** The executor on a fixture's functions and an empty folder; closed when the test ends. */
export async function aRuntime(functions: string, options: Partial<RuntimeOptions> = {}): Promise<Runtime> {
  const runtime = await Runtime.start({
    functionsDir: fixture(functions),
    dataDir: options.dataDir ?? aFolder(),
    adminKey: "operator",
    publicUrl: "http://127.0.0.1:3210",
    publicSiteUrl: "http://127.0.0.1:3211",
    env: { SHOP_NAME: "Loja Demo" },
    actionTimeoutMs: 10_000,
    redact: false,
    workerUrl: await builtWorker(),
    ...options,
  });
  onTestFinished(() => runtime.close());
  return runtime;
}

export const call = (path: string, args: Record<string, unknown> = {}): { path: string; argsJson: string } => ({
  path,
  argsJson: JSON.stringify(convexToJson(args as Value)),
});

/** The value of a call that must succeed. */
export function valueOf(outcome: Outcome): Value {
  if (!outcome.success) throw new Error(outcome.errorMessage);
  return jsonToConvex(JSON.parse(outcome.valueJson) as never);
}

/** The error text of a call that must fail, without the line with the request's number. */
export function errorOf(outcome: Outcome): string {
  if (outcome.success) throw new Error(`It succeeded with ${outcome.valueJson}.`);
  return outcome.errorMessage.split("\n").slice(1).join("\n");
}

/** Short forms for tests that only want values or errors. */
export function speak(runtime: Runtime, caller: Caller = ANONYMOUS) {
  return {
    query: async (path: string, args?: Record<string, unknown>): Promise<Value> =>
      valueOf((await runtime.query(call(path, args), caller)).outcome),
    queryError: async (path: string, args?: Record<string, unknown>): Promise<string> =>
      errorOf((await runtime.query(call(path, args), caller)).outcome),
    mutation: async (path: string, args?: Record<string, unknown>): Promise<Value> =>
      valueOf((await runtime.mutation(call(path, args), caller)).outcome),
    mutationError: async (path: string, args?: Record<string, unknown>): Promise<string> =>
      errorOf((await runtime.mutation(call(path, args), caller)).outcome),
    action: async (path: string, args?: Record<string, unknown>): Promise<Value> =>
      valueOf(await runtime.action(call(path, args), caller)),
    actionError: async (path: string, args?: Record<string, unknown>): Promise<string> =>
      errorOf(await runtime.action(call(path, args), caller)),
  };
}
