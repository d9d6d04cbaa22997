import { afterAll, beforeAll, describe, test } from "vitest";
import type { BackendFactory, ConformanceBackend, ConformanceCase } from "./backend";

/** Runs a list of cases on one backend. `name` is what a case's `skip` speaks of. */
export function runCases(
  name: string,
  subject: string,
  start: BackendFactory,
  cases: readonly ConformanceCase[],
): void {
  describe(`${subject} on ${name}`, () => {
    let backend: ConformanceBackend | null = null;
    beforeAll(async () => {
      backend = await start();
    });
    afterAll(async () => {
      await backend?.close();
    });
    for (const { title, run, skip } of cases) {
      const reason = skip?.[name];
      test.skipIf(reason !== undefined)(reason === undefined ? title : `${title} (${reason})`, async () => {
        if (backend === null) throw new Error("the backend should have started");
        await run(backend);
      });
    }
  });
}
