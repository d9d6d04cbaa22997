import { describe, expect, it } from "vitest";
import {
  AskedBefore,
  ConversationJudge,
  type ClientMessage,
  type ServerMessage,
} from "../../support/conversationJudge";

/** A conversation as a list: `asked` of the client, `said` by the server. */
type Line = { readonly asked: ClientMessage } | { readonly said: ServerMessage };

const ts = (time: number): string => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(time));
  return bytes.toString("base64");
};
const version = (querySet: number, identity: number, time: number) => ({ querySet, identity, ts: ts(time) });
const SESSION = "00000000-0000-4000-8000-000000000000";
const connect = (seen?: number): Line => ({
  asked: {
    type: "Connect",
    sessionId: SESSION,
    ...(seen === undefined ? {} : { maxObservedTimestamp: ts(seen) }),
  },
});
const watch = (newVersion: number, queryId: number): Line => ({
  asked: { type: "ModifyQuerySet", newVersion, modifications: [{ type: "Add", queryId }] },
});
const leave = (newVersion: number, queryId: number): Line => ({
  asked: { type: "ModifyQuerySet", newVersion, modifications: [{ type: "Remove", queryId }] },
});
const authenticate: Line = { asked: { type: "Authenticate", tokenType: "User" } };
const mutate = (requestId: number): Line => ({ asked: { type: "Mutation", requestId } });
const act = (requestId: number): Line => ({ asked: { type: "Action", requestId } });
const told = (queryId: number, value: unknown) => ({ type: "QueryUpdated", queryId, value, logLines: [] });
const removed = (queryId: number) => ({ type: "QueryRemoved", queryId });
const transition = (
  from: ReturnType<typeof version>,
  to: ReturnType<typeof version>,
  ...modifications: { type: string; queryId: number }[]
): ServerMessage => ({ type: "Transition", startVersion: from, endVersion: to, modifications });
const moves = (...all: Parameters<typeof transition>): Line => ({ said: transition(...all) });
const answers = (requestId: number, time: number | null, success = time !== null): Line => ({
  said: { type: "MutationResponse", requestId, success, ts: time === null ? null : ts(time) },
});
const START = version(0, 0, 0);
const chunk = (partNumber: number, part: string, totalParts = 2, transitionId = "0"): Line => ({
  said: { type: "TransitionChunk", chunk: part, partNumber, totalParts, transitionId },
});
const inTwo = (message: ServerMessage): [string, string] => {
  const text = JSON.stringify(message);
  return [text.slice(0, 40), text.slice(40)];
};
const [half, otherHalf] = inTwo(transition(START, version(1, 0, 10), told(0, "long")));

function judged(lines: readonly Line[], before = new AskedBefore()): { faults: string[]; owes: string[] } {
  const faults: string[] = [];
  const judge = new ConversationJudge((fault) => faults.push(fault), before);
  for (const line of lines) {
    if ("asked" in line) judge.asked(line.asked);
    else judge.said(line.said);
  }
  return { faults, owes: judge.owes() };
}

/** A query is watched at time 10. */
const WATCHING = [connect(), watch(1, 0), moves(START, version(1, 0, 10), told(0, 1))];
const AT_10 = version(1, 0, 10);

const GOOD: readonly { readonly name: string; readonly lines: readonly Line[] }[] = [
  {
    name: "watch, mutate, leave",
    lines: [
      ...WATCHING,
      mutate(0),
      answers(0, 20),
      moves(AT_10, version(1, 0, 20), told(0, 2)),
      leave(2, 0),
      moves(version(1, 0, 20), version(2, 0, 20), removed(0)),
    ],
  },
  {
    name: "a mutation that changes nothing",
    lines: [...WATCHING, mutate(0), answers(0, 20), moves(AT_10, version(1, 0, 20))],
  },
  { name: "a mutation that fails", lines: [...WATCHING, mutate(0), answers(0, null)] },
  {
    name: "signing in, and a token that is refused",
    lines: [
      connect(),
      authenticate,
      moves(START, version(0, 1, 10)),
      authenticate,
      { said: { type: "AuthError", baseVersion: 1, authUpdateAttempted: true } },
    ],
  },
  { name: "a transition in chunks", lines: [connect(), watch(1, 0), chunk(0, half), chunk(1, otherHalf)] },
  {
    name: "the same value again after another",
    lines: [
      ...WATCHING,
      moves(AT_10, version(1, 0, 20), told(0, 2)),
      moves(version(1, 0, 20), version(1, 0, 30), told(0, 1)),
    ],
  },
  {
    name: "a query that came and went between two transitions",
    lines: [connect(), watch(1, 0), leave(2, 0), moves(START, version(2, 0, 10))],
  },
];

const FORGED: readonly { readonly name: string; readonly lines: readonly Line[]; readonly fault: RegExp }[] = [
  {
    name: "a chain that does not go on where it stopped",
    lines: [...WATCHING, moves(version(1, 0, 11), version(1, 0, 20))],
    fault: /the chain broke/,
  },
  { name: "time that goes back", lines: [...WATCHING, moves(AT_10, version(1, 0, 9))], fault: /time went back$/ },
  {
    name: "a first transition older than what the client has seen",
    lines: [connect(50), watch(1, 0), moves(START, version(1, 0, 49), told(0, 1))],
    fault: /behind an earlier socket/,
  },
  {
    name: "a query set that goes back",
    lines: [...WATCHING, moves(AT_10, version(0, 0, 20))],
    fault: /a version went back/,
  },
  {
    name: "a query set that nobody asked for",
    lines: [...WATCHING, moves(AT_10, version(2, 0, 20))],
    fault: /ahead of the client/,
  },
  {
    name: "an identity that nobody asked for",
    lines: [...WATCHING, moves(AT_10, version(1, 1, 20))],
    fault: /ahead of the client/,
  },
  {
    name: "a transition that covers a mutation before its answer",
    lines: [...WATCHING, mutate(0), moves(AT_10, version(1, 0, 20), told(0, 2)), answers(0, 20)],
    fault: /came before the answer of mutation 0/,
  },
  {
    name: "an answer without a timestamp",
    lines: [...WATCHING, mutate(0), answers(0, null, true)],
    fault: /without a timestamp/,
  },
  {
    name: "a failure with a timestamp",
    lines: [...WATCHING, mutate(0), answers(0, 20, false)],
    fault: /failed and has a timestamp/,
  },
  {
    name: "answers out of order",
    lines: [...WATCHING, mutate(0), mutate(1), answers(1, 20), answers(0, 21)],
    fault: /mutation 1 was answered where 0 was due/,
  },
  {
    name: "a mutation answered twice",
    lines: [...WATCHING, mutate(0), answers(0, 20), answers(0, 20)],
    fault: /where none was due/,
  },
  {
    name: "an action that nobody asked for",
    lines: [connect(), act(0), { said: { type: "ActionResponse", requestId: 1, success: true } }],
    fault: /action 1 was answered without/,
  },
  {
    name: "the same value told twice",
    lines: [...WATCHING, moves(AT_10, version(1, 0, 20), told(0, 1))],
    fault: /told twice/,
  },
  {
    name: "a query twice in one transition",
    lines: [...WATCHING, moves(AT_10, version(1, 0, 20), told(0, 2), told(0, 3))],
    fault: /stands twice/,
  },
  {
    name: "a query that nobody watches",
    lines: [...WATCHING, moves(AT_10, version(1, 0, 20), told(7, 2))],
    fault: /is not watched/,
  },
  {
    name: "a query that was left and is told",
    lines: [...WATCHING, leave(2, 0), moves(AT_10, version(2, 0, 20), told(0, 2))],
    fault: /is not watched/,
  },
  {
    name: "a query removed unasked",
    lines: [...WATCHING, moves(AT_10, version(1, 0, 20), removed(0))],
    fault: /removed unasked/,
  },
  {
    name: "a removal that is kept quiet",
    lines: [...WATCHING, leave(2, 0), moves(AT_10, version(2, 0, 20))],
    fault: /removal was not told/,
  },
  {
    name: "a query that gets no answer",
    lines: [connect(), watch(1, 0), moves(START, AT_10)],
    fault: /added and not answered/,
  },
  {
    name: "a message between two chunks",
    lines: [connect(), watch(1, 0), chunk(0, half), { said: { type: "Ping" } }, chunk(1, otherHalf)],
    fault: /Ping came between the chunks/,
  },
  {
    name: "chunks in the wrong order",
    lines: [connect(), watch(1, 0), chunk(1, otherHalf), chunk(0, half)],
    fault: /chunk 1 of 2/,
  },
  {
    name: "chunks of two transitions mixed",
    lines: [connect(), watch(1, 0), chunk(0, half), chunk(1, otherHalf, 2, "1")],
    fault: /chunk 1 of 2 of transition 1/,
  },
  {
    name: "a bad transition inside chunks",
    lines: [
      connect(),
      watch(1, 0),
      ...inTwo(transition(AT_10, version(1, 0, 20), told(0, 1))).map((part, i) => chunk(i, part)),
    ],
    fault: /the chain broke/,
  },
  {
    name: "words after a fatal error",
    lines: [connect(), { said: { type: "FatalError" } }, { said: { type: "Ping" } }],
    fault: /Ping came after FatalError/,
  },
  {
    name: "a refused token that nobody sent",
    lines: [connect(), { said: { type: "AuthError", baseVersion: 0, authUpdateAttempted: true } }],
    fault: /refuses a token/,
  },
  {
    name: "an AuthError for another identity",
    lines: [connect(), authenticate, { said: { type: "AuthError", baseVersion: 3, authUpdateAttempted: true } }],
    fault: /AuthError names identity 3/,
  },
  {
    name: "a message of no known type",
    lines: [connect(), { said: { type: "Whatever" } }],
    fault: /no message of type Whatever/,
  },
];

const UNFINISHED: readonly { readonly name: string; readonly lines: readonly Line[]; readonly owes: string[] }[] = [
  {
    name: "no transition after an answer",
    lines: [...WATCHING, mutate(0), answers(0, 20)],
    owes: ["a transition that covers mutation 0"],
  },
  {
    name: "a transition that does not reach the answer",
    lines: [...WATCHING, mutate(0), answers(0, 20), moves(AT_10, version(1, 0, 19))],
    owes: ["a transition that covers mutation 0"],
  },
  { name: "a mutation without an answer", lines: [...WATCHING, mutate(3)], owes: ["an answer to mutation 3"] },
  { name: "an action without an answer", lines: [...WATCHING, act(4)], owes: ["an answer to action 4"] },
  { name: "a query set that is not acknowledged", lines: [...WATCHING, watch(2, 1)], owes: ["query set 2"] },
  { name: "an identity that is not acknowledged", lines: [connect(), authenticate], owes: ["identity 1"] },
  { name: "half a transition", lines: [connect(), chunk(0, half)], owes: ["the rest of a transition in chunks"] },
];

describe("the judge of conversations", () => {
  it.each(GOOD)("finds nothing wrong with $name", ({ lines }) => {
    expect(judged(lines)).toEqual({ faults: [], owes: [] });
  });

  it.each(FORGED)("objects to $name", ({ lines, fault }) => {
    expect(judged(lines).faults.join("\n")).toMatch(fault);
  });

  it.each(UNFINISHED)("still waits after $name", ({ lines, owes }) => {
    expect(judged(lines)).toEqual({ faults: [], owes });
  });

  it("lets an answer on record be older than the first transition, only when it was asked for on an earlier socket", () => {
    const before = new AskedBefore();
    const onRecord = [...WATCHING, mutate(0), answers(0, 5)];
    expect(judged([connect(), mutate(0)], before).faults).toEqual([]);
    expect(judged(onRecord, before).faults).toEqual([]);
    expect(judged(onRecord).faults).toHaveLength(1);
  });
});
