import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inChunks } from "../../../embedded/sync/frames";
import { decodeTs, encodeTs, parseClientMessage, ProtocolError } from "../../../embedded/sync/protocol";

const sessionId = "3f1b9a52-6c1e-4a8e-9d58-0f6f0c1f2a3b";
const connect = { type: "Connect", sessionId, connectionCount: 0, lastCloseReason: "InitialConnect" };
const add = { type: "Add", queryId: 0, udfPath: "orders:list", args: [{}] };
const modify = { type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [add] };
const mutation = { type: "Mutation", requestId: 0, udfPath: "orders:launch", args: [{ code: "C151" }] };
const parse = (message: unknown) => parseClientMessage(JSON.stringify(message));

describe("timestamps", () => {
  it.each([
    [0n, "AAAAAAAAAAA="],
    [1n, "AQAAAAAAAAA="],
    [2n ** 64n - 1n, "//////////8="],
  ])("%s is %s", (ts, text) => {
    expect(encodeTs(ts)).toBe(text);
    expect(decodeTs(text)).toBe(ts);
  });

  it.each(["", "AAAA", "AAAAAAAAAAA", "AAAAAAAAAAAA", "not base64 !", "AAAAAAAAAAA=\n"])("%j is refused", (text) => {
    expect(() => decodeTs(text)).toThrow(ProtocolError);
  });
});

describe("what the official client sends is understood", () => {
  it("Connect, with and without the fields that may be missing", () => {
    expect(parse(connect)).toEqual({ ...connect, maxObservedTimestamp: null, clientTs: null });
    expect(parse({ ...connect, lastCloseReason: null, clientTs: 1.5, maxObservedTimestamp: encodeTs(7n) })).toEqual({
      ...connect,
      lastCloseReason: null,
      clientTs: 1.5,
      maxObservedTimestamp: 7n,
    });
  });

  it("arguments as text, untouched in value", () => {
    expect(parse({ ...mutation, args: [{ n: { $integer: "AQAAAAAAAAA=" }, list: [1.5, null] }] })).toMatchObject({
      argsJson: '{"n":{"$integer":"AQAAAAAAAAA="},"list":[1.5,null]}',
    });
    expect(parse({ ...mutation, args: [] })).toMatchObject({ argsJson: "{}" });
    // Several arguments can be said; that no function takes them is the function's affair.
    expect(parse({ ...mutation, args: [{}, 1] })).toMatchObject({ argsJson: "[{},1]" });
    expect(parse({ ...mutation, args: [[1]] })).toMatchObject({ argsJson: "[1]" });
  });

  it("a __proto__ key stays a plain key of the arguments and changes no message", () => {
    const text = `{"type":"Mutation","requestId":0,"udfPath":"a:b","args":[{"__proto__":{"polluted":1}}]}`;
    expect(parseClientMessage(text)).toMatchObject({ argsJson: '{"__proto__":{"polluted":1}}' });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(() => parseClientMessage(`{"__proto__":${JSON.stringify(mutation)}}`)).toThrow(ProtocolError);
  });
});

describe("everything else is refused by name", () => {
  const rows: [string, unknown, string][] = [
    ["null", null, "The message must be an object"],
    ["a list", [connect], "The message must be an object"],
    ["no type", {}, "Received a message of unknown type"],
    ["an unknown type", { type: "Explode" }, "Received a message of unknown type"],
    ["a session that is no UUID", { ...connect, sessionId: "me" }, "Field sessionId must be a UUID"],
    ["a negative count", { ...connect, connectionCount: -1 }, "Field connectionCount must be an integer"],
    ["a clock that is text", { ...connect, clientTs: "now" }, "Field clientTs must be a number"],
    ["a timestamp that is a number", { ...connect, maxObservedTimestamp: 7 }, "Field maxObservedTimestamp must be a"],
    ["a fractional version", { ...modify, baseVersion: 0.5 }, "Field baseVersion must be an integer"],
    ["a version beyond 32 bits", { ...modify, newVersion: 2 ** 32 }, "Field newVersion must be an integer"],
    ["no modifications", { ...modify, modifications: {} }, "Field modifications must be an array"],
    ["an unknown modification", { ...modify, modifications: [{ ...add, type: "Change" }] }, "Add or Remove"],
    ["a journal that is a number", { ...modify, modifications: [{ ...add, journal: 3 }] }, "Field journal must be a"],
    ["no function", { ...mutation, udfPath: undefined }, "Field udfPath must be a string"],
    ["no arguments", { ...mutation, args: undefined }, "Field args must be an array"],
    ["an unknown token type", { type: "Authenticate", baseVersion: 0, tokenType: "God" }, "None, User or Admin"],
    ["a user without a token", { type: "Authenticate", baseVersion: 0, tokenType: "User" }, "Field value must be a"],
  ];
  it.each(rows)("%s", (_name, message, error) => {
    expect(() => parse(message)).toThrow(ProtocolError);
    expect(() => parse(message)).toThrow(error);
  });

  it("arguments nested a hundred thousand deep", () => {
    const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
    const text = `{"type":"Mutation","requestId":0,"udfPath":"a:b","args":[${deep}]}`;
    expect(() => parseClientMessage(text)).toThrow(ProtocolError);
  });

  it("any text at all is either a message or a ProtocolError", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.object().map((o) => JSON.stringify(o)),
        ),
        (text) => {
          try {
            parseClientMessage(text);
          } catch (error) {
            expect(error).toBeInstanceOf(ProtocolError);
          }
        },
      ),
    );
  });
});

describe("chunks", () => {
  it("put together are the text, and none ends in half a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 7 }), (text, units) => {
        const frames = inChunks(text, "t", units);
        if (text.length <= units) {
          expect(frames).toEqual([text]);
          return;
        }
        const chunks = frames.map((frame) => (JSON.parse(frame) as { chunk: string }).chunk);
        expect(chunks.join("")).toBe(text);
        if (units > 1) expect(chunks.every((chunk) => Buffer.from(chunk).toString() === chunk)).toBe(true);
      }),
    );
  });
});
