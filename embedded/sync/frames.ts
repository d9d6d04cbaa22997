import type { Outcome, QueryRun, Timestamp } from "../executor/contract";
import { encodeTs } from "./protocol";

/**
 * What the server says (contract §3.3), as JSON text.
 *
 * Frames are glued from pieces because values arrive as JSON text already: parsing a result only to write it
 * again would cost more than everything else a transition does.
 */

export interface StateVersion {
  readonly querySet: number;
  readonly identity: number;
  readonly ts: Timestamp;
}

/** Cut longer transitions into chunks of this many UTF-16 units (contract §3.3: "about 5 MB"). */
export const CHUNK_UNITS = 5_000_000;

export const PING_FRAME = '{"type":"Ping"}';

/** The part of a modification that is the same for every subscriber of one run. */
const sharedTails = new WeakMap<QueryRun, string>();

/** `QueryUpdated` or `QueryFailed` for one subscription. */
export function queryModification(queryId: number, run: QueryRun): string {
  let tail = sharedTails.get(run);
  if (tail === undefined) {
    tail = modificationTail(run);
    sharedTails.set(run, tail);
  }
  return `{"type":"${run.outcome.success ? "QueryUpdated" : "QueryFailed"}","queryId":${queryId},${tail}`;
}

function modificationTail({ outcome, journal }: QueryRun): string {
  const common = `"logLines":${JSON.stringify(outcome.logLines)},"journal":${JSON.stringify(journal)}`;
  if (outcome.success) return `"value":${outcome.valueJson},${common}}`;
  return `"errorMessage":${JSON.stringify(outcome.errorMessage)},${common}${errorDataField(outcome.errorDataJson)}}`;
}

export function queryRemoved(queryId: number): string {
  return `{"type":"QueryRemoved","queryId":${queryId}}`;
}

export function transitionFrame(transition: {
  start: StateVersion;
  end: StateVersion;
  modifications: readonly string[];
  /** Client clock minus ours at Connect, in ms; null when the client did not say. */
  clientClockSkewMs: number | null;
  /** Epoch ms at sending. */
  nowMs: number;
}): string {
  const { start, end, modifications, clientClockSkewMs, nowMs } = transition;
  return (
    `{"type":"Transition","startVersion":${versionJson(start)},"endVersion":${versionJson(end)},` +
    `"modifications":[${modifications.join(",")}],` +
    `"clientClockSkew":${clientClockSkewMs === null ? "null" : clientClockSkewMs},` +
    // Nanoseconds: the zeros are glued on, because the product is beyond exact integers.
    `"serverTs":${Math.trunc(nowMs)}000000}`
  );
}

function versionJson(version: StateVersion): string {
  return `{"querySet":${version.querySet},"identity":${version.identity},"ts":"${encodeTs(version.ts)}"}`;
}

/**
 * The frames that carry `text`, which is one frame unless it is longer than `chunkUnits`.
 * A cut never falls inside a surrogate pair: each half alone would not survive UTF-8.
 */
export function inChunks(text: string, transitionId: string, chunkUnits = CHUNK_UNITS): readonly string[] {
  if (text.length <= chunkUnits) return [text];
  const chunks: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + chunkUnits, text.length);
    const last = text.charCodeAt(to - 1);
    if (to < text.length && to - 1 > from && last >= 0xd800 && last <= 0xdbff) to -= 1;
    chunks.push(text.slice(from, to));
    from = to;
  }
  return chunks.map(
    (chunk, partNumber) =>
      `{"type":"TransitionChunk","chunk":${JSON.stringify(chunk)},"partNumber":${partNumber},` +
      `"totalParts":${chunks.length},"transitionId":${JSON.stringify(transitionId)}}`,
  );
}

/** @param ts the commit timestamp; null exactly when the mutation failed */
export function mutationResponse(requestId: number, outcome: Outcome, ts: Timestamp | null): string {
  const tsField = ts === null ? "null" : `"${encodeTs(ts)}"`;
  return `{"type":"MutationResponse","requestId":${requestId},${outcomeFields(outcome)},"ts":${tsField}}`;
}

export function actionResponse(requestId: number, outcome: Outcome): string {
  return `{"type":"ActionResponse","requestId":${requestId},${outcomeFields(outcome)}}`;
}

function outcomeFields(outcome: Outcome): string {
  const logLines = `"logLines":${JSON.stringify(outcome.logLines)}`;
  if (outcome.success) return `"success":true,"result":${outcome.valueJson},${logLines}`;
  const result = JSON.stringify(outcome.errorMessage);
  return `"success":false,"result":${result},${logLines}${errorDataField(outcome.errorDataJson)}`;
}

/** Present only for a ConvexError: its presence is what makes the client throw one. */
function errorDataField(errorDataJson: string | undefined): string {
  return errorDataJson === undefined ? "" : `,"errorData":${errorDataJson}`;
}

/** @param authUpdateAttempted true when an `Authenticate` was refused, false when an accepted token ran out */
export function authErrorFrame(error: string, baseVersion: number, authUpdateAttempted: boolean): string {
  return (
    `{"type":"AuthError","error":${JSON.stringify(error)},"baseVersion":${baseVersion},` +
    `"authUpdateAttempted":${authUpdateAttempted}}`
  );
}

export function fatalErrorFrame(error: string): string {
  return `{"type":"FatalError","error":${JSON.stringify(error)}}`;
}
