import fc from "fast-check";
import type { Value } from "convex/values";
import type { Fields, Range, Step } from "../../embedded/fixtures/differential/steps";

export interface Program {
  readonly calls: readonly { readonly steps: Step[]; readonly fails: boolean }[];
  /** Lists read page by page to their end, after the calls. */
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
const job: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom("schedule" as const, "jobs" as const) }),
  fc.record({ kind: fc.constant("cancel" as const), slot }),
);

const { step: nested } = fc.letrec<{ step: Step }>((tie) => ({
  step: fc.oneof(
    { maxDepth: 2 },
    fc.oneof(plain, plain, job),
    fc.record({
      kind: fc.constantFrom("runMutation" as const, "runQuery" as const),
      steps: fc.array(tie("step"), { maxLength: 4 }),
      fails: fc.boolean(),
    }),
  ),
}));

export function aProgram(subject: "rows" | "calls"): fc.Arbitrary<Program> {
  const steps = fc.array(subject === "rows" ? plain : nested, { minLength: 1, maxLength: 40, size: "max" });
  // Few calls fail whole: what a failed call had found is not seen, and tables must fill for ranges to hold anything.
  const fails = fc.nat(5).map((chance) => chance === 5);
  const calls = fc.array(fc.record({ steps, fails }), { minLength: 1, maxLength: 4 });
  return fc.record({ calls, questions: fc.constant([]) });
}

export const aQuestion: fc.Arbitrary<Program> = fc.record({
  calls: fc.tuple(fc.record({ steps: fc.array(insert, { minLength: 1, maxLength: 12 }), fails: fc.constant(false) })),
  questions: fc.array(fc.record({ range, numItems: fc.integer({ min: 1, max: 5 }) }), { minLength: 1, maxLength: 4 }),
});
