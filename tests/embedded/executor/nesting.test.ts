import { describe, expect, it } from "vitest";
import { ANONYMOUS } from "../../../embedded/executor/contract";
import { aRuntime, call, speak } from "../support/aRuntime";

describe("nested calls", () => {
  it("started all at once run one after the other, in the order of their calls, writes between them included", async () => {
    const { mutation, query } = speak(await aRuntime("conduct"));
    expect(await mutation("nesting:allAtOnce")).toEqual({ counts: [1, 3, 4], seen: ["a", "b", "c"] });
    expect(await query("nesting:list")).toEqual(["a", "b", "c", "d"]);
  });

  it("that throw and are caught take back their own writes alone", async () => {
    const { mutation, query } = speak(await aRuntime("conduct"));
    expect(await mutation("nesting:catches")).toContain("inside was refused");
    expect(await query("nesting:list")).toEqual(["before", "after"]);
  });

  it("that throw and are not caught take back everything", async () => {
    const { mutationError, query } = speak(await aRuntime("conduct"));
    expect(await mutationError("nesting:doesNotCatch")).toContain("Uncaught Error: inside was refused");
    expect(await query("nesting:list")).toEqual([]);
  });

  it("that nobody waited for leave nothing when their caller is done", async () => {
    const runtime = await aRuntime("conduct");
    const { mutation, query } = speak(runtime);
    expect(await mutation("nesting:forgets")).toBe("done");
    expect(await mutation("nesting:allAtOnce")).toEqual({ counts: [1, 3, 4], seen: ["a", "b", "c"] });
    expect(await query("nesting:list")).toEqual(["a", "b", "c", "d"]);
  });

  it("may go eight levels deep and no deeper", async () => {
    const { query, queryError } = speak(await aRuntime("conduct"));
    expect(await query("nesting:goDown", { levels: 7 })).toBe(7);
    expect(await queryError("nesting:goDown", { levels: 8 })).toContain(
      "Functions are nested more than 8 levels deep.",
    );
  });

  it("hand a ConvexError's data up, to whoever catches it and to the client", async () => {
    const runtime = await aRuntime("conduct");
    expect(await speak(runtime).mutation("nesting:readsTheRefusal")).toEqual({
      isConvexError: true,
      data: { code: "esgotado", left: 0n },
    });
    const { outcome, ts } = await runtime.mutation(call("nesting:passesOn"), ANONYMOUS);
    if (outcome.success) throw new Error("It succeeded.");
    expect(outcome.errorMessage).toContain("Uncaught ConvexError: ");
    expect(JSON.parse(outcome.errorDataJson!)).toEqual({ code: "esgotado", left: { $integer: "AAAAAAAAAAA=" } });
    expect(ts).toBeNull();
    expect(await speak(runtime).query("nesting:list")).toEqual([]);
  });

  it("check arguments and results like calls from outside", async () => {
    const { query, queryError } = speak(await aRuntime("conduct"));
    expect(await query("nesting:measures", { size: "GG" })).toBe(2);
    expect(await queryError("nesting:measures", { size: 2 })).toContain("ArgumentValidationError");
    expect(await queryError("nesting:measures", { size: "bad" })).toContain("ReturnsValidationError");
  });

  it("see what their caller wrote, unless they look at the state before it", async () => {
    const { mutation } = speak(await aRuntime("conduct"));
    expect(await mutation("nesting:looksBack")).toEqual({ now: ["new"], before: [] });
    expect(await mutation("nesting:looksBack")).toEqual({ now: ["new", "new"], before: ["new"] });
  });
});

describe("a function that goes on after its end", () => {
  it("is refused every further call, and changes nothing", async () => {
    const { mutation, query } = speak(await aRuntime("conduct"));
    await mutation("nesting:goesOn");
    expect(await query("nesting:whatBecameOfIt")).toContain("after nesting:goesOn had finished");
    expect(await query("nesting:list")).toEqual([]);
  });

  it("takes with it what it called and did not wait for", async () => {
    const { mutation, query } = speak(await aRuntime("conduct"));
    await mutation("nesting:leavesNestedBehind");
    expect(await query("nesting:whatBecameOfIt")).toContain("after nesting:putLate had finished");
    expect(await query("nesting:list")).toEqual([]);
  });
});
