import type { FunctionsBundle } from "./bundle";
import type { NodeFunction } from "./nodeModules";
import { evaluateBundle } from "./sandbox";
import { compileValidator, type IdChecker, type Validator, type ValidatorJson } from "./validators";

export type CallableKind = "query" | "mutation" | "action";

/** A function of the app, as its module exports it (contract §1.1). */
export interface AppFunction {
  readonly path: string;
  readonly kind: CallableKind;
  readonly isPublic: boolean;
  /** Where it runs: `node` for what is defined in a file with "use node". */
  readonly environment: "isolate" | "node";
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

/**
 * Evaluates a bundle and collects what it defines.
 *
 * @param nodeFunctions what the files with "use node" define, which are evaluated elsewhere
 * @throws on an export that claims to be a function but is malformed
 */
export function loadRegistry(
  bundle: FunctionsBundle,
  globals: Record<string, unknown>,
  isIdOf: IdChecker,
  nodeFunctions: readonly NodeFunction[] = [],
): Registry {
  const modules = evaluateBundle(bundle.code, globals, BUNDLE_FILE) as Record<string, Exported>;
  const functions = new Map<string, AppFunction>();
  for (const [module, exports] of Object.entries(modules)) {
    if (module === "schema" || module === "auth.config") continue;
    for (const [name, value] of Object.entries(exports)) {
      const found = asFunction(`${module}:${name}`, value, isIdOf);
      if (found !== null) functions.set(found.path, found);
    }
  }
  for (const found of nodeFunctions) functions.set(found.path, fromNode(found, isIdOf));
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

/** The names under which the bundles' frames appear in stack traces. */
export const BUNDLE_FILE = "convex-functions.js";
export const NODE_BUNDLE_FILE = "convex-node-functions.mjs";

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
  const argsJson = (marked.exportArgs as () => string)();
  const returnsJson = (marked.exportReturns as () => string)();
  const { args, returns } = validators({ path, argsJson, returnsJson }, isIdOf);
  const isPublic = marked.isPublic === true;
  return { path, kind, isPublic, environment: "isolate", args, returns, invoke: invoker(kind, marked) };
}

function validators(
  { path, argsJson, returnsJson }: Omit<NodeFunction, "isPublic">,
  isIdOf: IdChecker,
): Pick<AppFunction, "args" | "returns"> {
  const args = JSON.parse(argsJson) as ValidatorJson;
  if (args.type !== "object" && args.type !== "any") throw new Error(`${path}: args must be an object of validators.`);
  const returns = JSON.parse(returnsJson) as ValidatorJson | null;
  return {
    args: compileValidator(args, isIdOf),
    returns: returns === null ? null : compileValidator(returns, isIdOf),
  };
}

/** An action of a file with "use node", as the main thread knows it. */
function fromNode(found: NodeFunction, isIdOf: IdChecker): AppFunction {
  const invoke = (): never => {
    throw new Error(`${found.path} runs in a thread of actions.`);
  };
  const { path, isPublic } = found;
  return { path, kind: "action", isPublic, environment: "node", ...validators(found, isIdOf), invoke };
}

/** What a thread runs of the files with "use node". */
export interface NodeActions {
  readonly functions: readonly NodeFunction[];
  readonly invoke: ReadonlyMap<string, AppFunction["invoke"]>;
}

/** @param modules the namespaces of those files by path @throws when they define anything but actions */
export function loadNodeActions(modules: Readonly<Record<string, Exported>>): NodeActions {
  const functions: NodeFunction[] = [];
  const invoke = new Map<string, AppFunction["invoke"]>();
  for (const [module, exports] of Object.entries(modules)) {
    for (const [name, value] of Object.entries(exports)) {
      if (typeof value !== "function") continue;
      const marked = value as unknown as Exported;
      const path = `${module}:${name}`;
      if (marked.isQuery === true || marked.isMutation === true || marked.isHttp === true) {
        throw new Error(`${path}: files with "use node" may define actions only.`);
      }
      if (marked.isAction !== true || (marked.isPublic !== true && marked.isInternal !== true)) continue;
      const argsJson = (marked.exportArgs as () => string)();
      const returnsJson = (marked.exportReturns as () => string)();
      functions.push({ path, isPublic: marked.isPublic === true, argsJson, returnsJson });
      invoke.set(path, invoker("action", marked));
    }
  }
  return { functions, invoke };
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
