import { convexTest } from "convex-test";
import { makeFunctionReference } from "convex/server";
import { convexToJson, type Value } from "convex/values";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import schema from "../../embedded/fixtures/differential/schema";
import type { Names, Range, Step } from "../../embedded/fixtures/differential/steps";
import { aRuntime, speak } from "../../embedded/support/aRuntime";
import { aQuestion, aProgram, type Program } from "./arbitraryPrograms";

/*
 * Where convex-test differs and production is followed (contract §9.1), and what keeps each out of the comparison:
 *
 *   ids end in the table name                       compared by slot
 *   _creationTime steps of 0.001                    dropped
 *   isDone is true on an exactly full last page     an empty last page is dropped
 *   order in filters is JavaScript's                filters are eq, neq, not, or
 *   error texts                                     only that a step or a call failed is compared
 *   cancel overwrites any state                     jobs lie far ahead: pending until they are cancelled
 */

interface Backend {
  readonly query: (path: string, args: Record<string, unknown>) => Promise<unknown>;
  readonly mutation: (path: string, args: Record<string, unknown>) => Promise<unknown>;
}

const modules = {
  "../fixtures/_generated/api.ts": () => Promise.resolve({}),
  "../fixtures/programs.ts": () => import("../../embedded/fixtures/differential/programs"),
};

function onConvexTest(): Backend {
  const shop = convexTest({ schema, modules });
  return {
    query: (path, args) => shop.query(makeFunctionReference<"query">(path), args),
    mutation: (path, args) => shop.mutation(makeFunctionReference<"mutation">(path), args),
  };
}

/** Everything a program shows: each call's results, pages to their end, and the table it leaves. */
async function shown(backend: Backend, { calls, questions }: Program): Promise<unknown[]> {
  let names: Names = { rows: [], jobs: [] };
  const seen: unknown[] = [];
  for (const { steps, fails } of calls) {
    try {
      const told = (await backend.mutation("programs:write", { steps, names, fails })) as {
        results: unknown[];
        names: Names;
      };
      names = told.names;
      seen.push(told.results);
    } catch {
      seen.push("failed");
    }
    const all: Step[] = [{ kind: "collect", range: EVERYTHING }, { kind: "jobs" }];
    seen.push(
      ((await backend.query("programs:read", { steps: all, names, fails: false })) as { results: unknown }).results,
    );
  }
  for (const { range, numItems } of questions) seen.push(await pages(backend, range, numItems));
  const slots = new Map([
    ...names.rows.map((id, slot) => [id, `row ${slot}`] as const),
    ...names.jobs.map((id, slot) => [id, `job ${slot}`] as const),
  ]);
  return seen.map((part) => comparable(part, slots));
}

const EVERYTHING: Range = {
  index: "by_creation_time",
  order: "asc",
  equal: 0,
  at: { a: "", b: 0 },
  to: { a: "", b: 0 },
};

async function pages(backend: Backend, range: Range, numItems: number): Promise<unknown[]> {
  const found: unknown[][] = [];
  let cursor: string | null = null;
  for (let isDone = false; !isDone;) {
    const answer = (await backend.query("programs:page", { range, paginationOpts: { cursor, numItems } })) as {
      page: unknown[];
      isDone: boolean;
      continueCursor: string;
    };
    found.push(answer.page);
    ({ isDone, continueCursor: cursor } = answer);
    if (found.length > 100) throw new Error("the pages do not end");
  }
  if (found.at(-1)?.length === 0) found.pop();
  return found;
}

function comparable(value: unknown, slots: ReadonlyMap<string, string>): unknown {
  const text = JSON.stringify(convexToJson((value ?? null) as Value));
  return JSON.parse(text, (key, part: unknown) => {
    if (key === "_creationTime") return undefined;
    return typeof part === "string" ? (slots.get(part) ?? part) : part;
  });
}

/** Programs that schedule each start on an empty folder, because rows of jobs stay; the others share one, emptied. */
const SUBJECTS = [
  { subject: "rows", programs: aProgram("rows"), numRuns: 150, shared: true },
  { subject: "pages", programs: aQuestion, numRuns: 150, shared: true },
  { subject: "nested calls and jobs", programs: aProgram("calls"), numRuns: 40, shared: false },
];

describe("random programs show the same on convex-test and here", () => {
  it.each(SUBJECTS)("$subject", async ({ programs, numRuns, shared }) => {
    const common = shared ? await aRuntime("differential") : null;
    await fc.assert(
      fc.asyncProperty(programs, async (program) => {
        const runtime = common ?? (await aRuntime("differential"));
        try {
          if (shared) await speak(runtime).mutation("programs:empty");
          expect(await shown(speak(runtime), program)).toEqual(await shown(onConvexTest(), program));
        } finally {
          if (!shared) await runtime.close();
        }
      }),
      { numRuns },
    );
  });

  it("programs do succeed: the comparison is not of calls that all fail", async () => {
    for (const subject of ["rows", "calls"] as const) {
      const programs = fc.sample(aProgram(subject), { numRuns: 20, seed: 1 });
      const seen = (await Promise.all(programs.map((program) => shown(onConvexTest(), program)))).flat();
      // A failed call shows itself as text, everything else as a list.
      expect(seen.filter((part) => part === "failed").length).toBeLessThan(seen.length / 4);
    }
  });

  it("lists find rows and turn pages", async () => {
    const seen = await Promise.all(
      fc.sample(aQuestion, { numRuns: 50, seed: 1 }).map((program) => shown(onConvexTest(), program)),
    );
    const lists = seen.flatMap((parts) => parts.slice(2)) as unknown[][];
    expect(lists.filter((list) => list.length > 1).length).toBeGreaterThan(10);
    expect(JSON.stringify(seen)).not.toContain('"failed"');
  });
});
