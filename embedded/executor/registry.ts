import type { FunctionsBundle } from "./bundle";
import { evaluateBundle } from "./sandbox";
import { compileValidator, type IdChecker, type Validator, type ValidatorJson } from "./validators";

export type CallableKind = "query" | "mutation" | "action";

/** A function of the app, as its module exports it (contract §1.1). */
export interface AppFunction {
  readonly path: string;
  readonly kind: CallableKind;
  readonly isPublic: boolean;
  readonly args: Validator;
  readonly returns: Validator | null;
  /** Runs it: takes JSON text of `[args]`, resolves to JSON text of the result. */
  readonly invoke: (argsText: string) => Promise<string>;
}

/** What `http.ts` exports: a router made by the official library (contract §4.4). */
export interface AppRouter {
  lookup(
    path: string,
    method: string,
  ): readonly [{ invokeHttpAction(request: Request): Promise<Response> }, string, string] | null;
}

/** An app's evaluated modules: its functions by path, and what the reserved files export. */
export interface Registry {
  readonly functions: ReadonlyMap<string, AppFunction>;
  readonly router: AppRouter | null;
  /** JSON text of the exported schema, or null. */
  readonly schemaJson: string | null;
  readonly authConfig: unknown;
  /** JSON text of what `crons.ts` exports, or null. */
  readonly cronsJson: string | null;
}

type Exported = Record<string, unknown>;

/** Evaluates a bundle and collects what it defines. @throws on an export that claims to be a function but is malformed */
export function loadRegistry(bundle: FunctionsBundle, globals: Record<string, unknown>, isIdOf: IdChecker): Registry {
  const modules = evaluateBundle(bundle.code, globals, BUNDLE_FILE) as Record<string, Exported>;
  const functions = new Map<string, AppFunction>();
  for (const [module, exports] of Object.entries(modules)) {
    if (module === "schema" || module === "auth.config") continue;
    for (const [name, value] of Object.entries(exports)) {
      const found = asFunction(`${module}:${name}`, value, isIdOf);
      if (found !== null) functions.set(found.path, found);
    }
  }
  const schema = modules.schema?.default as { export(): string } | undefined;
  const crons = modules.crons?.default as { isCrons?: boolean; export(): string } | undefined;
  const router = modules.http?.default as (AppRouter & { isRouter?: boolean }) | undefined;
  return {
    functions,
    router: router?.isRouter === true ? router : null,
    schemaJson: schema?.export() ?? null,
    authConfig: modules["auth.config"]?.default ?? null,
    cronsJson: crons?.isCrons === true ? crons.export() : null,
  };
}

/** The name under which the bundle's frames appear in stack traces. */
export const BUNDLE_FILE = "convex-functions.js";

function asFunction(path: string, value: unknown, isIdOf: IdChecker): AppFunction | null {
  if (typeof value !== "function") return null;
  const marked = value as unknown as Exported;
  const kind =
    marked.isQuery === true
      ? "query"
      : marked.isMutation === true
        ? "mutation"
        : marked.isAction === true
          ? "action"
          : null;
  if (kind === null || (marked.isPublic !== true && marked.isInternal !== true)) return null;
  const args = JSON.parse((marked.exportArgs as () => string)()) as ValidatorJson;
  if (args.type !== "object" && args.type !== "any") throw new Error(`${path}: args must be an object of validators.`);
  const returns = JSON.parse((marked.exportReturns as () => string)()) as ValidatorJson | null;
  return {
    path,
    kind,
    isPublic: marked.isPublic === true,
    args: compileValidator(args, isIdOf),
    returns: returns === null ? null : compileValidator(returns, isIdOf),
    invoke: invoker(kind, marked),
  };
}

function invoker(kind: CallableKind, marked: Exported): (argsText: string) => Promise<string> {
  if (kind === "query") return marked.invokeQuery as (args: string) => Promise<string>;
  if (kind === "mutation") return marked.invokeMutation as (args: string) => Promise<string>;
  const invokeAction = marked.invokeAction as (requestId: string, args: string) => Promise<string>;
  return (argsText) => invokeAction("", argsText);
}

/** `messages.js:list` → `messages:list`; a path without an export means the default one. */
export function canonicalPath(path: string): string {
  const colon = path.lastIndexOf(":");
  const module = (colon < 0 ? path : path.slice(0, colon)).replace(/\.js$/, "");
  return `${module}:${colon < 0 ? "default" : path.slice(colon + 1)}`;
}
