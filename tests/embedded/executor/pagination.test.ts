import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ANONYMOUS, type QueryRun } from "../../../embedded/executor/contract";
import { Cursors } from "../../../embedded/executor/cursors";
import type { Runtime } from "../../../embedded/executor/runtime";
import type { Bounds } from "../fixtures/workbench/steps";
import { aRuntime, call, speak, valueOf } from "../support/aRuntime";
import { aFolder } from "../support/aStore";

interface Page {
  page: { _id: string; n: number; group: string }[];
  isDone: boolean;
  continueCursor: string;
  splitCursor: string | null;
  pageStatus: string | null;
}

interface Options {
  cursor: string | null;
  numItems: number;
  endCursor?: string | null;
  maximumRowsRead?: number;
}

const ofA: Bounds = { index: "by_group_n", order: "asc", group: "a" };

async function withRows(numbers: readonly number[], group = "a"): Promise<Runtime> {
  const runtime = await aRuntime("workbench");
  await speak(runtime).mutation("programs:write", {
    writes: numbers.map((n) => ({ kind: "insert", fields: { group, n } })),
  });
  return runtime;
}

const ask = (runtime: Runtime, bounds: Bounds, options: Options, journal: string | null = null): Promise<QueryRun> =>
  runtime.query(call("programs:page", { bounds, paginationOpts: options }), ANONYMOUS, { journal });

const pageOf = async (
  runtime: Runtime,
  bounds: Bounds,
  options: Options,
  journal: string | null = null,
): Promise<Page> => valueOf((await ask(runtime, bounds, options, journal)).outcome) as unknown as Page;

const numbers = ({ page }: Page): number[] => page.map(({ n }) => n);

describe("a page", () => {
  it("that fills exactly at the last row is not the last: the next one is empty and done", async () => {
    const runtime = await withRows([1, 2, 3, 4]);
    const first = await pageOf(runtime, ofA, { cursor: null, numItems: 4 });
    expect([numbers(first), first.isDone]).toEqual([[1, 2, 3, 4], false]);
    const next = await pageOf(runtime, ofA, { cursor: first.continueCursor, numItems: 4 });
    expect([numbers(next), next.isDone]).toEqual([[], true]);
    const beyond = await pageOf(runtime, ofA, { cursor: next.continueCursor, numItems: 4 });
    expect([numbers(beyond), beyond.isDone]).toEqual([[], true]);
  });

  it("goes downwards as well", async () => {
    const runtime = await withRows([1, 2, 3, 4, 5]);
    const down: Bounds = { ...ofA, order: "desc" };
    const first = await pageOf(runtime, down, { cursor: null, numItems: 2 });
    const next = await pageOf(runtime, down, { cursor: first.continueCursor, numItems: 9 });
    expect([numbers(first), numbers(next), next.isDone]).toEqual([[5, 4], [3, 2, 1], true]);
  });

  it("with an end cursor holds everything up to it, whatever its size was to be", async () => {
    const runtime = await withRows([1, 2, 3, 4, 5]);
    const { continueCursor } = await pageOf(runtime, ofA, { cursor: null, numItems: 3 });
    await speak(runtime).mutation("programs:write", { writes: [{ kind: "insert", fields: { group: "a", n: 1.5 } }] });
    const again = await pageOf(runtime, ofA, {
      cursor: null,
      numItems: 1,
      endCursor: continueCursor,
      maximumRowsRead: 1,
    });
    expect([numbers(again), again.isDone, again.continueCursor]).toEqual([[1, 1.5, 2, 3], false, continueCursor]);
  });

  it("stops where the rows it may read end, also when a filter let none of them through", async () => {
    const runtime = await withRows([1, 2, 3, 4, 5, 6]);
    const filtered: Bounds = { ...ofA, above: 5 };
    const cut = await pageOf(runtime, filtered, { cursor: null, numItems: 2, maximumRowsRead: 4 });
    expect([numbers(cut), cut.isDone, cut.pageStatus]).toEqual([[], false, "SplitRequired"]);
    const next = await pageOf(runtime, filtered, { cursor: cut.continueCursor, numItems: 2, maximumRowsRead: 4 });
    expect([numbers(next), next.isDone, next.pageStatus]).toEqual([[6], true, null]);
    for (const order of ["asc", "desc"] as const) {
      const nothing = await pageOf(runtime, { ...ofA, order }, { cursor: null, numItems: 2, maximumRowsRead: 0 });
      const rest = await pageOf(runtime, { ...ofA, order }, { cursor: nothing.continueCursor, numItems: 9 });
      expect([...numbers(nothing), ...numbers(rest)].sort()).toEqual([1, 2, 3, 4, 5, 6]);
    }
  });

  it("names the middle of the rows it read, so that it can be split in two without a gap, also when a filter kept few of them", async () => {
    const runtime = await withRows([1, 2, 3, 4, 5, 6]);
    for (const bounds of [ofA, { ...ofA, above: 5 }]) {
      const whole = await pageOf(runtime, bounds, { cursor: null, numItems: 9 });
      const left = await pageOf(runtime, bounds, { cursor: null, numItems: 9, endCursor: whole.splitCursor! });
      const right = await pageOf(runtime, bounds, {
        cursor: whole.splitCursor!,
        numItems: 9,
        endCursor: whole.continueCursor,
      });
      expect([...numbers(left), ...numbers(right)]).toEqual(numbers(whole));
      expect(whole.splitCursor).not.toBeNull();
    }
    const two = await pageOf(runtime, { ...ofA, to: 2 }, { cursor: null, numItems: 9 });
    expect([numbers(two), two.splitCursor]).toEqual([[1, 2], null]);
  });
});

describe("a cursor", () => {
  it.each([
    ["no cursor at all", () => "garbage"],
    ["another query's", (cursor: string) => cursor, { ...ofA, group: "b" }],
    ["of the other direction", (cursor: string) => cursor, { ...ofA, order: "desc" as const }],
    ["of another filter", (cursor: string) => cursor, { ...ofA, above: 1 }],
    ["that is cut off", (cursor: string) => cursor.slice(0, -4)],
    ["with another letter", (cursor: string) => (cursor.startsWith("A") ? "B" : "A") + cursor.slice(1)],
    ["that is empty", () => ""],
  ])(
    "%s is refused, so that the list starts anew",
    async (_what, bend: (cursor: string) => string, other: Bounds = ofA) => {
      const runtime = await withRows([1, 2, 3]);
      const { continueCursor } = await pageOf(runtime, ofA, { cursor: null, numItems: 1 });
      for (const options of [
        { cursor: bend(continueCursor), numItems: 1 },
        { cursor: null, endCursor: bend(continueCursor), numItems: 1 },
      ]) {
        const { outcome } = await ask(runtime, other, options);
        if (outcome.success) throw new Error("It was accepted.");
        expect(outcome.errorMessage.split("\n")[1]).toMatch(/^Uncaught ConvexError: .*InvalidCursor/);
        expect(JSON.parse(outcome.errorDataJson!)).toEqual({
          isConvexSystemError: true,
          paginationError: "InvalidCursor",
        });
      }
    },
  );

  /** Nobody can make such a cursor any more; were the key known, it would still be of no use. */
  it("whatever place it names, never leads out of the query's own range", async () => {
    const runtime = await withRows([1, 2, 3], "b");
    const { query, mutation } = speak(runtime);
    await mutation("programs:write", {
      writes: ["a", "c"].map((group) => ({ kind: "insert", fields: { group, n: 9 } })),
    });
    expect(await query("programs:read", { reads: [{ kind: "collect", bounds: { ...ofA, group: "c" } }] })).toHaveLength(
      1,
    );
    const reading = vi.spyOn(Cursors.prototype, "read");
    onTestFinished(() => reading.mockRestore());
    let rows = 0;
    for (const order of ["asc", "desc"] as const) {
      for (const after of ["", "\x00", "\x10a", "\x10b", "\x10c", "\xfe"]) {
        reading.mockReturnValue({ after });
        for (const options of [
          { cursor: `1${after}`, numItems: 100 },
          { cursor: null, endCursor: `2${after}`, numItems: 100 },
          { cursor: `3${after}`, endCursor: `4${after}`, numItems: 100 },
        ]) {
          const { page } = await pageOf(runtime, { ...ofA, group: "b", order }, options);
          expect(page.every(({ group }) => group === "b")).toBe(true);
          rows += page.length;
        }
      }
    }
    expect(rows).toBeGreaterThan(0);
  });

  it("of another deployment is refused, one of the same data is good after a restart", async () => {
    const dataDir = aFolder();
    const first = await aRuntime("workbench", { dataDir });
    await speak(first).mutation("programs:write", {
      writes: [1, 2].map((n) => ({ kind: "insert", fields: { group: "a", n } })),
    });
    const { continueCursor } = await pageOf(first, ofA, { cursor: null, numItems: 1 });
    expect((await pageOf(first, ofA, { cursor: null, numItems: 1 })).continueCursor).toBe(continueCursor);
    await first.close();
    const again = await aRuntime("workbench", { dataDir });
    expect(numbers(await pageOf(again, ofA, { cursor: continueCursor, numItems: 1 }))).toEqual([2]);
    const { outcome } = await ask(await withRows([1, 2]), ofA, { cursor: continueCursor, numItems: 1 });
    expect(outcome.success ? "" : outcome.errorMessage).toContain("InvalidCursor");
  });

  it("may be used once in a function", async () => {
    const runtime = await aRuntime("conduct");
    expect(await speak(runtime).queryError("nesting:paginatesTwice")).toContain(
      "A function may call paginate only once.",
    );
  });
});

describe("a list of pages that are watched", () => {
  it("has neither gap nor double while rows come and go, each page keeping its end by its journal", async () => {
    const runtime = await aRuntime("workbench");
    const { mutation, query } = speak(runtime);
    const change = fc.record({ kind: fc.constantFrom("insert", "insert", "delete"), n: fc.nat(40), which: fc.nat(30) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(40), { maxLength: 12 }),
        fc.array(change, { maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom("asc" as const, "desc" as const),
        async (rows, changes, numItems, order) => {
          const bounds: Bounds = { ...ofA, order };
          const everything = async (): Promise<Page["page"]> => {
            const [all] = (await query("programs:read", { reads: [{ kind: "collect", bounds }] })) as unknown as [
              Page["page"],
            ];
            return all;
          };
          await mutation("programs:write", {
            writes: (await everything()).map(({ _id }) => ({ kind: "delete", id: _id })),
          });
          await mutation("programs:write", {
            writes: rows.map((n) => ({ kind: "insert", fields: { group: "a", n } })),
          });
          const pages: { cursor: string | null; run: QueryRun }[] = [];
          const loadMore = async (): Promise<void> => {
            const last = pages.at(-1);
            const end = last === undefined ? null : (valueOf(last.run.outcome) as unknown as Page);
            if (end?.isDone === true) return;
            const cursor = end?.continueCursor ?? null;
            pages.push({ cursor, run: await ask(runtime, bounds, { cursor, numItems }) });
          };
          await loadMore();
          for (const { kind, n, which } of changes) {
            const now = await everything();
            const target = now[which % Math.max(now.length, 1)];
            if (kind === "delete" && target !== undefined)
              await mutation("programs:write", { writes: [{ kind: "delete", id: target._id }] });
            else await mutation("programs:write", { writes: [{ kind: "insert", fields: { group: "a", n } }] });
            for (const page of pages) {
              if (!page.run.isFresh())
                page.run = await ask(runtime, bounds, { cursor: page.cursor, numItems }, page.run.journal);
            }
            if (which % 3 === 0) await loadMore();
            const shown = pages.flatMap(({ run }) =>
              (valueOf(run.outcome) as unknown as Page).page.map(({ _id }) => _id),
            );
            const all = (await everything()).map(({ _id }) => _id);
            expect(shown).toEqual(all.slice(0, shown.length));
            if ((valueOf(pages.at(-1)!.run.outcome) as unknown as Page).isDone) expect(shown).toEqual(all);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
