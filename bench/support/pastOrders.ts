import type { BenchBackend } from "./backend";
import type { BenchShop } from "./shop";

const BATCH = 100;
const PHONES = 5_000;
const DAYS = 365;
const LAST_DAY_MS = Date.UTC(2026, 10, 19);
const DAY_MS = 86_400_000;

/** Fills a shop with orders of the year before, a line or two each, most of them paid, by the functions that fill the demonstration. */
export async function addPastOrders(backend: BenchBackend, shop: BenchShop, from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += BATCH) {
    const orders = Array.from({ length: Math.min(BATCH, to - start) }, (_, i) => pastOrder(shop, start + i));
    await backend.admin("demo:addOrders", { tenantId: shop.tenantId, orders });
  }
}

function pastOrder({ productIds }: BenchShop, n: number) {
  // Phone and day never repeat together, so no two open orders meet.
  const dayMs = LAST_DAY_MS - (Math.floor(n / PHONES) % DAYS) * DAY_MS;
  const launchedAt = dayMs + 23 * 3_600_000;
  const lines = [n, n * 7 + 3].slice(0, 1 + (n % 2)).map((product) => ({
    productId: productIds[product % productIds.length]!,
    code: `C${100 + (product % productIds.length)}`,
    name: "Peça",
    quantity: 1,
    unitPriceCents: 4990,
    launchedAt,
  }));
  return {
    phone: `55119${String(70_000_000 + (n % PHONES))}`,
    eventType: n % 3 === 0 ? "MANUAL" : "LIVE",
    eventDate: new Date(dayMs).toISOString().slice(0, 10),
    paidAt: n % 10 === 0 ? null : launchedAt + 60_000,
    actorId: null,
    actorName: "Bancada",
    lines,
  };
}
