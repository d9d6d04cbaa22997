import { describe, expect, test } from "vitest";
import { isStale, parseSignature, signedAt, signedTexts } from "../../domain/webhookSignature";

const HEX = "a".repeat(64);

describe("the header", () => {
  test.each([
    [`ts=1742505638683,v1=${HEX}`, { ts: "1742505638683", v1: HEX }],
    [` ts = 1742505638 , v1 = ${HEX.toUpperCase()} `, { ts: "1742505638", v1: HEX }],
    [`v1=${HEX},ts=1,other=x`, { ts: "1", v1: HEX }],
    ["", null],
    [`ts=1742505638683`, null],
    [`ts=,v1=${HEX}`, null],
    [`ts=abc,v1=${HEX}`, null],
    [`ts=1,v1=${HEX}0`, null],
    [`ts=1,v1=${"g".repeat(64)}`, null],
  ])("%j", (header, parts) => {
    expect(parseSignature(header)).toEqual(parts);
  });
});

describe("what is signed", () => {
  test("the id of the address, the notice's own id and the time as it was written, each with its semicolon", () => {
    expect(signedTexts({ dataId: "1319876543", requestId: "abc", ts: "1742505638683" })).toEqual([
      "id:1319876543;request-id:abc;ts:1742505638683;",
    ]);
  });
  test("a piece without a value is left out", () => {
    expect(signedTexts({ dataId: null, requestId: null, ts: "1" })).toEqual(["ts:1;"]);
  });
  test("an id with letters counts as it is and in lower case", () => {
    expect(signedTexts({ dataId: "ORD1", requestId: "r", ts: "1" })).toEqual([
      "id:ORD1;request-id:r;ts:1;",
      "id:ord1;request-id:r;ts:1;",
    ]);
  });
});

describe("the time", () => {
  test("counts milliseconds or seconds, by its size", () => {
    expect(signedAt("1742505638683")).toBe(1742505638683);
    expect(signedAt("1742505638")).toBe(1742505638000);
  });
  test.each([
    ["now", 0, false],
    ["fifteen minutes ago", -15 * 60_000, false],
    ["a moment more", -15 * 60_000 - 1, true],
    ["fifteen minutes ahead", 15 * 60_000, false],
    ["a moment more", 15 * 60_000 + 1, true],
  ])("%s", (_title, offset, stale) => {
    const now = 1742505638683;
    expect(isStale(String(now + offset), now)).toBe(stale);
  });
});
