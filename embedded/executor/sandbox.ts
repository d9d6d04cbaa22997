import { AsyncLocalStorage } from "node:async_hooks";
import { inspect } from "node:util";
import { compileFunction } from "node:vm";
import { currentExecution, type Execution } from "./execution";
import type { StackTraces } from "./stackTraces";

/** How the global `Convex` object reaches the runtime: the database in the main thread, messages in an action worker. */
export interface SyscallHost {
  syscall(execution: Execution, op: string, argsJson: string): string;
  asyncSyscall(execution: Execution, op: string, argsJson: string): Promise<string>;
  jsSyscall(execution: Execution, op: string, args: Record<string, unknown>): unknown;
  /** The same operations with values in place of text, where the host is in the same thread (`directDoor.ts`). */
  direct?(execution: Execution, op: string, args: Readonly<Record<string, unknown>>): unknown;
}

export const MAX_LOG_LINES = 256;
export const MAX_LOG_LENGTH = 32_768;

/**
 * The globals that an app's bundle sees in place of the host's (contract §1.6, way c): the bundle is a function whose parameters
 * shadow them. Same realm, so `instanceof` works; no global of the host is touched; each object reads the current execution on use.
 */
export function sandboxGlobals(
  host: SyscallHost,
  env: Readonly<Record<string, string>>,
  stackTraces: StackTraces,
): Record<string, unknown> {
  const whileLoading: WhileLoading = { hasClock: true };
  const injected: Record<string, unknown> = {
    Convex: convexObject(host, whileLoading),
    console: sandboxConsole(stackTraces),
    process: { env: envProxy(env) },
    Date: sandboxDate(whileLoading),
    Math: sandboxMath(),
    crypto: sandboxCrypto(),
    performance: sandboxPerformance(whileLoading),
    fetch: actionsOnly("fetch", () => globalThis.fetch),
    setTimeout: actionsOnly("setTimeout", timer(globalThis.setTimeout, globalThis.clearTimeout)),
    setInterval: actionsOnly("setInterval", timer(globalThis.setInterval, globalThis.clearInterval)),
    setImmediate: actionsOnly("setImmediate", timer(globalThis.setImmediate, globalThis.clearImmediate)),
    AbortSignal: sandboxAbortSignal(),
    WebSocket: undefined,
    require: undefined,
    global: undefined,
    window: undefined,
  };
  const shadow = shadowGlobal(injected);
  return { ...injected, globalThis: shadow, self: shadow };
}

/** What modules have while they are evaluated: `auth.config.ts` has no clock (contract §5.6). */
interface WhileLoading {
  hasClock: boolean;
}

/** Evaluates a bundle that ends in `return <modules>` with these globals in scope. */
export function evaluateBundle(code: string, globals: Record<string, unknown>, fileName: string): unknown {
  const names = Object.keys(globals);
  // The one place where text becomes code: it is the app's own bundle, made by our loader from the operator's folder.
  // Modules are strict; the script that esbuild makes of them is so only if told. On its first line, so that no line moves.
  const body = compileFunction(`"use strict"; ${code}`, names, { filename: fileName }) as (
    ...values: unknown[]
  ) => unknown;
  return body(...names.map((name) => globals[name]));
}

function convexObject(host: SyscallHost, whileLoading: WhileLoading): object {
  const execution = (): Execution => {
    const found = currentExecution();
    if (found === undefined) throw new Error("A Convex API was used outside of a running function.");
    if (found.closed) throw new Error(`A Convex API was used after ${found.path} had finished. Await every promise.`);
    return found;
  };
  return Object.freeze({
    syscall: (op: string, argsJson: string) => host.syscall(execution(), op, argsJson),
    asyncSyscall: (op: string, argsJson: string) => host.asyncSyscall(execution(), op, argsJson),
    jsSyscall: (op: string, args: Record<string, unknown>) => host.jsSyscall(execution(), op, args),
    direct:
      host.direct === undefined
        ? undefined
        : (op: string, args: Record<string, unknown>) => host.direct?.(execution(), op, args),
    /** The following two are for our bundle's own modules (`ownModules.ts`). */
    AsyncLocalStorage,
    clock: (isThere: boolean) => {
      if (currentExecution() === undefined) whileLoading.hasClock = isThere;
    },
  });
}

const isDeterministic = (execution: Execution | undefined): execution is Execution =>
  execution !== undefined && (execution.kind === "query" || execution.kind === "mutation");

/** @param of gives what is really called for that execution */
function actionsOnly<T extends (...args: never[]) => unknown>(name: string, of: (execution: Execution) => T): T {
  const guarded = (...args: Parameters<T>): unknown => {
    const execution = currentExecution();
    if (execution === undefined) throw new Error(`${name} may not be called while modules are loaded.`);
    if (execution.closed) throw new Error(`${name} was called after ${execution.path} had finished.`);
    if (isDeterministic(execution)) {
      throw new Error(`${name} may not be used in queries and mutations. Please use an action instead.`);
    }
    return of(execution)(...args);
  };
  return guarded as T;
}

type Callback = (...args: unknown[]) => void;

/** Timers end with the action that set them: nothing of it goes on by itself. */
function timer<H>(
  set: (callback: Callback, ...rest: never[]) => H,
  clear: (handle: H) => void,
): (execution: Execution) => (callback: Callback, ...rest: never[]) => H {
  const repeats = (set as unknown) === globalThis.setInterval;
  return (execution) =>
    (callback, ...rest) => {
      const ring: Callback = (...args) => {
        if (!repeats) execution.stoppedItself(stop);
        callback(...args);
      };
      const handle = set(ring, ...rest);
      const stop = (): void => clear(handle);
      execution.stopAtClose(stop);
      return handle;
    };
}

/** Waits on the outside only by its `timeout`. */
function sandboxAbortSignal(): typeof AbortSignal {
  const timeout = actionsOnly("AbortSignal.timeout", () => AbortSignal.timeout.bind(AbortSignal));
  return new Proxy(AbortSignal, {
    get: (target, name) => (name === "timeout" ? timeout : (Reflect.get(target, name, target) as unknown)),
  });
}

/** Cryptographic randomness is the system's own, also in mutations, which here never run twice; while modules are loaded there is none. */
function sandboxCrypto(): object {
  const { crypto } = globalThis;
  const { subtle } = crypto;
  const guarded = <A extends unknown[], R>(name: string, real: (...args: A) => R) =>
    function (...args: A): R {
      if (currentExecution() === undefined) throw new Error(`${name} may not be called while modules are loaded.`);
      return real(...args);
    };
  const generateKey = guarded("crypto.subtle.generateKey", subtle.generateKey.bind(subtle));
  return Object.create(crypto, {
    getRandomValues: { value: guarded("crypto.getRandomValues", crypto.getRandomValues.bind(crypto)) },
    randomUUID: { value: guarded("crypto.randomUUID", crypto.randomUUID.bind(crypto)) },
    subtle: { value: bound(subtle, { generateKey }) },
  }) as object;
}

/** An object like another one, whose methods still run on that one, but for some of our own. */
function bound<T extends object>(real: T, own: Readonly<Record<string, unknown>>): T {
  return new Proxy(real, {
    get: (_target, name) => {
      if (typeof name === "string" && Object.hasOwn(own, name)) return own[name];
      const value: unknown = Reflect.get(real, name, real);
      return typeof value === "function" ? (value as (...args: unknown[]) => unknown).bind(real) : value;
    },
  });
}

function needClock(execution: Execution | undefined, { hasClock }: WhileLoading): void {
  if (execution === undefined && !hasClock)
    throw new Error("auth.config.ts has no clock: it is not read again as time passes.");
}

function sandboxDate(whileLoading: WhileLoading): DateConstructor {
  const now = (): number => {
    const execution = currentExecution();
    needClock(execution, whileLoading);
    if (!isDeterministic(execution)) return Date.now();
    execution.tree.usedClock = true;
    return Math.floor(execution.tree.startMs);
  };
  function SandboxDate(this: unknown, ...args: unknown[]): Date | string {
    if (new.target === undefined) return new Date(now()).toString();
    const given = args.length === 0 ? [now()] : args;
    return Reflect.construct(Date, given, new.target) as Date;
  }
  SandboxDate.prototype = Date.prototype;
  return Object.assign(SandboxDate, { now, parse: Date.parse, UTC: Date.UTC }) as unknown as DateConstructor;
}

function sandboxMath(): Math {
  const random = (): number => {
    const execution = currentExecution();
    return isDeterministic(execution) ? execution.tree.random() : Math.random();
  };
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(Math), random: { value: random } }) as Math;
}

function sandboxPerformance(whileLoading: WhileLoading): object {
  return {
    now: () => {
      const execution = currentExecution();
      needClock(execution, whileLoading);
      if (!isDeterministic(execution)) return performance.now();
      execution.tree.usedClock = true;
      return 0;
    },
    timeOrigin: performance.timeOrigin,
  };
}

function sandboxConsole(stackTraces: StackTraces): Record<string, unknown> {
  const line =
    (level: string) =>
    (...args: unknown[]): void => {
      const lines = currentExecution()?.tree.logLines;
      if (lines === undefined || lines.length >= MAX_LOG_LINES) return;
      const texts = args.map((arg) => stackTraces.inInspected(inspect(arg)));
      lines.push(`[${level}] ${texts.join(" ")}`.slice(0, MAX_LOG_LENGTH));
    };
  const silent = (): void => undefined;
  return {
    debug: line("DEBUG"),
    info: line("INFO"),
    log: line("LOG"),
    warn: line("WARN"),
    error: line("ERROR"),
    trace: line("DEBUG"),
    dir: line("LOG"),
    table: line("LOG"),
    time: silent,
    timeEnd: silent,
    timeLog: silent,
    group: silent,
    groupEnd: silent,
    assert: (condition: unknown, ...args: unknown[]) => {
      if (!condition) line("ERROR")("Assertion failed:", ...args);
    },
  };
}

/** The deployment's variables, read-only. Never the host's environment. */
function envProxy(env: Readonly<Record<string, string>>): object {
  return new Proxy(env, {
    get: (target, name) => (typeof name === "string" && Object.hasOwn(target, name) ? target[name] : undefined),
    set: () => false,
  });
}

/** What `globalThis.x` finds: our objects first, then the host's own, never a way to change the latter. */
function shadowGlobal(injected: Record<string, unknown>): object {
  const own = new Map<PropertyKey, unknown>(Object.entries(injected));
  const shadow: object = new Proxy(Object.create(null) as object, {
    get: (_target, name) => {
      if (name === "globalThis" || name === "self") return shadow;
      return own.has(name) ? own.get(name) : (globalThis as Record<PropertyKey, unknown>)[name];
    },
    has: (_target, name) => own.has(name) || name in globalThis,
    set: (_target, name, value) => {
      own.set(name, value);
      return true;
    },
  });
  return shadow;
}
