import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ANONYMOUS } from "../../../embedded/executor/contract";
import type { Runtime } from "../../../embedded/executor/runtime";
import type { Field, FieldKind, Range, Read, Row, Table, Write } from "../fixtures/anySchema/steps";
import { aRuntime, call, valueOf } from "../support/aRuntime";
import { runs } from "../support/runs";
import { watchThrough } from "../support/staleness";

/** Which values a field takes: few, so that rows meet. */
const VALUES: Readonly<Record<FieldKind, fc.Arbitrary<Row[string]>>> = {
  number: fc.constantFrom(-1, 0, 0.5, 2),
  string: fc.constantFrom("", "x", "xy", "ã"),
  boolean: fc.boolean(),
  nullable: fc.constantFrom(null, 0, 1),
  list: fc.array(fc.nat(1), { maxLength: 2 }),
  object: fc.record({ d: fc.nat(1), e: fc.constantFrom("x", "y") }, { requiredKeys: ["d"] }),
};
const KINDS = Object.keys(VALUES) as FieldKind[];
const FIELDS = ["f0", "f1", "f2", "f3"];

const field: fc.Arbitrary<Field> = fc.record({ kind: fc.constantFrom(...KINDS), isOptional: fc.boolean() });

const pathsOf = (fields: Table["fields"]): string[] =>
  Object.entries(fields).flatMap(([name, { kind }]) => (kind === "object" ? [name, `${name}.d`, `${name}.e`] : [name]));

const someOf = (paths: string[]): fc.Arbitrary<string[]> =>
  fc.shuffledSubarray(paths, { minLength: 1, maxLength: Math.min(3, paths.length) });

const table = (name: string): fc.Arbitrary<Table> =>
  fc
    .array(field, { minLength: 1, maxLength: FIELDS.length })
    .map((fields) => Object.fromEntries(fields.map((one, i) => [FIELDS[i]!, one])))
    .chain((fields) =>
      fc.record({
        name: fc.constant(name),
        fields: fc.constant(fields),
        indexes: fc.uniqueArray(someOf(pathsOf(fields)), {
          minLength: 1,
          maxLength: 3,
          selector: (paths) => paths.join(),
        }),
      }),
    );

const schema: fc.Arbitrary<Table[]> = fc
  .integer({ min: 1, max: 3 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => table(`table${i}`))));

const row = ({ fields }: Table): fc.Arbitrary<Row> => {
  const entries = Object.entries(fields);
  return fc.record(Object.fromEntries(entries.map(([name, { kind }]) => [name, VALUES[kind]])), {
    requiredKeys: entries.filter(([, { isOptional }]) => !isOptional).map(([name]) => name),
  });
};

const sparse = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const range = (of: Table): fc.Arbitrary<Range> =>
  fc
    .record({
      table: fc.constant(of.name),
      paths: fc.constantFrom([], ...of.indexes),
      equal: fc.nat(3),
      at: row(of),
      upTo: row(of),
      lower: maybe(fc.constantFrom("gt" as const, "gte" as const)),
      upper: maybe(fc.constantFrom("lt" as const, "lte" as const)),
      order: fc.constantFrom("asc" as const, "desc" as const),
      filter: maybe(
        fc.record({
          field: fc.constantFrom(...Object.keys(of.fields)),
          by: fc.constantFrom("eq" as const, "neq" as const, "lt" as const, "gte" as const),
        }),
      ),
    })
    .map((made) => sparse({ ...made, equal: Math.min(made.equal, made.paths.length) }) as Range);

const id = fc.nat(5).map((number) => `#${number}`);
const count = fc.integer({ min: 1, max: 3 });

function reads(tables: readonly Table[]): fc.Arbitrary<Read> {
  const ranges = fc.oneof(...tables.map(range));
  return fc.letrec<{ read: Read }>((tie) => ({
    read: fc.oneof(
      { maxDepth: 2 },
      fc.oneof(
        fc.record({ kind: fc.constant("get" as const), id }),
        fc.record({ kind: fc.constantFrom("collect" as const, "first" as const, "unique" as const), range: ranges }),
        fc.record({ kind: fc.constantFrom("take" as const, "stopAfter" as const), range: ranges, count }),
      ),
      fc.record({ kind: fc.constant("nested" as const), reads: fc.array(tie("read"), { minLength: 1, maxLength: 2 }) }),
    ),
  })).read;
}

function writes(tables: readonly Table[]): fc.Arbitrary<Write> {
  const ofTable = (of: Table): fc.Arbitrary<Write> =>
    fc.oneof(
      { weight: 3, arbitrary: fc.record({ kind: fc.constant("insert"), table: fc.constant(of.name), row: row(of) }) },
      fc.record({ kind: fc.constant("replace"), id, row: row(of) }),
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant("patch"),
          id,
          row: row(of),
          unset: fc.subarray(Object.keys(of.fields), { maxLength: 1 }),
        }),
      },
    );
  return fc.letrec<{ write: Write }>((tie) => ({
    write: fc.oneof(
      { maxDepth: 2 },
      { weight: 4, arbitrary: fc.oneof(...tables.map(ofTable)) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), id }) },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant("nested" as const),
          writes: fc
            .tuple(fc.array(tie("write"), { minLength: 1, maxLength: 3 }), fc.boolean())
            .map(([inside, fails]): Write[] => (fails ? [...inside, { kind: "fail" }] : inside)),
        }),
      },
    ),
  })).write;
}

interface Program {
  readonly rows: readonly Write[];
  readonly reads: readonly Read[];
  /** Lists of which a first page is watched. */
  readonly pages: readonly { readonly range: Range; readonly numItems: number }[];
  readonly commits: readonly (readonly Write[])[];
}
interface Case {
  readonly tables: readonly Table[];
  readonly programs: readonly Program[];
}

/** Several programs share a schema: to load it costs more than to run one. */
const PROGRAMS = 10;

const aCase: fc.Arbitrary<Case> = schema.chain((tables) => {
  const inserted = fc.oneof(
    ...tables.map((of) =>
      fc.record({ kind: fc.constant("insert" as const), table: fc.constant(of.name), row: row(of) }),
    ),
  );
  const program = fc.record({
    rows: fc.array(inserted, { minLength: 1, maxLength: 6 }),
    reads: fc.array(reads(tables), { minLength: 1, maxLength: 4 }),
    pages: fc.array(fc.record({ range: fc.oneof(...tables.map(range)), numItems: count }), { maxLength: 2 }),
    commits: fc.array(fc.array(writes(tables), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
  });
  return fc.record({
    tables: fc.constant(tables),
    programs: fc.array(program, { minLength: PROGRAMS, maxLength: PROGRAMS }),
  });
});

/** Puts ids in place of names; a name counts round among what there is. */
function withIds<T>(program: T, ids: readonly string[]): T {
  const text = JSON.stringify(program).replace(/"#(\d+)"/g, (_all, number: string) =>
    JSON.stringify(ids[Number(number) % ids.length]),
  );
  return JSON.parse(text) as T;
}

async function judge(runtime: Runtime, { rows, reads: asked, pages, commits }: Program): Promise<number> {
  valueOf((await runtime.mutation(call("programs:empty"), ANONYMOUS)).outcome);
  const { outcome } = await runtime.mutation(call("programs:write", { writes: rows }), ANONYMOUS);
  const ids = valueOf(outcome) as string[];
  const questions = [
    ...asked.map((one) => call("programs:read", { reads: [withIds(one, ids)] })),
    ...pages.map(({ range: of, numItems }) =>
      call("programs:page", { range: of, paginationOpts: { cursor: null, numItems } }),
    ),
  ];
  // What cannot even be asked would never become stale.
  for (const question of questions) valueOf((await runtime.query(question, ANONYMOUS)).outcome);
  return watchThrough(
    runtime,
    questions,
    commits.map((one) => call("programs:write", { writes: withIds(one, ids) })),
  );
}

const start = (tables: readonly Table[]): Promise<Runtime> =>
  aRuntime("anySchema", { env: { TABLES: JSON.stringify(tables) } });

describe("no missed invalidation, whatever the schema", () => {
  it("of random tables, with indexes of one to three fields, some optional, some within objects", async () => {
    let changed = 0;
    await fc.assert(
      fc.asyncProperty(aCase, async ({ tables, programs }) => {
        const runtime = await start(tables);
        try {
          for (const program of programs) changed += await judge(runtime, program);
        } finally {
          await runtime.close();
        }
      }),
      { numRuns: runs(4, 12) },
    );
    // The property is not empty.
    expect(changed).toBeGreaterThan(20);
  });
});
