import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IntervalTree, type Interval } from "../../../embedded/storage/intervalTree";

const key = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 3 });

const containing = <T>(tree: IntervalTree<T>, at: string): T[] => {
  const found: T[] = [];
  tree.forEachContaining(at, (owner) => found.push(owner));
  return found;
};

describe("IntervalTree", () => {
  it("finds what a walk over all intervals finds, while some come and others go", () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.tuple(key, key).map(([from, to]) => ({ kind: "add" as const, from, to })) },
      { weight: 1, arbitrary: fc.nat(50).map((which) => ({ kind: "remove" as const, which })) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.array(key, { minLength: 1, maxLength: 8 }), (steps, keys) => {
        const tree = new IntervalTree<number>();
        const naive: Interval<number>[] = [];
        for (const [owner, step] of steps.entries()) {
          if (step.kind === "add") naive.push(tree.add(step.from, step.to, owner));
          else if (naive.length > 0) tree.remove(naive.splice(step.which % naive.length, 1)[0]!);
          for (const at of keys) {
            const expected = naive.filter(({ from, to }) => from <= at && at < to).map(({ owner: whose }) => whose);
            expect(containing(tree, at).sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
          }
        }
        expect(tree.size).toBe(naive.length);
      }),
      { numRuns: 300 },
    );
  });

  it("removing twice takes nothing else away", () => {
    const tree = new IntervalTree<string>();
    const one = tree.add("a", "c", "one");
    tree.add("a", "c", "two");
    tree.remove(one);
    tree.remove(one);
    expect(containing(tree, "b")).toEqual(["two"]);
    expect(tree.size).toBe(1);
  });

  /** Every query of a shop reads the shop's own record: with thousands of watchers the tree was a list, and overflowed the stack. */
  it("stays shallow when tens of thousands watch the very same key", () => {
    const tree = new IntervalTree<number>();
    const intervals = Array.from({ length: 50_000 }, (_, owner) => tree.add("shop", "shop\u0000", owner));
    expect(containing(tree, "shop")).toHaveLength(50_000);
    for (const interval of intervals.slice(10)) tree.remove(interval);
    expect(containing(tree, "shop").sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
