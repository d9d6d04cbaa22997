import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ANONYMOUS, type QueryRun } from "../../../embedded/executor/contract";
import type { Runtime } from "../../../embedded/executor/runtime";
import type { Bounds, ItemFields, Read, WriteStep } from "../fixtures/workbench/steps";
import { aRuntime, call, valueOf } from "../support/aRuntime";

const small = fc.nat(5);
const group = fc.constantFrom("a", "b");
const note = fc.constantFrom("x", "y");
const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });
const without = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;

const bounds: fc.Arbitrary<Bounds> = fc
  .record({
    index: fc.constantFrom(
      "by_group_n" as const,
      "by_group_n" as const,
      "by_note" as const,
      "by_creation_time" as const,
    ),
    order: fc.constantFrom("asc" as const, "desc" as const),
    group,
    from: optional(small),
    to: optional(small),
    note: optional(note),
    above: optional(small),
  })
  .map((all) => without(all) as Bounds);

/** Documents are named by number; which id that is, is known when the program runs. */
const slot = fc.nat(7).map((number) => `#${number}`);
const fields: fc.Arbitrary<ItemFields> = fc
  .record({ group, n: small, note: optional(note) })
  .map((all) => without(all) as ItemFields);

const { read } = fc.letrec<{ read: Read }>((tie) => ({
  read: fc.oneof(
    { maxDepth: 1 },
    fc.oneof(
      slot.map((id): Read => ({ kind: "get", id })),
      fc.record({ kind: fc.constantFrom("first" as const, "collect" as const), bounds }),
      fc.record({
        kind: fc.constantFrom("take" as const, "countUpTo" as const),
        bounds,
        count: fc.integer({ min: 1, max: 3 }),
      }),
    ),
    fc.array(tie("read"), { minLength: 1, maxLength: 2 }).map((reads): Read => ({ kind: "nested", reads })),
  ),
}));

const { step: writeStep } = fc.letrec<{ step: WriteStep }>((tie) => ({
  step: fc.oneof(
    { maxDepth: 1 },
    fc.oneof(
      fields.map((inserted): WriteStep => ({ kind: "insert", fields: inserted })),
      fc.record({
        kind: fc.constant("patch" as const),
        id: slot,
        fields: fc.oneof(
          small.map((n) => ({ n })),
          note.map((text) => ({ note: text })),
          group.map((to) => ({ group: to })),
        ),
      }),
      fc.record({ kind: fc.constant("replace" as const), id: slot, fields }),
      slot.map((id): WriteStep => ({ kind: "delete", id })),
    ),
    fc.tuple(fc.array(tie("step"), { minLength: 1, maxLength: 3 }), fc.boolean()).map(([writes, fails]): WriteStep => ({
      kind: "nested",
      writes: fails ? [...writes, { kind: "fail" }] : writes,
    })),
  ),
}));

type Question =
  | { readonly kind: "read"; readonly reads: Read[] }
  | { readonly kind: "page"; readonly bounds: Bounds; readonly numItems: number };

const question: fc.Arbitrary<Question> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.array(read, { minLength: 1, maxLength: 3 }).map((reads): Question => ({ kind: "read", reads })),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("page" as const), bounds, numItems: fc.integer({ min: 1, max: 3 }) }),
  },
);

/** Puts real ids in place of `#n`. */
const withIds = <T>(program: T, ids: readonly string[]): T =>
  JSON.parse(
    JSON.stringify(program).replace(/"#(\d+)"/g, (_all, number: string) =>
      JSON.stringify(ids[Number(number) % ids.length]),
    ),
  ) as T;

const asCall = (asked: Question) =>
  asked.kind === "read"
    ? call("programs:read", { reads: asked.reads })
    : call("programs:page", { bounds: asked.bounds, paginationOpts: { cursor: null, numItems: asked.numItems } });

async function seeded(runtime: Runtime, rows: readonly ItemFields[]): Promise<string[]> {
  const everything = call("programs:read", {
    reads: [{ kind: "collect", bounds: { index: "by_creation_time", order: "asc" } }],
  });
  const [old] = valueOf((await runtime.query(everything, ANONYMOUS)).outcome) as [{ _id: string }[]];
  await runtime.mutation(
    call("programs:write", { writes: old.map(({ _id }) => ({ kind: "delete", id: _id })) }),
    ANONYMOUS,
  );
  return valueOf(
    (
      await runtime.mutation(
        call("programs:write", { writes: rows.map((row) => ({ kind: "insert", fields: row })) }),
        ANONYMOUS,
      )
    ).outcome,
  ) as string[];
}

const textOf = ({ outcome }: QueryRun): string => (outcome.success ? outcome.valueJson : outcome.errorMessage);

describe("no missed invalidation", () => {
  it("after every commit a watched result that differs from a fresh run has become stale, and asking again gives the fresh one", async () => {
    const [runtime, judge] = [await aRuntime("workbench"), { asked: 0 }];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fields, { minLength: 1, maxLength: 7 }),
        fc.array(question, { minLength: 1, maxLength: 5 }),
        fc.array(fc.array(writeStep, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        async (rows, questions, commits) => {
          const ids = await seeded(runtime, rows);
          const watched = await Promise.all(
            questions.map(async (asked) => {
              const asking = asCall(withIds(asked, ids));
              const run = await runtime.query(asking, ANONYMOUS);
              const state = { asking, run, told: 0 };
              run.whenStale(() => state.told++);
              return state;
            }),
          );
          for (const writes of commits) {
            await runtime.mutation(call("programs:write", { writes: withIds(writes, ids) }), ANONYMOUS);
            for (const state of watched) {
              // A question with a blank more in its arguments is another one to the cache, so it is answered by a run of its own.
              const fresh = await runtime.query(
                { ...state.asking, argsJson: `${" ".repeat(++judge.asked)}${state.asking.argsJson}` },
                ANONYMOUS,
                { journal: state.run.journal },
              );
              if (state.run.isFresh()) expect(textOf(state.run)).toBe(textOf(fresh));
              expect(state.told).toBe(state.run.isFresh() ? 0 : 1);
              if (state.run.isFresh()) continue;
              state.run = await runtime.query(state.asking, ANONYMOUS, { journal: state.run.journal });
              state.told = 0;
              expect(state.run.isFresh()).toBe(true);
              expect(textOf(state.run)).toBe(textOf(fresh));
              state.run.whenStale(() => state.told++);
            }
          }
        },
      ),
      { numRuns: 120 },
    );
  });

  it("results asked for while commits are on their way are right for as long as they say they are fresh", async () => {
    const runtime = await aRuntime("workbench");
    const spread = fc.nat(3);
    let asked = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fields, { minLength: 1, maxLength: 6 }),
        fc.array(fc.tuple(question, fc.array(writeStep, { minLength: 1, maxLength: 2 }), spread), {
          minLength: 2,
          maxLength: 8,
        }),
        async (rows, steps) => {
          const ids = await seeded(runtime, rows);
          const writing: Promise<unknown>[] = [];
          const running: Promise<[ReturnType<typeof asCall>, QueryRun]>[] = [];
          for (const [wanted, writes, turns] of steps) {
            const asking = asCall(withIds(wanted, ids));
            writing.push(runtime.mutation(call("programs:write", { writes: withIds(writes, ids) }), ANONYMOUS));
            for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
            running.push(runtime.query(asking, ANONYMOUS).then((run) => [asking, run]));
          }
          await Promise.all(writing);
          for (const [asking, run] of await Promise.all(running)) {
            const fresh = await runtime.query(
              { ...asking, argsJson: `${" ".repeat(++asked)}${asking.argsJson}` },
              ANONYMOUS,
              { journal: run.journal },
            );
            if (run.isFresh()) expect(textOf(run)).toBe(textOf(fresh));
          }
        },
      ),
      { numRuns: 80 },
    );
  });

  /**
   * A query closed its snapshot when it had its result, and its reads were watched some turns later. A commit in between was told
   * neither to the snapshot nor to the watcher: the result stayed "fresh" for ever.
   */
  it("a commit that lands in the very turn in which a query finishes makes its result stale", async () => {
    const runtime = await aRuntime("conduct");
    for (let pauses = 0; pauses < 24; pauses++) {
      const asked = runtime.query(call("meeting:count", { round: pauses, pauses }), ANONYMOUS);
      const [run, { ts }] = await Promise.all([
        asked,
        runtime.mutation(call("meeting:add", { round: pauses }), ANONYMOUS),
      ]);
      expect(ts).not.toBeNull();
      const seen = valueOf(run.outcome);
      expect([pauses, seen, run.isFresh()]).toEqual([pauses, pauses, false]);
    }
  });
});

describe("a table that does not exist yet", () => {
  it("is read like any other: its first document makes the result stale", async () => {
    const runtime = await aRuntime("conduct");
    const run = await runtime.query(call("meeting:count", { round: 0, pauses: 0 }), ANONYMOUS);
    expect(valueOf(run.outcome)).toBe(0);
    await runtime.mutation(call("meeting:add", { round: 0 }), ANONYMOUS);
    expect(run.isFresh()).toBe(false);
  });
});
