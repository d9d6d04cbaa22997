import { describe, expect, test } from "vitest";
import { matchesWords, parseOrderSearch, searchWords } from "../../domain/orderSearch";

const NOTHING = { number: null, phoneEndings: [], words: [] };

describe("what a search text asks for", () => {
  test.each([
    ["12", { number: 12 }],
    [" #12 ", { number: 12 }],
    ["# 12", { number: 12 }],
    ["012", { number: 12 }],
    ["#4321", { number: 4321 }],
    ["4321", { number: 4321, phoneEndings: ["4321"] }],
    ["0012", { number: 12, phoneEndings: ["0012"] }],
    ["98765-4321", { phoneEndings: ["987654321"] }],
    ["(11) 98765-4321", { phoneEndings: ["11987654321", "5511987654321"] }],
    ["011 98765 4321", { phoneEndings: ["011987654321", "5511987654321"] }],
    ["11 8765-4321", { phoneEndings: ["1187654321", "5511987654321"] }],
    ["987", { number: 987 }],
    ["9-87", {}],
    ["José", { words: ["jose"] }],
    ["  MARIA   d'Ávila ", { words: ["maria", "d", "avila"] }],
    ["ana ana", { words: ["ana"] }],
    ["Rita 2", { words: ["rita", "2"] }],
    ["", {}],
    ["#", {}],
    ["0", {}],
    ["...", {}],
    ["1".repeat(16), { number: Number("1".repeat(16)) }],
    ["9".repeat(17), {}],
  ])("%j", (text, found) => {
    expect(parseOrderSearch(text)).toEqual({ ...NOTHING, ...found });
  });
});

test("the words of a name are its runs of letters and digits, each once", () => {
  expect(searchWords("maria-clara  d'avila (maria)")).toEqual(["maria", "clara", "d", "avila"]);
  expect(searchWords("")).toEqual([]);
});

test.each([
  ["jos sil", true],
  ["silva", true],
  ["jose silva souza", false],
  ["ilva", false],
])("`jose da silva` matches %j: %s", (typed, matches) => {
  expect(matchesWords("jose da silva", typed.split(" "))).toBe(matches);
});
