import type { SyncCounters } from "../../../embedded/sync/session";
import { newSyncCounters, Session } from "../../../embedded/sync/session";
import { decodeTs } from "../../../embedded/sync/protocol";
import { TurnQueue } from "../../../embedded/sync/turnQueue";
import { FakeBackend } from "./fakeBackend";

export type Frame = Record<string, unknown> & { type: string };

export const ORIGIN = { ip: "192.0.2.7", userAgent: "Chromium" };
export const SESSION_ID = "3f1b9a52-6c1e-4a8e-9d58-0f6f0c1f2a3b";

/** A session over a fake backend and a fake socket, with the turns of the event loop in the test's hands. */
export function aSession(options: { acceptsChunks?: boolean; backend?: FakeBackend } = {}) {
  const backend = options.backend ?? new FakeBackend();
  const frames: Frame[] = [];
  const closes: (number | "no code")[] = [];
  const faults: unknown[] = [];
  const turns: (() => void)[] = [];
  const drains: (() => void)[] = [];
  const listening: boolean[] = [];
  const counters: SyncCounters = newSyncCounters();
  const state = { writable: true, now: 1_700_000_000_000 };
  const session = new Session({
    backend,
    origin: ORIGIN,
    turns: new TurnQueue((run) => void turns.push(run)),
    acceptsChunks: options.acceptsChunks ?? true,
    now: () => state.now,
    counters,
    onFault: (error) => void faults.push(error),
    socket: {
      send: (text) => void frames.push(JSON.parse(text) as Frame),
      close: (code) => void closes.push(code ?? "no code"),
      isWritable: () => state.writable,
      whenDrained: (listener) => void drains.push(listener),
      setListening: (isListening) => void listening.push(isListening),
    },
  });

  /** Delivers every settled promise. */
  const settle = async () => {
    for (let hop = 0; hop < 30; hop++) await Promise.resolve();
  };
  /** Runs turns until nothing asks for another one. */
  const run = async () => {
    await settle();
    while (turns.length > 0) {
      turns.shift()?.();
      await settle();
    }
  };
  const say = (message: Record<string, unknown>) => session.onMessage(JSON.stringify(message));

  return {
    backend,
    session,
    state,
    frames,
    closes,
    /** Each time the socket was told to stop or go on taking what the client says. */
    listening,
    faults,
    counters,
    settle,
    run,
    say,
    /** Takes the frames sent since the last call. */
    taken: () => frames.splice(0),
    connect: (fields: Record<string, unknown> = {}) =>
      say({
        type: "Connect",
        sessionId: SESSION_ID,
        connectionCount: 0,
        lastCloseReason: "InitialConnect",
        clientTs: state.now,
        ...fields,
      }),
    watch: (baseVersion: number, queryId: number, udfPath: string, fields: Record<string, unknown> = {}) =>
      say({
        type: "ModifyQuerySet",
        baseVersion,
        newVersion: baseVersion + 1,
        modifications: [{ type: "Add", queryId, udfPath, args: [{}], ...fields }],
      }),
    unwatch: (baseVersion: number, queryId: number) =>
      say({
        type: "ModifyQuerySet",
        baseVersion,
        newVersion: baseVersion + 1,
        modifications: [{ type: "Remove", queryId }],
      }),
    mutate: (requestId: number, udfPath: string) => say({ type: "Mutation", requestId, udfPath, args: [{}] }),
    act: (requestId: number, udfPath: string) => say({ type: "Action", requestId, udfPath, args: [{}] }),
    signIn: (baseVersion: number, value: string) =>
      say({ type: "Authenticate", baseVersion, tokenType: "User", value }),
    drain: () => {
      state.writable = true;
      for (const listener of drains.splice(0)) listener();
    },
  };
}

/** `querySet/identity@ts` of both ends of a transition. */
export function versionsOf(frame: Frame): [string, string] {
  const shown = (version: unknown) => {
    const { querySet, identity, ts } = version as { querySet: number; identity: number; ts: string };
    return `${querySet}/${identity}@${decodeTs(ts)}`;
  };
  return [shown(frame.startVersion), shown(frame.endVersion)];
}

/** What a transition says about the queries: `[queryId, value]`, an error text, or "removed". */
export function newsOf(frame: Frame): [number, unknown][] {
  return (frame.modifications as Frame[]).map((modification) => [
    modification.queryId as number,
    modification.type === "QueryUpdated"
      ? modification.value
      : modification.type === "QueryFailed"
        ? modification.errorMessage
        : "removed",
  ]);
}
