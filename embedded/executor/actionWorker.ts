import { randomInt } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import type { FromWorker, SyscallAnswer, ToWorker, WorkerStart } from "./actionProtocol";
import { ANONYMOUS, NO_ORIGIN, type Caller, type Identity, type RequestOrigin } from "./contract";
import { DataError } from "./errors";
import { Execution, runInside, seededRandom, type CallTree, type RunningJob } from "./execution";
import { createOutcomeReporter } from "./outcome";
import { PRODUCTION_LIMITS } from "./limits";
import { loadRegistry } from "./registry";
import { sandboxGlobals, type SyscallHost } from "./sandbox";
import { deploymentMetadata, functionMetadata, requestMetadata } from "./syscalls";
import type { Encoded } from "../storage/values";

/**
 * Entry point of an action worker: evaluates the functions folder once and runs its actions and HTTP actions here, so that hashing or
 * waiting never holds up the writer or the sockets. Everything that touches data is a message to the main thread.
 */
const port = parentPort!;
const start = workerData as WorkerStart;
const reporter = createOutcomeReporter(start.bundle.sourceMap, start.redact);

const waiting = new Map<
  number,
  { resolve: (answer: { json: string; bytes?: Uint8Array }) => void; reject: (error: Error) => void }
>();
let nextCallId = 0;

const runIds = new WeakMap<Execution, number>();
const identityErrors = new WeakMap<Execution, string>();

const send = (message: FromWorker): void => port.postMessage(message);

function call(
  execution: Execution,
  op: string,
  argsJson: string,
  bytes?: Uint8Array,
): Promise<{ json: string; bytes?: Uint8Array }> {
  return new Promise((resolve, reject) => {
    const callId = nextCallId++;
    waiting.set(callId, { resolve, reject });
    send({
      type: "syscall",
      runId: runIds.get(execution)!,
      callId,
      op,
      argsJson,
      ...(bytes === undefined ? {} : { bytes }),
    });
  });
}

function settle(callId: number, answer: SyscallAnswer): void {
  const call = waiting.get(callId);
  waiting.delete(callId);
  if (call === undefined) return;
  if (answer.ok) call.resolve(answer);
  else if (answer.dataJson === undefined) call.reject(new Error(answer.message));
  else call.reject(new DataError(answer.message, JSON.parse(answer.dataJson) as Encoded));
}

const host: SyscallHost = {
  syscall: (_execution, op) => {
    throw new Error(`${op} may not be used in actions.`);
  },
  asyncSyscall: async (execution, op, argsJson) => {
    if (op === "1.0/getFunctionMetadata") return JSON.stringify(functionMetadata(execution));
    if (op === "1.0/getDeploymentMetadata") return JSON.stringify(deploymentMetadata());
    if (op === "1.0/getRequestMetadata") return JSON.stringify(requestMetadata(execution));
    if (op === "1.0/getUserIdentity") {
      const problem = identityErrors.get(execution);
      if (problem !== undefined) throw new Error(problem);
      return JSON.stringify(execution.caller.identity);
    }
    return (await call(execution, op, argsJson)).json;
  },
  jsSyscall: (execution, op, args) => {
    if (op === "storage/storeBlob") return storeBlob(execution, args);
    if (op === "storage/getBlob") return getBlob(execution, args);
    throw new Error(`Unknown operation ${op}`);
  },
};

async function storeBlob(execution: Execution, args: Record<string, unknown>): Promise<string> {
  const blob = args.blob as Blob;
  const { sha256 } = (args.options ?? {}) as { sha256?: string };
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const request = JSON.stringify({ contentType: blob.type === "" ? null : blob.type, sha256: sha256 ?? null });
  return JSON.parse((await call(execution, "storage/storeBlob", request, bytes)).json) as string;
}

async function getBlob(execution: Execution, args: Record<string, unknown>): Promise<Blob | null> {
  const { json, bytes } = await call(execution, "storage/getBlob", JSON.stringify({ storageId: args.storageId }));
  const found = JSON.parse(json) as { contentType: string | null } | null;
  return found === null || bytes === undefined
    ? null
    : new Blob([new Uint8Array(bytes)], { type: found.contentType ?? "" });
}

// Arguments were validated in the main thread, which alone knows the tables; here every id passes.
const registry = loadRegistry(start.bundle, sandboxGlobals(host, start.env), () => true);

function newTree(requestId: string, origin: RequestOrigin, job: RunningJob | null = null): CallTree {
  return {
    requestId,
    origin,
    job,
    startMs: Date.now(),
    random: seededRandom(randomInt(2 ** 32)),
    limits: PRODUCTION_LIMITS, // of transactions, which actions have none of
    logLines: [],
    usedIdentity: false,
    usedClock: false,
  };
}

function callerOf(identity: Identity | null): Caller {
  return identity === null ? ANONYMOUS : { identity, key: "", isAdmin: false, expiresAt: null };
}

async function runAction(message: Extract<ToWorker, { type: "runAction" }>): Promise<void> {
  const { runId, path, argsJson, identity, requestId, origin, job } = message;
  const tree = newTree(requestId, origin, job);
  const execution = new Execution("action", path, "", callerOf(identity), tree, null);
  runIds.set(execution, runId);
  try {
    const fn = registry.functions.get(path)!;
    const valueJson = await runInside(execution, () => fn.invoke(`[${argsJson}]`));
    send({
      type: "finished",
      runId,
      outcome: reporter.success(valueJson, tree.logLines),
      error: null,
    });
  } catch (error) {
    const outcome = reporter.failure(error, requestId, tree.logLines);
    send({ type: "finished", runId, outcome, error: reporter.errorText(error) });
  } finally {
    execution.close();
  }
}

async function runHttp(message: Extract<ToWorker, { type: "runHttp" }>): Promise<void> {
  const { runId, head, body, identity, identityError, requestId } = message;
  const tree = newTree(requestId, NO_ORIGIN);
  const { pathname } = new URL(head.url);
  const execution = new Execution("httpAction", pathname, "", callerOf(identity), tree, null);
  runIds.set(execution, runId);
  if (identityError !== null) identityErrors.set(execution, identityError);
  try {
    const route = registry.router?.lookup(pathname, head.method === "HEAD" ? "GET" : head.method) ?? null;
    if (route === null) {
      const text =
        registry.router === null ? "This deployment has no HTTP actions." : `No HttpAction routed for ${pathname}`;
      await sendResponse(runId, new Response(text, { status: 404 }));
      return;
    }
    const request = new Request(head.url, {
      method: head.method,
      headers: head.headers.map(([name, value]) => [name, value] as [string, string]),
      ...(body === null ? {} : { body: new Uint8Array(body) }),
    });
    const response: unknown = await runInside(execution, () => route[0].invokeHttpAction(request));
    if (!(response instanceof Response)) throw new Error("An HTTP action must return a Response.");
    await sendResponse(runId, response);
  } catch (error) {
    const outcome = reporter.failure(error, requestId, []);
    if (outcome.success) return;
    const { errorMessage, errorDataJson } = outcome;
    const [code, ...trace] = errorMessage.split("\n");
    const data = errorDataJson === undefined ? {} : { data: JSON.parse(errorDataJson) as unknown };
    await sendResponse(
      runId,
      Response.json(
        { code: trace[0] === undefined ? code : `${code}: ${trace[0]}`, trace: trace.join("\n"), ...data },
        { status: 500 },
      ),
    );
  } finally {
    execution.close();
  }
}

async function sendResponse(runId: number, response: Response): Promise<void> {
  const headers = [...response.headers].filter(([name]) => name !== "set-cookie");
  const cookies = response.headers.getSetCookie().map((cookie) => ["set-cookie", cookie] as [string, string]);
  send({ type: "head", runId, status: response.status, headers: [...headers, ...cookies] });
  if (response.body !== null) {
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      send({ type: "chunk", runId, bytes: part.value as Uint8Array });
    }
  }
  send({ type: "end", runId });
}

port.on("message", (message: ToWorker) => {
  switch (message.type) {
    case "runAction":
      void runAction(message);
      return;
    case "runHttp":
      void runHttp(message);
      return;
    case "answer":
      settle(message.callId, message.answer);
      return;
    default:
      message satisfies never;
  }
});

// The app let go of a promise that then failed: its own affair, but no reason to end everybody else's actions.
process.on("unhandledRejection", (reason) => {
  send({ type: "fault", text: reason instanceof Error ? (reason.stack ?? reason.message) : String(reason) });
});

send({ type: "ready" });
