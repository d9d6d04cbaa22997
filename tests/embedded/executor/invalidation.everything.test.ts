import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ANONYMOUS } from "../../../embedded/executor/contract";
import type { Runtime } from "../../../embedded/executor/runtime";
import { allIndexes, type Range, type Read, type Row, type Write } from "../fixtures/invalidation/steps";
import { aRuntime, call, valueOf } from "../support/aRuntime";
import { runs } from "../support/runs";
import { watchThrough } from "../support/staleness";

const sparse = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const a = fc.nat(3);
const b = fc.constantFrom("x", "y");
const c = fc.record({ d: fc.nat(2) });
const row: fc.Arbitrary<Row> = fc.record({ a, b: maybe(b), c: maybe(c) }).map((made) => sparse(made) as Row);

const range: fc.Arbitrary<Range> = fc
  .record({
    paths: fc.constantFrom(...allIndexes()),
    equal: fc.nat(3),
    at: row,
    lower: maybe(fc.constantFrom("gt" as const, "gte" as const)),
    upper: maybe(fc.constantFrom("lt" as const, "lte" as const)),
    order: fc.constantFrom("asc" as const, "desc" as const),
    without: maybe(a),
  })
  .map((made) => sparse({ ...made, equal: Math.min(made.equal, made.paths.length) }) as Range);

const named = (kind: string) => fc.nat(4).map((number) => `${kind}#${number}`);
const count = fc.integer({ min: 1, max: 3 });
const { read } = fc.letrec<{ read: Read }>((tie) => ({
  read: fc.oneof(
    { maxDepth: 2 },
    fc.oneof(
      fc.record({ kind: fc.constant("get" as const), id: named("") }),
      fc.record({ kind: fc.constantFrom("collect" as const, "first" as const, "unique" as const), range }),
      fc.record({ kind: fc.constantFrom("take" as const, "stopAfter" as const), range, count }),
      fc.record({ kind: fc.constantFrom("jobs" as const, "files" as const) }),
      fc.record({ kind: fc.constant("job" as const), id: named("job") }),
      fc.record({ kind: fc.constantFrom("file" as const, "url" as const, "metadata" as const), id: named("file") }),
    ),
    fc.record({ kind: fc.constant("nested" as const), reads: fc.array(tie("read"), { minLength: 1, maxLength: 2 }) }),
  ),
}));
const { write } = fc.letrec<{ write: Write }>((tie) => ({
  write: fc.oneof(
    { maxDepth: 2 },
    fc.oneof(
      fc.record({ kind: fc.constant("insert" as const), row }),
      fc.record({ kind: fc.constant("replace" as const), id: named(""), row }),
      fc.record({
        kind: fc.constant("patch" as const),
        id: named(""),
        row: fc.oneof(
          a.map((to) => ({ a: to })),
          b.map((to) => ({ b: to })),
          c.map((to) => ({ c: to })),
        ),
      }),
      fc.record({ kind: fc.constant("delete" as const), id: named("") }),
      fc.record({ kind: fc.constant("cancel" as const), id: named("job") }),
      fc.record({ kind: fc.constant("deleteFile" as const), id: named("file") }),
      fc.constant<Write>({ kind: "schedule" }),
    ),
    fc.record({
      kind: fc.constant("nested" as const),
      writes: fc
        .tuple(fc.array(tie("write"), { minLength: 1, maxLength: 3 }), fc.boolean())
        .map(([writes, fails]): Write[] => (fails ? [...writes, { kind: "fail" }] : writes)),
    }),
  ),
}));

export interface Case {
  readonly name?: string;
  readonly rows: readonly Row[];
  readonly reads: readonly Read[];
  /** Lists of which a first page is watched. */
  readonly pages: readonly { readonly range: Range; readonly numItems: number }[];
  readonly commits: readonly (readonly Write[])[];
}
const aCase: fc.Arbitrary<Case> = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 6 }),
  reads: fc.array(read, { minLength: 1, maxLength: 4 }),
  pages: fc.array(fc.record({ range, numItems: count }), { maxLength: 2 }),
  commits: fc.array(fc.array(write, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
});

const whole = (paths: Range["paths"]): Range => ({ paths, equal: 0, at: { a: 0 }, order: "asc" });
/** Counter-examples that were found, shrunk, under the name of what they showed; and what each kind of read rests on. They run first. */
const KEPT: readonly (Case & { name: string })[] = [
  {
    name: "a file's address when the file goes",
    rows: [{ a: 0 }],
    reads: [{ kind: "url", id: "file#0" }, { kind: "metadata", id: "file#1" }, { kind: "files" }],
    pages: [],
    commits: [[{ kind: "deleteFile", id: "file#0" }], [{ kind: "deleteFile", id: "file#1" }]],
  },
  {
    name: "a job's state, alone and in a list",
    rows: [{ a: 0 }],
    reads: [{ kind: "job", id: "job#0" }, { kind: "jobs" }],
    pages: [],
    commits: [[{ kind: "cancel", id: "job#0" }], [{ kind: "schedule" }]],
  },
  {
    name: "a row that enters a range through a nested field, inside a nested query",
    rows: [{ a: 0, c: { d: 0 } }],
    reads: [
      {
        kind: "nested",
        reads: [{ kind: "collect", range: { ...whole(["c.d"]), equal: 1, at: { a: 0, c: { d: 1 } } } }],
      },
    ],
    pages: [],
    commits: [[{ kind: "nested", writes: [{ kind: "patch", id: "#0", row: { c: { d: 1 } } }] }]],
  },
  {
    name: "a row before the end of a watched page, and one behind it",
    rows: [{ a: 1 }, { a: 3 }],
    reads: [],
    pages: [{ range: whole(["a"]), numItems: 1 }],
    commits: [[{ kind: "insert", row: { a: 2 } }], [{ kind: "insert", row: { a: 0 } }]],
  },
  {
    name: "the second of a unique read",
    rows: [{ a: 1 }],
    reads: [{ kind: "unique", range: { ...whole(["a"]), equal: 1, at: { a: 1 } } }],
    pages: [],
    commits: [[{ kind: "insert", row: { a: 1 } }]],
  },
];

/** Puts ids in place of names; a name counts round among what there is. */
function withIds<T>(program: T, ids: Readonly<Record<"" | "job" | "file", readonly string[]>>): T {
  const text = JSON.stringify(program).replace(
    /"(job|file|)#(\d+)"/g,
    (_all, kind: "" | "job" | "file", number: string) => JSON.stringify(ids[kind][Number(number) % ids[kind].length]),
  );
  return JSON.parse(text) as T;
}

async function begin(runtime: Runtime, rows: readonly Row[]) {
  await runtime.mutation(call("programs:empty"), ANONYMOUS);
  const files = valueOf(await runtime.action(call("programs:store", { texts: ["one", "two"] }), ANONYMOUS)) as string[];
  const writes: Write[] = [
    ...rows.map((one): Write => ({ kind: "insert", row: one })),
    { kind: "schedule" },
    { kind: "schedule" },
  ];
  const made = valueOf((await runtime.mutation(call("programs:write", { writes }), ANONYMOUS)).outcome) as string[];
  return { "": made.slice(0, rows.length), job: made.slice(rows.length), file: files };
}

/** @returns how often a result that was watched changed */
async function judge(runtime: Runtime, { rows, reads, pages, commits }: Case): Promise<number> {
  const ids = await begin(runtime, rows);
  const questions = [
    ...reads.map((one) => call("programs:read", { reads: [withIds(one, ids)] })),
    ...pages.map(({ range: of, numItems }) =>
      call("programs:page", { range: of, paginationOpts: { cursor: null, numItems } }),
    ),
  ];
  return watchThrough(
    runtime,
    questions,
    commits.map((writes) => call("programs:write", { writes: withIds(writes, ids) })),
  );
}

describe("no missed invalidation, over every index of the fields, nested calls, pages, jobs and files", () => {
  it.each(KEPT)("$name", async (kept) => {
    const changed = await judge(await aRuntime("invalidation"), kept);
    expect(changed).toBeGreaterThan(0);
  });

  it("a commit of the very row that a query has read, landing while the query still runs", async () => {
    const runtime = await aRuntime("invalidation");
    const ids = await begin(runtime, [{ a: 0 }]);
    for (let pauses = 0; pauses < 24; pauses++) {
      const asked = runtime.query(call("programs:slowly", { id: ids[""][0], pauses }), ANONYMOUS);
      const writes: Write[] = [{ kind: "patch", id: ids[""][0]!, row: { a: pauses + 1 } }];
      const [run] = await Promise.all([asked, runtime.mutation(call("programs:write", { writes }), ANONYMOUS)]);
      // It was asked at the timestamp before, so it shows the value before: it must not be taken for fresh.
      expect([pauses, valueOf(run.outcome), run.isFresh()]).toEqual([pauses, pauses, false]);
    }
  });

  it("whatever is watched and written", async () => {
    const runtime = await aRuntime("invalidation");
    let changed = 0;
    await fc.assert(
      fc.asyncProperty(aCase, async (one) => {
        changed += await judge(runtime, one);
      }),
      { numRuns: runs(40, 120) },
    );
    // The property is not empty.
    expect(changed).toBeGreaterThan(20);
  });
});
