import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Names, Range, Step } from "../../embedded/fixtures/differential/steps";
import { TestClock } from "../../embedded/support/aClock";
import { runs } from "../../embedded/support/runs";
import { aQuestion, aProgram, type Program } from "./arbitraryPrograms";
import { comparable, embedded, onConvexTest, onEmbedded, type Backend } from "./backends";
import { EVERYTHING, NAMED_CASES, NO_NAMES } from "./namedCases";

afterEach(() => vi.useRealTimers());

/** Everything a program shows: each call's results, the tables after it, what its jobs did, and pages to their end. */
async function shown(backend: Backend, { calls, questions }: Program): Promise<unknown[]> {
  let names = NO_NAMES;
  const seen: unknown[] = [];
  const tables = async (): Promise<unknown[][]> => {
    const steps: Step[] = [{ kind: "collect", range: EVERYTHING }, { kind: "jobs" }, { kind: "files" }];
    const answer = await backend.call("query", "programs:read", { steps, names, end: "well" });
    return (answer as { value: { results: unknown[][] } }).value.results;
  };
  const [, oldJobs = [], oldFiles = []] = await tables();
  names = { ...NO_NAMES, before: { jobs: oldJobs.length, files: oldFiles.length } };
  for (const { by, steps, end } of calls) {
    const kind = by === "write" ? "mutation" : "action";
    const answer = await backend.call(kind, `programs:${by}`, { steps, names, end });
    if ("value" in answer) {
      const told = answer.value as { results: unknown[]; names: Names };
      names = told.names;
      seen.push(told.results);
    } else {
      seen.push(answer);
    }
    seen.push(await tables());
  }
  await backend.letJobsRun();
  seen.push(await tables());
  for (const { range, numItems } of questions) seen.push(await pages(backend, range, numItems));
  const slots = new Map(
    (["rows", "jobs", "files"] as const).flatMap((kind) =>
      names[kind].map((id, slot) => [id, `${kind} ${slot}`] as const),
    ),
  );
  return seen.map((part) => comparable(part, slots));
}

async function pages(backend: Backend, range: Range, numItems: number): Promise<unknown[]> {
  const found: unknown[][] = [];
  let cursor: string | null = null;
  for (let isDone = false; !isDone;) {
    const answer = (await backend.call("query", "programs:page", { range, paginationOpts: { cursor, numItems } })) as {
      value: { page: unknown[]; isDone: boolean; continueCursor: string };
    };
    found.push(answer.value.page);
    ({ isDone, continueCursor: cursor } = answer.value);
    if (found.length > 100) throw new Error("the pages do not end");
  }
  if (found.at(-1)?.length === 0) found.pop();
  return found;
}

/** convex-test runs jobs by the timers of this process; the backend under test by a clock of its own. */
async function onReference(program: Program): Promise<unknown[]> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const quiet = vi.spyOn(console, "error").mockImplementation(() => undefined);
  try {
    return await shown(onConvexTest(), program);
  } finally {
    quiet.mockRestore();
    vi.useRealTimers();
  }
}

async function onNewFolder(program: Program): Promise<unknown[]> {
  const clock = new TestClock(Date.now());
  const runtime = await embedded({ clock });
  try {
    return await shown(onEmbedded(runtime, clock), program);
  } finally {
    await runtime.close();
  }
}

describe("programs with a story show the same on convex-test and here", () => {
  it.each(NAMED_CASES)("$name", async ({ program }) => {
    expect(await onNewFolder(program)).toEqual(await onReference(program));
  });
});

/** Programs share a backend, emptied; but what actions schedule goes by the system's clock, so theirs start on a new folder each. */
const SUBJECTS = [
  { subject: "rows", programs: aProgram("rows"), numRuns: runs(50, 150), shared: true },
  { subject: "pages", programs: aQuestion, numRuns: runs(50, 150), shared: true },
  { subject: "nested calls and jobs", programs: aProgram("calls"), numRuns: runs(25, 60), shared: true },
  { subject: "actions, files and jobs", programs: aProgram("actions"), numRuns: runs(8, 20), shared: false },
];

describe("random programs show the same on convex-test and here", () => {
  it.each(SUBJECTS)("$subject", async ({ programs, numRuns, shared }) => {
    const clock = new TestClock(Date.now());
    const common = shared ? onEmbedded(await embedded({ clock }), clock) : null;
    const show = async (program: Program): Promise<unknown[]> => {
      if (common === null) return await onNewFolder(program);
      await common.call("mutation", "programs:empty", {});
      return await shown(common, program);
    };
    await fc.assert(
      fc.asyncProperty(programs, async (program) => {
        expect(await show(program)).toEqual(await onReference(program));
      }),
      { numRuns },
    );
  });
});

describe("a mutation whose result its validator refuses (contract §2.7)", () => {
  const insert: Step = { kind: "insert", fields: { a: "a", b: 1 } };
  const all: Step = { kind: "collect", range: EVERYTHING };
  const BAD = { failed: "its result was not valid" };

  it("leaves nothing, called from outside, nested, and as a job", async () => {
    const nested: Step = { kind: "runMutation", steps: [insert], end: "badResult" };
    const calls: Program["calls"] = [
      { by: "write", steps: [insert], end: "badResult" },
      { by: "write", steps: [nested, all], end: "well" },
      { by: "act", steps: [nested], end: "well" },
      { by: "write", steps: [{ kind: "schedule", target: "write", steps: [insert], end: "badResult" }], end: "well" },
    ];
    const seen = await onNewFolder({ calls, questions: [] });
    const none = [[], [], []];
    expect(seen).toEqual([
      BAD,
      none,
      [BAD, []],
      none,
      [BAD],
      none,
      [1],
      [[], [["jobs 0", "pending"]], []],
      [[], [["jobs 0", "failed"]], []],
    ]);
  });
});

describe("the comparison is worth something", () => {
  const sampled = async (programs: fc.Arbitrary<Program>, numRuns: number): Promise<unknown[][]> => {
    const all: unknown[][] = [];
    for (const program of fc.sample(programs, { numRuns, seed: 1 })) all.push(await onReference(program));
    return all;
  };

  it.each(["rows", "calls", "actions"] as const)("programs of %s mostly succeed", async (subject) => {
    const parts = (await sampled(aProgram(subject), 20)).flat();
    // A call that failed shows itself as an object, everything else as a list.
    expect(parts.filter((part) => !Array.isArray(part)).length).toBeLessThan(parts.length / 4);
  });

  it("failures of every kind, ends of jobs and files come up", async () => {
    const told = NAMED_CASES.map(({ program }) => fc.constant(program));
    const parts = [await sampled(aProgram("calls"), 40), await sampled(aProgram("actions"), 40)];
    for (const program of told) parts.push(await sampled(program, 1));
    const seen = JSON.stringify(parts);
    for (const one of [
      '"failed":"against the schema"',
      '"failed":"its arguments were not valid"',
      '"failed":"its result was not valid"',
      '"failed":{"data":{"of":["C151",null,1.5],"refused":',
      '"success"',
      '"failed"]',
      '"canceled"',
      '"an address"',
      '"no address"',
      '"no file"',
      '"çé 🛍️"',
    ])
      expect([one, seen.includes(one)]).toEqual([one, true]);
  });

  it("lists find rows and turn pages", async () => {
    const seen = await sampled(aQuestion, 50);
    const lists = seen.flatMap((parts) => parts.slice(3)) as unknown[][];
    expect(lists.filter((list) => list.length > 1).length).toBeGreaterThan(10);
    expect(JSON.stringify(seen)).not.toContain('"failed"');
  });
});
