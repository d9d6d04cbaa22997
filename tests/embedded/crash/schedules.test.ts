import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../embedded/executor/execution";
import { aFolder } from "../support/aStore";
import { aProcess, post } from "../support/aProcess";
import { aSeed, roundsOf, timeoutOf } from "./rounds";

interface Everything {
  plans: string[];
  marks: { key: string; how: string }[];
  jobs: { key: string; how: string; state: string; isCompleted: boolean }[];
}

const WRITERS = 4;
const ROUNDS = roundsOf(10);
const HOWS = ["mutation", "perhaps canceled", "action", ...[1, 2, 3, 4, 5].map((number) => `link ${number}`)];

describe("scheduled functions of a backend killed under load", () => {
  it(
    "each come to one end: mutations take effect exactly once, actions at most once, canceled ones never",
    { timeout: timeoutOf(ROUNDS) },
    async () => {
      const seed = aSeed();
      const random = seededRandom(seed);
      const folder = aFolder();
      const acknowledged: string[] = [];
      const canceled = new Set<string>();
      for (let round = 0; round < ROUNDS; round++) {
        // What the last kill left is taken up while the new load comes, and may be cut again.
        const backend = await aProcess("scheduling", folder);
        const killAfter = 5 + Math.floor(random() * 60);
        let answers = 0;
        let isDead = false;
        const writer = async (who: number): Promise<void> => {
          for (let n = 0; !isDead; n++) {
            const key = `${round}.${who}.${n}`;
            try {
              await post(backend.url, "mutation", "crash:plan", { key });
              acknowledged.push(key);
              if (n % 3 === 0) {
                await post(backend.url, "mutation", "crash:cancel", { key });
                canceled.add(key);
              }
            } catch {
              return; // killed before it answered: the plan may be there or not
            }
            if (++answers === killAfter) {
              isDead = true;
              void backend.kill();
            }
          }
        };
        await Promise.all(Array.from({ length: WRITERS }, (_, who) => writer(who)));
        await backend.kill();
      }

      const { url } = await aProcess("scheduling", folder);
      while ((await post<number>(url, "query", "crash:unfinished")) > 0);
      const { plans, marks, jobs } = await post<Everything>(url, "query", "crash:everything");
      const count = new Map<string, number>();
      for (const { key, how } of marks) count.set(`${key} ${how}`, (count.get(`${key} ${how}`) ?? 0) + 1);
      const context = `seed ${seed}`;
      expect(new Set(plans).size, context).toBe(plans.length);
      for (const key of acknowledged) expect(plans, `${context}: an acknowledged plan`).toContain(key);
      expect(jobs.length, `${context}: every job of every plan, once`).toBe(plans.length * HOWS.length);
      expect(new Set(jobs.map(({ key, how }) => `${key} ${how}`)).size, context).toBe(jobs.length);
      for (const { key, how, state, isCompleted } of jobs) {
        const what = `${context}: ${how} of ${key}, ${state}`;
        const effects = count.get(`${key} ${how}`) ?? 0;
        expect(isCompleted, what).toBe(true);
        if (how === "action") {
          expect(["success", "failed"], what).toContain(state);
          if (state === "success") expect(effects, what).toBe(1);
          else expect(effects, what).toBeLessThanOrEqual(1);
        } else if (how === "perhaps canceled") {
          expect(["success", "canceled"], what).toContain(state);
          expect(effects, what).toBe(state === "success" ? 1 : 0);
        } else {
          expect([state, effects], what).toEqual(["success", 1]);
        }
      }
      expect(acknowledged.length).toBeGreaterThan(ROUNDS * 4);
      expect(canceled.size).toBeGreaterThan(0);
    },
  );
});
