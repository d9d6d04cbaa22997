import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { seededRandom } from "../../convex/lib/seededRandom";
import { aShop, type Person, type Shop } from "../support/builders";
import { verify } from "../support/verifying";

const DATES = ["2026-11-19", "2026-11-20"] as const;
const NEW_DATE = "2026-11-27";

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-20T20:10:00-03:00"), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A live hour by hour, counted from the orders themselves. */
async function recount(shop: Shop, eventDate: string) {
  const hours: Record<string, { orders: number; totalCents: number }> = {};
  for (const order of (await shop.rows("orders")).filter((each) => each.eventDate === eventDate)) {
    const hour = new Date(order.createdAt - 3 * 3_600_000).toISOString().slice(0, 13);
    const { orders, totalCents } = hours[hour] ?? { orders: 0, totalCents: 0 };
    hours[hour] = { orders: orders + 1, totalCents: totalCents + order.totalCents };
  }
  return Object.keys(hours)
    .sort()
    .map((hour) => ({ hour, ...hours[hour] }));
}

async function expectTrue(shop: Shop, ana: Person, dates: readonly string[] = DATES): Promise<void> {
  for (const eventDate of dates) {
    const shown = await ana.session.query(api.reports.liveByHour, { tenantId: shop.tenantId, eventDate });
    expect({ eventDate, shown }).toEqual({ eventDate, shown: await recount(shop, eventDate) });
  }
}

/** Three hours of sales, payments, undone payments and deletions, of two lives at once. */
async function sellAtRandom(shop: Shop, ana: Person, steps: number): Promise<void> {
  const random = seededRandom(20261120);
  const pick = (n: number) => Math.floor(random() * n);
  const { tenantId } = shop;
  const productId = await shop.hasProduct({ priceCents: 1000, stock: 10_000 });
  for (let step = 0; step < steps; step += 1) {
    vi.setSystemTime(Date.now() + pick(12) * 60_000);
    const orders = await shop.rows("orders");
    const order = orders[pick(orders.length)];
    const what = pick(10);
    const eventDate = DATES[pick(2)] ?? DATES[0];
    if (what < 6 || order === undefined) {
      const sale = { productId, phone: `1191111000${pick(9)}`, quantity: 1 + pick(3), eventDate };
      await shop.launch(ana, sale);
    } else if (what === 6)
      await ana.session.mutation(api.orders.remove, { tenantId, orderIds: [order._id], returnPaidStock: false });
    else {
      const isPaid = !order.isPaid;
      const taken = orders.some((each) => each.customerPhone === order.customerPhone && !each.isPaid && each !== order);
      if (isPaid || !taken) await ana.session.mutation(api.orders.setPaid, { tenantId, orderIds: [order._id], isPaid });
    }
  }
}

test("hour by hour equals a slow recount after random work", async () => {
  const shop = await aShop();
  const ana = await shop.hasStaff();
  await sellAtRandom(shop, ana, 60);
  expect((await recount(shop, DATES[0])).length).toBeGreaterThan(2);
  await expectTrue(shop, ana);
  expect(await verify(shop)).toMatchObject([{ differences: [] }]);
});

test("orders of an earlier version are given their hours, whatever is sold meanwhile", async () => {
  const shop = await aShop();
  const ana = await shop.hasStaff();
  await sellAtRandom(shop, ana, 30);
  await shop.deployment.run(async ({ db }) => {
    for (const row of await db.query("hourTotals").collect()) await db.delete("hourTotals", row._id);
    const counter = await db.query("orderCounters").unique();
    if (counter !== null) await db.patch("orderCounters", counter._id, { hoursKeptTo: undefined });
  });
  expect((await verify(shop))[0]?.differences.length).toBeGreaterThan(0);
  const { tenantId } = shop;
  const productId = await shop.hasProduct({ priceCents: 700, stock: 50 });
  const [open] = (await shop.rows("orders")).filter(({ isPaid, eventDate }) => !isPaid && eventDate === DATES[0]);
  const [gone] = (await shop.rows("orders")).filter(({ eventDate }) => eventDate === DATES[1]);
  if (open === undefined || gone === undefined) throw new Error("there should be orders");

  // A launch onto an order of before, a new one beside it, one that is deleted, and a date that nobody has sold on.
  await shop.launch(ana, { productId, phone: open.customerPhone, eventDate: DATES[0] });
  await shop.launch(ana, { productId, phone: "11922220000", eventDate: DATES[0] });
  await ana.session.mutation(api.orders.remove, { tenantId, orderIds: [gone._id], returnPaidStock: false });
  await shop.launch(ana, { productId, phone: "11922220000", eventDate: NEW_DATE });
  await expectTrue(shop, ana, [NEW_DATE]);
  const migrate = () => shop.deployment.mutation(internal.maintenance.migrate, {});

  expect(await migrate()).toEqual({ filled: 2, hasMore: true });
  expect(await migrate()).toEqual({ filled: 0, hasMore: false });

  await expectTrue(shop, ana, [...DATES, NEW_DATE]);
  expect(await verify(shop)).toMatchObject([{ differences: [] }]);
  await sellAtRandom(shop, ana, 10);
  await expectTrue(shop, ana);
});
