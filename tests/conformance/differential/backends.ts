import { convexTest } from "convex-test";
import { makeFunctionReference } from "convex/server";
import { ConvexError, convexToJson, jsonToConvex, type Value } from "convex/values";
import { vi } from "vitest";
import { ANONYMOUS, type Outcome } from "../../../embedded/executor/contract";
import type { Runtime } from "../../../embedded/executor/runtime";
import schema from "../../embedded/fixtures/differential/schema";
import type { TestClock } from "../../embedded/support/aClock";
import { aRuntime, call } from "../../embedded/support/aRuntime";
import { nextCommit } from "../../embedded/support/aScheduler";

/** A call's value, or what kind of failure it was. */
export type Answer = { readonly value: unknown } | { readonly failed: unknown };

/** What a program needs of a backend. */
export interface Backend {
  readonly call: (
    kind: "query" | "mutation" | "action",
    path: string,
    args: Record<string, unknown>,
  ) => Promise<Answer>;
  /** Until no job is left that could run. */
  readonly letJobsRun: () => Promise<void>;
}

export const modules = {
  "../fixtures/_generated/api.ts": () => Promise.resolve({}),
  "../fixtures/programs.ts": () => import("../../embedded/fixtures/differential/programs"),
};

/** Kinds of failure as a caller from outside sees them; texts are each backend's own. */
function kindOf(message: string): string {
  if (/ReturnsValidationError|Return value validation failed/.test(message)) return "its result was not valid";
  if (/ArgumentValidationError|Validator error/.test(message)) return "its arguments were not valid";
  return "failed";
}

/** Its timers are vitest's: whoever uses it has them faked. */
export function onConvexTest(): Backend {
  const shop = convexTest({ schema, modules });
  const calls = {
    query: (path: string, args: Record<string, unknown>) => shop.query(makeFunctionReference<"query">(path), args),
    mutation: (path: string, args: Record<string, unknown>) =>
      shop.mutation(makeFunctionReference<"mutation">(path), args),
    action: (path: string, args: Record<string, unknown>) => shop.action(makeFunctionReference<"action">(path), args),
  };
  return {
    call: async (kind, path, args) => {
      try {
        return { value: await calls[kind](path, args) };
      } catch (error) {
        if (error instanceof ConvexError) {
          const data = error.data as unknown;
          return { failed: { data: typeof data === "string" ? jsonToConvex(JSON.parse(data) as never) : data } };
        }
        return { failed: kindOf((error as Error).message) };
      }
    },
    letJobsRun: () => shop.finishAllScheduledFunctions(vi.runAllTimers),
  };
}

export const embedded = (options: Parameters<typeof aRuntime>[1] = {}): Promise<Runtime> =>
  aRuntime("differential", options);

export function onEmbedded(runtime: Runtime, clock: TestClock): Backend {
  const answer = (outcome: Outcome): Answer => {
    if (outcome.success) return { value: jsonToConvex(JSON.parse(outcome.valueJson) as never) };
    if (outcome.errorDataJson === undefined) return { failed: kindOf(outcome.errorMessage) };
    return { failed: { data: jsonToConvex(JSON.parse(outcome.errorDataJson) as never) } };
  };
  const ask: Backend["call"] = async (kind, path, args) => {
    if (kind === "query") return answer((await runtime.query(call(path, args), ANONYMOUS)).outcome);
    if (kind === "mutation") return answer((await runtime.mutation(call(path, args), ANONYMOUS)).outcome);
    return answer(await runtime.action(call(path, args), ANONYMOUS));
  };
  return {
    call: ask,
    letJobsRun: async () => {
      for (let next = await nextJob(ask); next !== null;) {
        clock.advance(next.scheduledTime - clock.now());
        const due = next;
        // One at a time, as their times are apart: the next begins when this one has ended.
        while (next?.id === due.id) {
          const committed = nextCommit(runtime);
          next = await nextJob(ask);
          if (next?.id === due.id) await committed;
        }
      }
    },
  };
}

async function nextJob(ask: Backend["call"]): Promise<{ id: string; scheduledTime: number } | null> {
  const answer = (await ask("query", "programs:nextJob", {})) as {
    value: { id: string; scheduledTime: number } | null;
  };
  return answer.value;
}

const ID = /^(\d{8,}(rows|_storage|_scheduled_functions)|[0-9a-hjkmnp-tv-z]{31,37})$/;

/** A value with its ids by name and without what differs by chance. */
export function comparable(value: unknown, slots: Map<string, string>): unknown {
  const text = JSON.stringify(convexToJson((value ?? null) as Value));
  return JSON.parse(text, (key, part: unknown) => {
    if (key === "_creationTime") return undefined;
    if (typeof part !== "string" || !ID.test(part)) return part;
    // Of what a failed call left behind nobody told the name: it gets one in the order of being seen.
    const name = slots.get(part) ?? `unnamed ${slots.size}`;
    slots.set(part, name);
    return name;
  });
}
