/**
 * Are the reports of a year as quick with 100 000 orders as with 10 000, and the slips of 300 orders there at once? Each question asked of
 * the embedded backend by an official client, again and again in a form that no other asking had, so that it is executed and not remembered.
 *
 * It would change our mind about keeping totals by day, product and group if any of them took 100 ms (p95) over a year of 100 000 orders, and
 * about reading slips fifty at a time if 300 took a second, a fifth of what printing them may take (UX conventions I6).
 */
import { ConvexHttpClient } from "convex/browser";
import { api } from "../convex/_generated/api";
import { addDays } from "../domain/calendar";
import { startBenchBackend } from "./support/backend";
import { EVENT_DATE } from "./support/launching";
import { addPastOrders } from "./support/pastOrders";
import { percentile, report } from "./support/report";
import { accountOf, openShop, signIn } from "./support/shop";

const SIZES = [10_000, 100_000];
const ASKINGS = 30;
const SLIPS = 300;
const SLIPS_AT_ONCE = 50;

const backend = await startBenchBackend();
try {
  const shop = await openShop(backend, { products: 500, accounts: 1 });
  const { tenantId } = shop;
  const client = new ConvexHttpClient(backend.url, { logger: false });
  let orders = 0;
  for (const size of SIZES) {
    await addPastOrders(backend, shop, orders, size);
    orders = size;
    // On a busy machine the orders take longer than a token is good for.
    client.setAuth(await signIn(backend.url, accountOf(0)));
    await sumMonthsUp();
    await ask("overview", (n) => client.query(api.reports.overview, { tenantId, today: EVENT_DATE, ...yearTo(n) }));
    await ask("best sellers of a year", (n) => client.query(api.reports.topProducts, { tenantId, ...yearTo(n) }));
    await ask("sales by day of a year", (n) => client.query(api.reports.salesByDay, { tenantId, ...yearTo(n) }));
    await ask("by event type", (n) => client.query(api.reports.byEventType, { tenantId, eventDate: dayBefore(n) }));
    await ask("a live by hour", (n) => client.query(api.reports.liveByHour, { tenantId, eventDate: dayBefore(n) }));
    await ask(
      "control centre of customers",
      () => client.query(api.customers.overview, { tenantId }),
      // It has no arguments that could be others: what it read changes.
      (n) => payOrNot(n),
    );
    await ask("a page of customers", (n) =>
      client.query(api.customers.list, { tenantId, paginationOpts: { numItems: 10 + n, cursor: null } }),
    );
    await askSlips();
  }

  async function ask(
    what: string,
    question: (n: number) => Promise<unknown>,
    before: (n: number) => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    const times: number[] = [];
    for (let n = 0; n < ASKINGS; n += 1) {
      await before(n);
      const askedAt = performance.now();
      await question(n);
      times.push(performance.now() - askedAt);
    }
    const name = `${orders} orders: ${what}`;
    report({ name, n: ASKINGS, p50_ms: percentile(times, 0.5), p95_ms: percentile(times, 0.95) });
  }

  async function payOrNot(n: number): Promise<void> {
    const newest = { tenantId, paginationOpts: { numItems: 1, cursor: null } };
    const [order] = (await client.query(api.orders.list, newest)).page;
    await client.mutation(api.orders.setPaid, { tenantId, orderIds: [order!._id], isPaid: n % 2 === 0 });
  }

  async function askSlips(): Promise<void> {
    const { page } = await client.query(api.orders.list, {
      tenantId,
      paginationOpts: { numItems: 200, cursor: null },
    });
    const more = await client.query(api.orders.list, {
      tenantId,
      isPaid: false,
      paginationOpts: { numItems: 200, cursor: null },
    });
    const orderIds = [...new Set([...page, ...more.page].map(({ _id }) => _id))].slice(0, SLIPS);
    const startedAt = performance.now();
    for (let first = 0; first < orderIds.length; first += SLIPS_AT_ONCE) {
      await client.query(api.orders.slips, { tenantId, orderIds: orderIds.slice(first, first + SLIPS_AT_ONCE) });
    }
    report({ name: `${orders} orders: what ${orderIds.length} slips say`, ms: performance.now() - startedAt });
  }

  /** What the nightly job does; it goes on by itself until the best sellers of every month that is over are added up. */
  async function sumMonthsUp(): Promise<void> {
    await backend.admin("reports:sumUpMonths", {});
    const year = { tenantId, from: addDays(EVENT_DATE, -365), to: addDays(EVENT_DATE, -1) };
    for (let calm = 0; calm < 5;) {
      const before = await backend.counters();
      await client.query(api.reports.topProducts, year);
      await new Promise((resolve) => setTimeout(resolve, 200));
      const after = await backend.counters();
      calm = before.backend_commits === after.backend_commits ? calm + 1 : 0;
    }
  }
} finally {
  await backend.stop();
}

/** A year, each time another one. */
function yearTo(n: number): { from: string; to: string } {
  const to = addDays(EVENT_DATE, -n);
  return { from: addDays(to, -364), to };
}

function dayBefore(n: number): string {
  return addDays(EVENT_DATE, -1 - n);
}
