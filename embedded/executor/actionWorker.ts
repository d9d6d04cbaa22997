import { randomInt } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import { ActionBodies } from "./actionBodies";
import { ActionCalls } from "./actionCalls";
import {
  begin,
  type FromThread,
  type StartAction,
  type StartHttp,
  type ThreadStart,
  type ToThread,
} from "./actionProtocol";
import { ANONYMOUS, NO_ORIGIN, type Caller, type Identity, type RequestOrigin } from "./contract";
import { Execution, runInside, runOutside, seededRandom, type CallTree, type RunningJob } from "./execution";
import { PRODUCTION_LIMITS } from "./limits";
import { createOutcomeReporter, httpFailureJson } from "./outcome";
import {
  loadNodeActions,
  loadRegistry,
  type AppFunction,
  type AppRouter,
  type NodeActions,
  type Registry,
} from "./registry";
import { sandboxGlobals } from "./sandbox";
import { StackTraces } from "./stackTraces";

/**
 * Entry point of an action thread: evaluates the functions folder once and runs its actions and HTTP actions here, so that hashing or
 * waiting never holds up the writer or the sockets. Everything that touches data is a message to the main thread.
 */
const port = parentPort!;
const start = workerData as ThreadStart;
const stackTraces = new StackTraces(start.bundle);
const reporter = createOutcomeReporter(stackTraces, start.redact);

const send = (message: FromThread, transfer: readonly ArrayBuffer[] = []): void =>
  port.postMessage(message, [...transfer]);
const calls = new ActionCalls(send);

/** A run from its begin to its end; `bodies` are those of an HTTP action. */
interface Running {
  readonly execution: Execution;
  readonly bodies: ActionBodies | null;
}
const running = new Map<number, Running>();

// Arguments were validated in the main thread, which alone knows the tables; here every id passes.
const load = (): Registry => loadRegistry(start.bundle, sandboxGlobals(calls, start.env, stackTraces), () => true);
const registry = load();
const nodeActions = await loadNode(start.nodeUrl);
let evaluations = 0;

const currentRegistry = (): Registry => (start.reevaluate ? load() : registry);

/** Under an address of its own each time a module is evaluated anew. */
async function invokerOf(path: string): Promise<AppFunction["invoke"]> {
  const { nodeUrl, reevaluate } = start;
  if (!nodeActions.invoke.has(path)) return currentRegistry().functions.get(path)!.invoke;
  const isAnew = reevaluate && nodeUrl !== null;
  const found = isAnew ? await loadNode(`${nodeUrl}?evaluation=${++evaluations}`) : nodeActions;
  return found.invoke.get(path)!;
}

/** Files with "use node" have Node's own globals, which in this thread are nobody else's; `process.env` of the thread is the deployment's. */
async function loadNode(url: string | null): Promise<NodeActions> {
  if (url === null) return loadNodeActions({});
  const { Convex, console } = sandboxGlobals(calls, start.env, stackTraces);
  Object.assign(globalThis, { Convex, console });
  const { modules } = (await import(url)) as { modules: Parameters<typeof loadNodeActions>[0] };
  return loadNodeActions(modules);
}

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

function opened(runId: number, execution: Execution, identityError: string | null, bodies: ActionBodies | null): void {
  running.set(runId, { execution, bodies });
  calls.open(execution, { id: runId, identityError });
}

/** Nobody waits for the run any more: what its code still starts or asks for is refused. */
function close(runId: number): void {
  running.get(runId)?.execution.close();
  running.get(runId)?.bodies?.leave();
  running.delete(runId);
  calls.close(runId);
}

async function runAction(message: StartAction): Promise<void> {
  const { runId, path, argsJson, identity, requestId, origin, job } = message;
  const tree = newTree(requestId, origin, job);
  const execution = new Execution("action", path, "", callerOf(identity), tree, null);
  opened(runId, execution, null, null);
  try {
    const invoke = await invokerOf(path);
    const valueJson = await runInside(execution, () => invoke(`[${argsJson}]`));
    send({ type: "finished", runId, outcome: reporter.success(valueJson, tree.logLines), error: null });
  } catch (error) {
    const outcome = reporter.failure(error, requestId, tree.logLines);
    send({ type: "finished", runId, outcome, error: reporter.errorText(error) });
  } finally {
    close(runId);
  }
}

async function runHttp(message: StartHttp): Promise<void> {
  const { runId, head, identity, identityError, requestId } = message;
  const { pathname } = new URL(head.url);
  const execution = new Execution("httpAction", pathname, "", callerOf(identity), newTree(requestId, NO_ORIGIN), null);
  const bodies = new ActionBodies(runId, send);
  opened(runId, execution, identityError, bodies);
  try {
    // Its stream runs after the handler has returned, and is still this execution.
    await runInside(execution, async () => bodies.sendResponse(await respond(message, bodies, pathname)));
  } finally {
    close(runId);
  }
}

/** The app's answer, or what stands for it. */
async function respond({ head, requestId }: StartHttp, bodies: ActionBodies, pathname: string): Promise<Response> {
  const { router } = runOutside(currentRegistry);
  if (router === null) return new Response("This deployment has no HTTP actions.", { status: 404 });
  try {
    const route = router.lookup(pathname, head.method === "HEAD" ? "GET" : head.method);
    if (route === null) return new Response(`No HttpAction routed for ${pathname}`, { status: 404 });
    return await answerOf(route, requestOf(head, bodies));
  } catch (error) {
    const json = httpFailureJson(reporter.failure(error, requestId, []));
    return new Response(json, { status: 500, headers: { "Content-Type": "application/json" } });
  }
}

async function answerOf([handler]: NonNullable<ReturnType<AppRouter["lookup"]>>, request: Request): Promise<Response> {
  const response: unknown = await handler.invokeHttpAction(request);
  if (!(response instanceof Response)) throw new Error("An HTTP action must return a Response.");
  return response;
}

function requestOf({ url, method, headers, hasBody }: StartHttp["head"], bodies: ActionBodies): Request {
  return new Request(url, {
    method,
    headers: headers.map(([name, value]) => [name, value] as [string, string]),
    signal: bodies.leaving.signal,
    ...(hasBody ? { body: bodies.requestBody(), duplex: "half" } : {}),
  });
}

port.on("message", (message: ToThread) => {
  switch (message.type) {
    case "runAction":
      if (begin(message.claim)) void runAction(message);
      return;
    case "runHttp":
      if (begin(message.claim)) void runHttp(message);
      return;
    case "answer":
      return calls.settle(message.callId, message.answer);
    case "abandon":
      return close(message.runId);
    case "ping":
      return send({ type: "pong" });
    case "requestPart":
      return running.get(message.runId)?.bodies?.requestPart(message.bytes);
    case "requestEnd":
      return running.get(message.runId)?.bodies?.requestEnd(message.error);
    case "pullResponse":
      return running.get(message.runId)?.bodies?.pullResponse();
    case "leave":
      return running.get(message.runId)?.bodies?.leave();
    default:
      message satisfies never;
  }
});

// The app let go of a promise that then failed: its own affair, but no reason to end everybody else's actions.
process.on("unhandledRejection", (reason) => {
  send({ type: "fault", text: reason instanceof Error ? (reason.stack ?? reason.message) : String(reason) });
});

send({ type: "ready", nodeFunctions: nodeActions.functions });
