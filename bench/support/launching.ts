import { randomUUID } from "node:crypto";
import type { ConvexClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import { percentile, report } from "./report";
import { saoPauloDate } from "../../domain/calendar";
import type { BenchShop } from "./shop";

export const EVENT_DATE = "2026-11-20";
const WARM_UP_MS = 1_500;
/** Phones of one member of staff: most launches grow an open order, as on a real evening. */
const PHONES_EACH = 50;

/** Lets every client launch as fast as answers come; reports the rate and the time of one. @returns launches per second */
export async function launchFor(
  name: string,
  options: {
    readonly shop: BenchShop;
    readonly clients: readonly ConvexClient[];
    readonly productIds: BenchShop["productIds"];
    readonly measuredMs: number;
  },
): Promise<number> {
  const { shop, clients, productIds, measuredMs } = options;
  const latencies: number[] = [];
  const startAt = performance.now() + WARM_UP_MS;
  const stopAt = startAt + measuredMs;
  const work = async (client: ConvexClient, staff: number): Promise<void> => {
    for (let n = 0; performance.now() < stopAt; n++) {
      const sentAt = performance.now();
      await launchOnce(client, shop, productIds[(staff * 7 + n) % productIds.length]!, phoneOf(staff, n));
      if (sentAt >= startAt) latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(clients.map(work));
  const perSecond = (latencies.length * 1000) / measuredMs;
  report({
    name,
    n: latencies.length,
    per_s: perSecond,
    p50_ms: percentile(latencies, 0.5),
    p95_ms: percentile(latencies, 0.95),
    p99_ms: percentile(latencies, 0.99),
  });
  return perSecond;
}

export function phoneOf(staff: number, n: number): string {
  return `119${String(80_000_000 + staff * 1000 + (n % PHONES_EACH))}`;
}

export async function launchOnce(
  client: ConvexClient,
  { tenantId }: BenchShop,
  productId: BenchShop["productIds"][number],
  phone: string,
  eventDate = EVENT_DATE,
): Promise<void> {
  await client.mutation(api.manualSales.launch, {
    tenantId,
    productId,
    phone,
    quantity: 1,
    eventDate,
    launchId: randomUUID(),
  });
}

/**
 * Each client launches at this pace, beginning one after the other, into today's live.
 *
 * @returns what ends it
 */
export function launchSteadily(shop: BenchShop, clients: readonly ConvexClient[], everyMs: number): () => void {
  const today = saoPauloDate(Date.now());
  const timers: NodeJS.Timeout[] = [];
  clients.forEach((client, staff) => {
    let n = 0;
    const launch = () => {
      n += 1;
      const productId = shop.productIds[(staff * 7 + n) % shop.productIds.length]!;
      void launchOnce(client, shop, productId, phoneOf(1 + staff, n), today);
    };
    const begin = () => timers.push(setInterval(launch, everyMs));
    timers.push(setTimeout(begin, (staff * everyMs) / clients.length));
  });
  return () => timers.forEach((timer) => clearTimeout(timer));
}
