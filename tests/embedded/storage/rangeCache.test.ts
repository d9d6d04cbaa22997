import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RangeCache } from "../../../embedded/storage/rangeCache";
import type { Direction, IndexEntry, KeyRange } from "../../../embedded/storage/reader";

/** The index itself, as naive as can be. */
class Entries {
  readonly #keys = new Set<string>();
  scans = 0;

  toggle(key: string): void {
    if (!this.#keys.delete(key)) this.#keys.add(key);
  }

  scan({ from, to }: KeyRange, direction: Direction, limit: number): readonly IndexEntry[] {
    this.scans++;
    const found = [...this.#keys].filter((key) => from <= key && key < to).sort();
    if (direction === "desc") found.reverse();
    return found.slice(0, limit).map((key) => ({ key, id: `id ${key}` }));
  }
}

const key = fc.integer({ min: 0, max: 30 }).map((n) => String.fromCharCode(97 + n));
const question = fc.record({
  from: key,
  to: key,
  direction: fc.constantFrom<Direction>("asc", "desc"),
  limit: fc.integer({ min: 1, max: 4 }),
  index: fc.constantFrom(1, 2),
});
const step = fc.oneof(
  fc.record({ kind: fc.constant("ask" as const), question }),
  fc.record({ kind: fc.constant("toggle" as const), key, index: fc.constantFrom(1, 2) }),
);

describe("the cache of index ranges", () => {
  it("always answers what a scan would, whatever was added and removed since", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 10 }), (steps, size) => {
        const indexes = new Map([1, 2].map((index) => [index, new Entries()]));
        const cache = new RangeCache(size);
        for (const done of steps) {
          if (done.kind === "toggle") {
            indexes.get(done.index)!.toggle(done.key);
            cache.entryChanged(done.index, done.key);
            continue;
          }
          const { from, to, direction, limit, index } = done.question;
          const scan = () => indexes.get(index)!.scan({ from, to }, direction, limit);
          expect(cache.get(index, { from, to }, direction, limit, scan)).toEqual(scan());
        }
      }),
      { numRuns: 400 },
    );
  });

  it("asks once as long as nothing changes in the range, and forgets what was longest unused", () => {
    const entries = new Entries();
    const cache = new RangeCache(2);
    const ask = (from: string) =>
      cache.get(1, { from, to: "z" }, "asc", 1, () => entries.scan({ from, to: "z" }, "asc", 1));
    ask("a");
    ask("b");
    ask("a");
    cache.entryChanged(2, "c"); // another index
    expect(entries.scans).toBe(2);
    ask("c"); // makes room by forgetting "b"
    ask("a");
    expect(entries.scans).toBe(3);
    ask("b");
    expect(entries.scans).toBe(4);
  });

  it("does not take the end of one question for the beginning of another", () => {
    const cache = new RangeCache(10);
    cache.get(1, { from: "a", to: "bc" }, "asc", 1, () => []);
    const found = [{ key: "ab", id: "x" }];
    expect(cache.get(1, { from: "ab", to: "c" }, "asc", 1, () => found)).toBe(found);
  });
});
