/**
 * How long do 20 000 rows of products and of customers take, and does a live that goes on meanwhile notice? Launches one after the other,
 * without an import and beside one.
 *
 * It would change our mind about 25 rows a slice if a launch beside an import took twice as long as without (p95), or an import five minutes.
 */
import type { ConvexClient } from "convex/browser";
import { randomUUID } from "node:crypto";
import { api } from "../convex/_generated/api";
import type { Id } from "../convex/_generated/dataModel";
import { ROWS_PER_CHUNK, type ImportKind } from "../domain/jobs";
import { startBenchBackend } from "./support/backend";
import { EVENT_DATE, phoneOf } from "./support/launching";
import { percentile, report } from "./support/report";
import { connect, openShop } from "./support/shop";

const ROWS = 20_000;
const ALONE = 300;

const rowOf: Record<ImportKind, (n: number) => Record<string, string>> = {
  product_import: (n) => ({ code: `P${n}`, name: `Vestido de festa ${n}`, price: "189,90", stock: "4", color: "Azul" }),
  customer_import: (n) => ({
    phone: `119${String(10_000_000 + n)}`,
    name: `Maria Souza ${n}`,
    cep: "30140071",
    city: "Belo Horizonte",
    state: "MG",
  }),
};

const backend = await startBenchBackend();
try {
  const shop = await openShop(backend, { products: 200, accounts: 1 });
  const { tenantId, productIds } = shop;
  const client = connect(backend.url, shop.tokens[0]!);
  report({ name: "launches alone", ...(await launchWhile(client, (n) => n < ALONE)) });
  for (const kind of ["product_import", "customer_import"] as const) {
    const sentAt = performance.now();
    const jobId = await sendFile(kind);
    const startedAt = performance.now();
    let isOver = false;
    const finished = new Promise<number>((resolve) => {
      const stop = client.onUpdate(api.jobs.get, { tenantId, jobId }, (job) => {
        if (job === null || job.state === "running") return;
        isOver = true;
        stop();
        resolve(job.ok);
      });
    });
    const launches = await launchWhile(client, () => !isOver);
    const took = performance.now() - startedAt;
    report({
      name: kind,
      rows: await finished,
      send_ms: startedAt - sentAt,
      ms: took,
      rows_per_s: (ROWS * 1000) / took,
    });
    report({ name: `launches beside a ${kind}`, ...launches });
  }
  await client.close();

  async function sendFile(kind: ImportKind): Promise<Id<"jobs">> {
    const file = { kind, fileName: "arquivo.csv", total: ROWS, updateExisting: false };
    const { jobId } = await client.mutation(api.imports.begin, { tenantId, ...file });
    for (let first = 0; first < ROWS; first += ROWS_PER_CHUNK) {
      const rows = Array.from({ length: ROWS_PER_CHUNK }, (_, at) => ({
        line: first + at + 2,
        cells: rowOf[kind](first + at),
      }));
      await client.mutation(api.imports.addRows, { tenantId, jobId, first, rows });
    }
    await client.mutation(api.imports.start, { tenantId, jobId });
    return jobId;
  }

  async function launchWhile(by: ConvexClient, goesOn: (n: number) => boolean) {
    const times: number[] = [];
    for (let n = 0; goesOn(n); n += 1) {
      const sentAt = performance.now();
      await by.mutation(api.manualSales.launch, {
        tenantId,
        productId: productIds[n % productIds.length]!,
        phone: phoneOf(1, n),
        quantity: 1,
        eventDate: EVENT_DATE,
        launchId: randomUUID(),
      });
      times.push(performance.now() - sentAt);
    }
    return { n: times.length, p50_ms: percentile(times, 0.5), p95_ms: percentile(times, 0.95) };
  }
} finally {
  await backend.stop();
}
