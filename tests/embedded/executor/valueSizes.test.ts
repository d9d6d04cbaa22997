import { getConvexSize } from "convex/values";
import { describe, expect, it } from "vitest";
import { aRuntime, speak } from "../support/aRuntime";

const MOST = 16 * 1024 * 1024;
/** The longest text that fits as the only argument, and as the result. */
const LONGEST_ARGUMENT = MOST - getConvexSize({ text: "" });
const LONGEST_RESULT = MOST - getConvexSize("");
const tooLarge = (path: string, what: "arguments" | "result"): string =>
  what === "arguments"
    ? `Function ${path} was given arguments that are too large`
    : `Function ${path} returned a value that is too large`;

describe("what goes into a function, and what comes out, is at most 16 MiB as the library counts", () => {
  it("of queries, mutations and actions from outside", async () => {
    const { query, queryError, mutation, mutationError, action, actionError } = speak(await aRuntime("abi"));
    const [fits, over] = ["x".repeat(LONGEST_ARGUMENT), "x".repeat(LONGEST_ARGUMENT + 1)].map((text) => ({ text }));
    expect(await query("values:lengthOf", fits)).toBe(LONGEST_ARGUMENT);
    expect(await queryError("values:lengthOf", over)).toContain(tooLarge("values:lengthOf", "arguments"));
    expect(await mutation("values:lengthOfInMutation", fits)).toBe(LONGEST_ARGUMENT);
    expect(await mutationError("values:lengthOfInMutation", over)).toContain("too large");
    expect(await action("values:lengthOfInAction", fits)).toBe(LONGEST_ARGUMENT);
    expect(await actionError("values:lengthOfInAction", over)).toContain(
      tooLarge("values:lengthOfInAction", "arguments"),
    );
  });

  it("of results, and the mutation whose result is larger writes nothing", async () => {
    const { query, queryError, mutationError, action, actionError } = speak(await aRuntime("abi"));
    expect(await query("values:large", { size: LONGEST_RESULT })).toHaveLength(LONGEST_RESULT);
    expect(await queryError("values:large", { size: LONGEST_RESULT + 1 })).toContain(
      tooLarge("values:large", "result"),
    );
    expect(await mutationError("values:largeInMutation", { size: LONGEST_RESULT + 1 })).toContain("too large");
    expect(await query("values:rows")).toBe(0);
    expect(await action("values:largeInAction", { size: LONGEST_RESULT })).toHaveLength(LONGEST_RESULT);
    expect(await actionError("values:largeInAction", { size: LONGEST_RESULT + 1 })).toContain(
      tooLarge("values:largeInAction", "result"),
    );
  });

  it("counts values, not their text: numbers are nine bytes, whatever is written", async () => {
    const { query, queryError } = speak(await aRuntime("abi"));
    // 2 + 8000 × 9 bytes each, and 2 for the list of them: 233 fit.
    expect(await query("values:numbers", { lists: 233 })).toHaveLength(233);
    expect(await queryError("values:numbers", { lists: 234 })).toContain("too large");
    // Control characters are six characters of text each.
    expect(await query("values:lengthOf", { text: "\u0001".repeat(4 * 1024 * 1024) })).toBe(4 * 1024 * 1024);
  });

  it.each(["values:nested", "values:nestedInAction"])("in %s, which may catch the refusal", async (path) => {
    const { mutation, action } = speak(await aRuntime("abi"));
    const run = path === "values:nested" ? mutation : action;
    const answers = (await run(path, { size: MOST })) as string[];
    expect(answers.length).toBeGreaterThanOrEqual(4);
    for (const answer of answers) expect(answer).toMatch(/too large/);
  });
});
