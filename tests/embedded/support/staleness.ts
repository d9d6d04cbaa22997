import { expect } from "vitest";
import { ANONYMOUS, type FunctionCall, type QueryRun } from "../../../embedded/executor/contract";
import type { Runtime } from "../../../embedded/executor/runtime";

const textOf = ({ outcome }: QueryRun): string => (outcome.success ? outcome.valueJson : outcome.errorMessage);

let asked = 0;

/**
 * Watches queries while mutations commit. After each: what has another result than before was said to be stale, once; what was not said to be
 * stale has the same result as a run of its own.
 *
 * @returns how often a result that was watched changed
 */
export async function watchThrough(
  runtime: Runtime,
  questions: readonly FunctionCall[],
  commits: readonly FunctionCall[],
): Promise<number> {
  const watched = await Promise.all(
    questions.map(async (question) => ({ question, run: await runtime.query(question, ANONYMOUS), told: 0 })),
  );
  for (const state of watched) state.run.whenStale(() => state.told++);
  let changed = 0;
  for (const commit of commits) {
    await runtime.mutation(commit, ANONYMOUS);
    for (const state of watched) {
      const { journal } = state.run;
      // A blank more makes it another question to the cache, so that it is answered by a run of its own.
      const argsJson = `${" ".repeat(++asked)}${state.question.argsJson}`;
      const fresh = await runtime.query({ ...state.question, argsJson }, ANONYMOUS, { journal });
      const [before, now] = [textOf(state.run), textOf(fresh)];
      if (before !== now) {
        changed++;
        expect([before, "is stale", state.told]).toEqual([before, "is stale", 1]);
      }
      expect(state.told).toBe(state.run.isFresh() ? 0 : 1);
      if (state.run.isFresh()) continue;
      state.run = await runtime.query(state.question, ANONYMOUS, { journal });
      state.told = 0;
      state.run.whenStale(() => state.told++);
      expect([state.run.isFresh(), textOf(state.run)]).toEqual([true, now]);
    }
  }
  return changed;
}
