import type { IncomingMessage, ServerResponse } from "node:http";
import type { Backend, Caller, FunctionCall, Outcome } from "../executor/contract";
import { decodeTs, encodeTs } from "../sync/protocol";
import type { Format } from "./formats";
import { inFormat, parseFormat } from "./formats";
import { callerOfRequest, originOf, parseObject, readBody } from "./requests";
import { badRequest, HttpFailure, sendJson } from "./responses";

/** Calling functions over HTTP (contract §4.1). Both outcomes of a function are a 200. */

/** Arguments may hold 16 MiB of values; base64 and punctuation need room on top. */
const BODY_LIMIT_BYTES = 32 * 1024 * 1024;

/** All run at one instant, and all their results are in memory at once. */
const MOST_QUERIES_IN_BATCH = 1_000;

interface CallRequest {
  readonly call: FunctionCall;
  readonly format: Format;
}

type Route = (backend: Backend, request: IncomingMessage, url: URL) => Promise<string>;

const ROUTES: ReadonlyMap<string, Route> = new Map<string, Route>([
  ["POST /api/query", async (backend, request) => answerQuery(backend, request, await callFromBody(request))],
  ["GET /api/query", (backend, request, url) => answerQuery(backend, request, callFromSearch(url))],
  ["POST /api/mutation", answerMutation],
  ["POST /api/action", answerAction],
  ["POST /api/function", answerFunction],
  ["POST /api/query_at_ts", answerQueryAtTs],
  ["POST /api/query_batch", answerQueryBatch],
  ["POST /api/query_ts", (backend) => Promise.resolve(queryTsJson(backend))],
  ["GET /api/query_ts", (backend) => Promise.resolve(queryTsJson(backend))],
]);

/** @returns false when the address is not one of these */
export async function serveFunctionRoute(
  backend: Backend,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<boolean> {
  const route = ROUTES.get(`${request.method} ${url.pathname}`);
  if (route !== undefined) {
    sendJson(response, 200, await route(backend, request, url));
    return true;
  }
  if (url.pathname.startsWith("/api/run/") && request.method === "POST") {
    sendJson(response, 200, await answerRun(backend, request, url));
    return true;
  }
  return false;
}

async function answerQuery(backend: Backend, request: IncomingMessage, { call, format }: CallRequest) {
  const run = await backend.query(call, await callerOfRequest(request, backend));
  return outcomeJson(run.outcome, format);
}

async function answerMutation(backend: Backend, request: IncomingMessage): Promise<string> {
  const { call, format } = await callFromBody(request);
  const { outcome } = await backend.mutation(call, await callerOfRequest(request, backend));
  return outcomeJson(outcome, format);
}

async function answerAction(backend: Backend, request: IncomingMessage): Promise<string> {
  const { call, format } = await callFromBody(request);
  return outcomeJson(await backend.action(call, await callerOfRequest(request, backend)), format);
}

async function answerFunction(backend: Backend, request: IncomingMessage): Promise<string> {
  const caller = await callerOfRequest(request, backend);
  requireAdmin(caller);
  const { call, format } = await callFromBody(request);
  return outcomeJson(await backend.anyFunction(call, caller), format);
}

/** `/api/run/<dir>/<module>/<function>`; which functions a caller may name is decided where they are known. */
async function answerRun(backend: Backend, request: IncomingMessage, url: URL): Promise<string> {
  // Paths of functions hold nothing that needs percent-encoding.
  const segments = url.pathname.slice("/api/run/".length).split("/");
  const name = segments.pop();
  if (name === undefined || segments.length === 0 || [name, ...segments].includes("")) {
    throw badRequest("The address must be /api/run/<module>/<function>");
  }
  const body = await bodyObject(request);
  const call = {
    path: `${segments.join("/")}:${name}`,
    argsJson: argsJsonOf(body.args ?? {}),
    origin: originOf(request),
  };
  const format = parseFormat(body.format);
  return outcomeJson(await backend.anyFunction(call, await callerOfRequest(request, backend)), format);
}

/** A query on the state at a timestamp that `query_ts` gave earlier (contract §5.4). */
async function answerQueryAtTs(backend: Backend, request: IncomingMessage): Promise<string> {
  const body = await bodyObject(request);
  const { call, format } = callOf(body);
  const ts = timestampOf(body.ts);
  const outcome = await backend.queryAt(call, await callerOfRequest(request, backend), ts);
  if (outcome === null) throw badRequest("The state at field ts is too long ago, or yet to come");
  return outcomeJson(outcome, format);
}

function timestampOf(value: unknown): bigint {
  try {
    return decodeTs(value as string);
  } catch {
    throw badRequest("Field ts must be a timestamp as /api/query_ts gives it");
  }
}

/** Several queries at one instant. */
async function answerQueryBatch(backend: Backend, request: IncomingMessage): Promise<string> {
  const { queries } = await bodyObject(request);
  if (!Array.isArray(queries)) throw badRequest("Field queries must be an array");
  if (queries.length > MOST_QUERIES_IN_BATCH)
    throw badRequest(`Field queries may hold at most ${MOST_QUERIES_IN_BATCH} queries`);
  const calls = queries.map((query: unknown) => callOf(fieldsOf(query, "A query")));
  const caller = await callerOfRequest(request, backend);
  const ts = backend.latestTs();
  const runs = await Promise.all(calls.map(({ call }) => backend.query(call, caller, { ts })));
  const results = runs.map((run, position) => outcomeJson(run.outcome, calls[position]?.format ?? "clean"));
  return `{"results":[${results.join(",")}]}`;
}

function queryTsJson(backend: Backend): string {
  return `{"ts":"${encodeTs(backend.latestTs())}"}`;
}

function requireAdmin(caller: Caller): void {
  if (!caller.isAdmin) throw new HttpFailure(403, "AdminKeyRequired", "This address needs the admin key");
}

async function callFromBody(request: IncomingMessage): Promise<CallRequest> {
  const { call, format } = callOf(await bodyObject(request));
  return { call: { ...call, origin: originOf(request) }, format };
}

async function bodyObject(request: IncomingMessage): Promise<Record<string, unknown>> {
  const body = await readBody(request, BODY_LIMIT_BYTES);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw badRequest("The request body is not UTF-8");
  }
  return parseObject(text, "The request body");
}

function callFromSearch(url: URL): CallRequest {
  const args = url.searchParams.get("args") ?? "{}";
  let parsed: unknown;
  try {
    parsed = JSON.parse(args);
  } catch {
    throw badRequest("Parameter args is not JSON");
  }
  const path = url.searchParams.get("path") ?? undefined;
  return callOf({ path, args: parsed, format: url.searchParams.get("format") ?? undefined });
}

function callOf(fields: Readonly<Record<string, unknown>>): CallRequest {
  const { path, args, format, componentPath } = fields;
  if (typeof path !== "string") throw badRequest("Field path must be a string");
  if (componentPath !== undefined && componentPath !== null && componentPath !== "") {
    throw badRequest("Functions of components cannot be called from outside");
  }
  return { call: { path, argsJson: argsJsonOf(args) }, format: parseFormat(format) };
}

/** Takes both `[object]` and a bare object. A list of several arguments is handed on: the function fails with it. */
function argsJsonOf(args: unknown): string {
  const single: unknown = Array.isArray(args) ? oneOf(args) : fieldsOf(args, "Field args");
  try {
    return JSON.stringify(single);
  } catch {
    throw badRequest("Field args is nested too deeply");
  }
}

function oneOf(args: readonly unknown[]): unknown {
  if (args.length === 0) return {};
  return args.length === 1 ? args[0] : args;
}

function fieldsOf(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw badRequest(`${what} must be an object`);
  }
  return value as Record<string, unknown>;
}

function outcomeJson(outcome: Outcome, format: Format): string {
  const logLines = outcome.logLines.length === 0 ? "" : `,"logLines":${JSON.stringify(outcome.logLines)}`;
  if (outcome.success) return `{"status":"success","value":${inFormat(outcome.valueJson, format)}${logLines}}`;
  const errorData =
    outcome.errorDataJson === undefined ? "" : `,"errorData":${inFormat(outcome.errorDataJson, format)}`;
  return `{"status":"error","errorMessage":${JSON.stringify(outcome.errorMessage)}${errorData}${logLines}}`;
}
