/**
 * What does one launch cost without sockets and clients? The runtime is called directly, in this process, with 32 launches always waiting.
 *
 * It tells how much of `launches` is the executor's own time, and how much of that the thread which also answers sockets. It would change our
 * mind about the ABI's JSON round trips if the executor alone were not well above what clients see.
 */
import { randomUUID } from "node:crypto";
import { cpuMs, startInProcess } from "./support/inProcess";
import { rawLaunchesPerSecond } from "./support/rawSqlite";
import { report } from "./support/report";

const WAITING = 32;
const WARM_UP_MS = 2_000;
const MEASURED_MS = 5_000;

const { runtime, tenantId, productIds, callers, close } = await startInProcess(1);
try {
  let done = 0;
  const startAt = performance.now() + WARM_UP_MS;
  const stopAt = startAt + MEASURED_MS;
  const sessionId = randomUUID();
  let requestId = 0;
  let before = cpuMs();
  await Promise.all(
    Array.from({ length: WAITING }, async (_, staff) => {
      for (let n = 0; performance.now() < stopAt; n++) {
        const args = {
          eventDate: "2026-11-20",
          launchId: randomUUID(),
          phone: `119${String(80_000_000 + staff * 1000 + (n % 50))}`,
          productId: productIds[(staff * 7 + n) % productIds.length]!,
          quantity: 1,
          tenantId,
        };
        const { outcome } = await runtime.mutation(
          { path: "manualSales:launch", argsJson: JSON.stringify(args) },
          callers[0]!,
          { sessionId, requestId: requestId++ },
        );
        if (!outcome.success) throw new Error(outcome.errorMessage);
        if (performance.now() >= startAt && done++ === 0) before = cpuMs();
      }
    }),
  );
  const after = cpuMs();
  const perSecond = (done * 1000) / MEASURED_MS;
  report({
    name: "executor alone, 32 waiting",
    n: done,
    per_s: perSecond,
    us_per_launch: 1e6 / perSecond,
    thread_cpu_us: ((after.thread - before.thread) * 1_000) / done,
    process_cpu_us: ((after.process - before.process) * 1_000) / done,
  });
  const floor = rawLaunchesPerSecond(32);
  report({ name: "raw SQLite, 32 launches per commit", per_s: floor, share: perSecond / floor });
} finally {
  await close();
}
