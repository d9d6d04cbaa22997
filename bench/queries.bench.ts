/**
 * What does it cost that fifty people with the same screen are fifty executions? After each launch fifty signed-in callers ask for the first
 * page of the live's orders and its totals, in this process, without sockets and clients.
 *
 * It would change our mind about executing per person if one query cost more than 200 µs of the thread.
 */
import { randomUUID } from "node:crypto";
import { cpuMs, startInProcess } from "./support/inProcess";
import { report } from "./support/report";

const CALLERS = 50;
const WARM_UP = 60;
const MEASURED = 200;
const EVENT_DATE = "2026-11-20";

const { runtime, tenantId, productIds, callers, close } = await startInProcess(CALLERS);
try {
  const listArgs = JSON.stringify({
    eventDate: EVENT_DATE,
    paginationOpts: { cursor: null, id: 1, numItems: 10 },
    tenantId,
  });
  const totalsArgs = JSON.stringify({ eventDate: EVENT_DATE, tenantId });
  // Like a screen that stays open: each page is asked for with the journal of the one before.
  const journals = new Map<string, string | null>();
  const spent = { clockMs: 0, threadMs: 0, queries: 0 };
  for (let n = 0; n < WARM_UP + MEASURED; n++) {
    const args = {
      eventDate: EVENT_DATE,
      launchId: randomUUID(),
      phone: `119${String(80_000_000 + (n % 50))}`,
      productId: productIds[n % productIds.length]!,
      quantity: 1,
      tenantId,
    };
    const launch = { path: "manualSales:launch", argsJson: JSON.stringify(args) };
    const { outcome } = await runtime.mutation(launch, callers[0]!);
    if (!outcome.success) throw new Error(outcome.errorMessage);
    const askedAt = performance.now();
    const before = cpuMs().thread;
    await Promise.all(
      callers.map(async (caller) => {
        const [list, totals] = await Promise.all([
          runtime.query({ path: "orders:list", argsJson: listArgs }, caller, {
            journal: journals.get(caller.key) ?? null,
          }),
          runtime.query({ path: "orders:totals", argsJson: totalsArgs }, caller),
        ]);
        for (const run of [list, totals]) if (!run.outcome.success) throw new Error(run.outcome.errorMessage);
        journals.set(caller.key, list.journal);
      }),
    );
    if (n < WARM_UP) continue;
    spent.clockMs += performance.now() - askedAt;
    spent.threadMs += cpuMs().thread - before;
    spent.queries += 2 * CALLERS;
  }
  report({
    name: `${CALLERS} people ask for list and totals`,
    n: spent.queries,
    us_per_query: (spent.clockMs * 1_000) / spent.queries,
    thread_cpu_us: (spent.threadMs * 1_000) / spent.queries,
  });
} finally {
  await close();
}
