import fc from "fast-check";
import type { Value } from "convex/values";
import type { End, Fields, Flaw, Range, Step } from "../../embedded/fixtures/differential/steps";

export interface Program {
  readonly calls: readonly { readonly by: "write" | "act"; readonly steps: Step[]; readonly end: End }[];
  /** Lists read page by page to their end, after the calls and the jobs. */
  readonly questions: readonly { readonly range: Range; readonly numItems: number }[];
}

const a = fc.constantFrom("", "a", "b", "é");
const b = fc.constantFrom(-1, 0, 1, 2.5);
const c: fc.Arbitrary<Value> = fc.constantFrom<Value>(null, 1n, -1n, 0, 1.5, false, true, "", "x", [1], [1, 2]);
const sparse = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const fields: fc.Arbitrary<Fields> = fc.record({ a, b, c: maybe(c) }).map((made) => sparse(made) as Fields);
const slot = fc.nat(6);

/** A bound that is absent means the undefined value, which cannot travel as an argument: such bounds always have one. */
const bound: fc.Arbitrary<Fields> = fc.record({ a, b, c });
const range: fc.Arbitrary<Range> = fc
  .record({
    index: fc.constantFrom<Range["index"]>("by_a", "by_a_b", "by_c_b_a", "by_creation_time"),
    order: fc.constantFrom<Range["order"]>("asc", "desc"),
    equal: fc.nat(2),
    at: bound,
    to: bound,
    lower: maybe(fc.constantFrom("gt" as const, "gte" as const)),
    upper: maybe(fc.constantFrom("lt" as const, "lte" as const)),
    filter: maybe(fc.record({ kind: fc.constantFrom("eq" as const, "neq" as const, "notEither" as const), a, b })),
  })
  .map((made) => sparse(made) as Range);

const insert = fields.map((inserted): Step => ({ kind: "insert", fields: inserted }));
const plain: fc.Arbitrary<Step> = fc.oneof(
  insert,
  insert,
  fc.record({ kind: fc.constantFrom("patch" as const, "replace" as const), slot, fields }),
  fc.record({ kind: fc.constantFrom("unset" as const, "delete" as const, "get" as const), slot }),
  fc.record({ kind: fc.constantFrom("collect" as const, "first" as const, "unique" as const), range }),
  fc.record({ kind: fc.constant("take" as const), range, count: fc.integer({ min: 1, max: 4 }) }),
);
const flaw = fc.constantFrom<Flaw>("extra", "missing", "kind");
const flawed: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("insertBadly" as const), flaw }),
  fc.record({ kind: fc.constantFrom("patchBadly" as const, "replaceBadly" as const), slot, flaw }),
  fc.record({
    kind: fc.constant("callBadly" as const),
    callee: fc.constantFrom("runMutation" as const, "runQuery" as const),
  }),
);
const file: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>({ kind: "files" }),
  fc.record({ kind: fc.constantFrom("fileUrl" as const, "deleteFile" as const), slot }),
);
/** Mostly well; each other end now and then. */
const end = fc.constantFrom<End>("well", "well", "well", "fault", "refusal");
/** Of what has no transaction of its own to undo: there convex-test differs (`deviations.ts`). */
const anyEnd = fc.constantFrom<End>("well", "well", "well", "fault", "refusal", "badResult");
/** What a job does when its time comes: it only works on rows, so that the next job finds the same on both. */
const work = fc.array(fc.oneof(plain, flawed), { maxLength: 3 });
const scheduled: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("schedule" as const), target: fc.constant("write" as const), steps: work, end }),
  fc.record({ kind: fc.constant("schedule" as const), target: fc.constant("act" as const), steps: work, end: anyEnd }),
);
const job: fc.Arbitrary<Step> = fc.oneof(
  scheduled,
  fc.constant<Step>({ kind: "jobs" }),
  fc.record({ kind: fc.constant("cancel" as const), slot }),
);

const { written, acted } = fc.letrec<{ written: Step; acted: Step }>((tie) => ({
  written: fc.oneof(
    { maxDepth: 2 },
    fc.oneof(plain, plain, job, flawed, file),
    fc.record({
      kind: fc.constant("runMutation" as const),
      steps: fc.array(tie("written"), { maxLength: 4 }),
      end,
    }),
    fc.record({
      kind: fc.constant("runQuery" as const),
      steps: fc.array(tie("written"), { maxLength: 4 }),
      end: anyEnd,
    }),
  ),
  acted: fc.oneof(
    { maxDepth: 2 },
    fc.oneof(
      fc.record({ kind: fc.constant("store" as const), text: fc.constantFrom("", "a", "çé 🛍️") }),
      fc.record({ kind: fc.constantFrom("readFile" as const, "fileUrl" as const, "deleteFile" as const), slot }),
      job,
      fc.record({
        kind: fc.constant("callBadly" as const),
        callee: fc.constantFrom("runMutation" as const, "runQuery" as const),
      }),
    ),
    fc.record({
      kind: fc.constant("runMutation" as const),
      steps: fc.array(tie("written"), { maxLength: 4 }),
      end,
    }),
    fc.record({
      kind: fc.constant("runQuery" as const),
      steps: fc.array(tie("written"), { maxLength: 4 }),
      end: anyEnd,
    }),
    fc.record({
      kind: fc.constant("runAction" as const),
      steps: fc.array(tie("acted"), { maxLength: 3 }),
      end: anyEnd,
    }),
  ),
}));

// Few calls fail whole: what a failed call had found is not seen, and tables must fill for ranges to hold anything.
const calls = (by: "write" | "act", step: fc.Arbitrary<Step>, maxLength: number) =>
  fc.record({
    by: fc.constant(by),
    steps: fc.array(step, { minLength: 1, maxLength, size: "max" }),
    end: fc.nat(5).chain((chance) => (chance < 5 ? fc.constant<End>("well") : by === "act" ? anyEnd : end)),
  });

export function aProgram(subject: "rows" | "calls" | "actions"): fc.Arbitrary<Program> {
  const call = {
    rows: calls("write", fc.oneof({ weight: 8, arbitrary: plain }, { weight: 1, arbitrary: flawed }), 40),
    calls: calls("write", written, 40),
    actions: fc.oneof(calls("act", acted, 12), calls("write", written, 12)),
  }[subject];
  return fc.record({ calls: fc.array(call, { minLength: 1, maxLength: 4 }), questions: fc.constant([]) });
}

export const aQuestion: fc.Arbitrary<Program> = fc.record({
  calls: fc.tuple(
    fc.record({
      by: fc.constant("write" as const),
      steps: fc.array(insert, { minLength: 1, maxLength: 12 }),
      end: fc.constant<End>("well"),
    }),
  ),
  questions: fc.array(fc.record({ range, numItems: fc.integer({ min: 1, max: 5 }) }), { minLength: 1, maxLength: 4 }),
});
