import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { averageCents, toReportCard } from "../../domain/reports";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { seededRandom } from "../../convex/lib/seededRandom";
import { aShop, LIVE_DATE, unique } from "../support/builders";
import { refusalOf } from "../support/refusals";
import { verify } from "../support/verifying";

const TODAY = "2026-11-20";
const at = (day: string, hour = 21) => Date.parse(`${day}T${String(hour).padStart(2, "0")}:00:00-03:00`);

/** Time stands still in the evening of the live; scheduled functions run when a test says so. */
beforeEach(() => {
  vi.useFakeTimers({ now: at(TODAY), toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Sale {
  readonly day: string;
  readonly product: number;
  readonly quantity: number;
  readonly isPaid: boolean;
}

/** A shop whose sales of more than a year are known to the last piece. */
async function aYear(sales: readonly Sale[]) {
  const shop = await aShop();
  const ana = await shop.hasStaff();
  const products: Id<"products">[] = [];
  for (let n = 0; n < 12; n += 1)
    products.push(await shop.hasProduct({ code: `C${n}`, priceCents: 1000 + n, stock: 10_000 }));
  const orders = sales.map((sale, index) => {
    const productId = products[sale.product];
    if (productId === undefined) throw new Error("the product should be there");
    return {
      phone: `55119${String(10_000_000 + index)}`,
      eventType: "LIVE" as const,
      eventDate: sale.day,
      paidAt: sale.isPaid ? at(sale.day, 22) : null,
      actorId: null,
      actorName: "Ana",
      lines: [
        {
          code: `C${sale.product}`,
          name: "Vestido",
          productId,
          quantity: sale.quantity,
          unitPriceCents: 1000 + sale.product,
          launchedAt: at(sale.day),
        },
      ],
    };
  });
  await shop.deployment.mutation(internal.demo.addOrders, { tenantId: shop.tenantId, orders });
  return { shop, ana, session: ana.session, tenantId: shop.tenantId, products };
}

function recount(sales: readonly Sale[], from: string, to: string) {
  const inside = sales.filter(({ day }) => day >= from && day <= to);
  return toReportCard(
    inside.map(({ product, quantity, isPaid }) => {
      const own = { orders: 1, totalCents: (1000 + product) * quantity, pieces: quantity };
      const none = { orders: 0, totalCents: 0, pieces: 0 };
      return isPaid ? { open: none, paid: own } : { open: own, paid: none };
    }),
  );
}

function recountTop(sales: readonly Sale[], from: string, to: string) {
  const inside = sales.filter(({ day }) => day >= from && day <= to);
  return Array.from({ length: 12 }, (_, product) => {
    const quantity = inside.filter((sale) => sale.product === product).reduce((sum, sale) => sum + sale.quantity, 0);
    const totalCents = quantity * (1000 + product);
    return { code: `C${product}`, quantity, totalCents, averagePriceCents: averageCents(totalCents, quantity) };
  })
    .filter(({ quantity }) => quantity > 0)
    .sort((a, b) => b.quantity - a.quantity || b.totalCents - a.totalCents)
    .slice(0, 10);
}

function randomSales(count: number): Sale[] {
  const random = seededRandom(20261120);
  const pick = (n: number) => Math.floor(random() * n);
  const day = () => new Date(Date.UTC(2025, 6 + pick(17), 1 + pick(28))).toISOString().slice(0, 10);
  return Array.from({ length: count }, () => ({
    day: [TODAY, day(), day(), day()][pick(4)] ?? TODAY,
    product: pick(12),
    quantity: 1 + pick(4),
    isPaid: random() < 0.6,
  })).filter((sale) => sale.day <= TODAY);
}

describe("reports over more than a year", () => {
  test("equal a slow recount, before months are added up, after, and when a past month changes", async () => {
    const sales = randomSales(160);
    const { shop, ana, session, tenantId, products } = await aYear(sales);
    const PERIODS = [
      ["2025-07-01", TODAY],
      ["2026-01-01", TODAY],
      ["2026-02-10", "2026-05-31"],
      [TODAY, TODAY],
    ] as const;
    const check = async (expected: readonly Sale[]) => {
      for (const [from, to] of PERIODS) {
        const overview = await session.query(api.reports.overview, { tenantId, today: TODAY, from, to });
        expect(overview).toEqual({
          today: recount(expected, TODAY, TODAY),
          month: recount(expected, "2026-11-01", TODAY),
          year: recount(expected, "2026-01-01", TODAY),
          all: recount(expected, "2000-01-01", TODAY),
          period: recount(expected, from, to),
        });
        const top = await session.query(api.reports.topProducts, { tenantId, from, to });
        expect(top.map(({ productId: _id, name: _name, ...row }) => row)).toEqual(recountTop(expected, from, to));
        const days = await session.query(api.reports.salesByDay, { tenantId, from, to });
        expect(days.reduce((sum, day) => sum + day.paidCents, 0)).toBe(recount(expected, from, to).paidCents);
      }
    };
    await check(sales);

    await shop.deployment.mutation(internal.reports.sumUpMonths, {});
    await shop.deployment.finishAllScheduledFunctions(vi.runAllTimers);
    const months = (await shop.rows("summedMonths")).filter(({ isDone }) => isDone).map(({ month }) => month);
    expect(months.at(-1)).toBe("2026-10");
    await check(sales);

    // An order of a month that is summed up is opened again, with another product in it.
    const order = (await shop.rows("orders")).find(({ createdDate, isPaid }) => isPaid && createdDate < "2026-10-01");
    const [first] = products;
    if (order === undefined || first === undefined) throw new Error("a paid order of the past should be there");
    await session.mutation(api.orders.setPaid, { tenantId, orderIds: [order._id], isPaid: false });
    await session.mutation(api.orders.addLine, { tenantId, orderId: order._id, productId: first, quantity: 7 });
    const changed = sales.map((sale, index) => (index + 1 === order.number ? { ...sale, isPaid: false } : sale));
    const top = await session.query(api.reports.topProducts, { tenantId, from: "2025-07-01", to: TODAY });
    const before = recountTop(changed, "2025-07-01", TODAY).find(({ code }) => code === "C0")?.quantity ?? 0;
    expect(top.find(({ code }) => code === "C0")?.quantity).toBe(before + 7);
    expect(await verify(shop)).toMatchObject([{ differences: [] }]);
    expect(ana).toBeDefined();
  });

  test("a month's sum that is wrong is found by the operator's recount", async () => {
    const { shop } = await aYear([{ day: "2026-01-10", product: 1, quantity: 2, isPaid: true }]);
    await shop.deployment.mutation(internal.reports.sumUpMonths, {});
    await shop.deployment.finishAllScheduledFunctions(vi.runAllTimers);
    const [sum] = await shop.rows("productMonthTotals");
    if (sum === undefined) throw new Error("January should be summed up");
    await shop.deployment.run(({ db }) => db.patch("productMonthTotals", sum._id, { paidPieces: 3 }));
    expect(JSON.stringify(await verify(shop))).toContain("produto C1, mês 2026-01, pagos");
  });
});

test("a product that is gone stands among the best as 'Produto removido'", async () => {
  const { session, tenantId, products } = await aYear([{ day: TODAY, product: 3, quantity: 2, isPaid: false }]);
  const [, , , gone] = products;
  if (gone === undefined) throw new Error("the product should be there");
  await session.mutation(api.products.remove, { tenantId, productId: gone });
  const top = await session.query(api.reports.topProducts, { tenantId, from: TODAY, to: TODAY });
  expect(top).toMatchObject([{ name: "Produto removido", code: "N/A", quantity: 2, averagePriceCents: 1003 }]);
});

describe("one live", () => {
  test("by type and by hour", async () => {
    const { session, tenantId } = await aYear([
      { day: LIVE_DATE, product: 0, quantity: 1, isPaid: true },
      { day: LIVE_DATE, product: 0, quantity: 2, isPaid: false },
    ]);
    const types = await session.query(api.reports.byEventType, { tenantId, eventDate: LIVE_DATE });
    expect(types.map(({ eventType, orders, paidCents }) => [eventType, orders, paidCents])).toEqual([
      ["MANUAL", 0, 0],
      ["WHATSAPP", 0, 0],
      ["BAZAR", 0, 0],
      ["LIVE", 2, 1000],
    ]);
    expect(await session.query(api.reports.liveByHour, { tenantId, eventDate: LIVE_DATE })).toEqual([
      { hour: `${LIVE_DATE}T21`, orders: 2, totalCents: 3000 },
    ]);
  });
});

test("groups: what each brought, with its conversion in tenths of a percent", async () => {
  const shop = await aShop();
  const ana = await shop.hasStaff();
  const productId = await shop.hasProduct({ priceCents: 1000, stock: 50 });
  const phones = ["11911110001", "11911110002", "11911110003"];
  for (const phone of phones)
    await shop.hasCustomer({ phone: `55${phone}`, name: unique("Maria "), whatsappGroup: "VIPs" });
  const sold = [];
  for (const phone of phones) sold.push(await shop.launch(ana, { productId, phone, quantity: 2 }));
  const orderIds = sold.slice(0, 1).map(({ orderId }) => orderId);
  await ana.session.mutation(api.orders.setPaid, { tenantId: shop.tenantId, orderIds, isPaid: true });
  expect(await ana.session.query(api.reports.groups, { tenantId: shop.tenantId })).toEqual([
    {
      group: "VIPs",
      orders: 3,
      paidOrders: 1,
      pieces: 6,
      paidPieces: 2,
      pendingPieces: 4,
      paidCents: 2000,
      pendingCents: 4000,
      totalCents: 6000,
      conversionPermille: 333,
    },
  ]);
});

test.each([
  [{ from: "2026-02-30", to: TODAY }, "invalid_date"],
  [{ from: TODAY, to: "2026-11-19" }, "invalid_period"],
  [{ from: "2001-01-01", to: TODAY }, "invalid_period"],
])("a period %j is refused", async (period, code) => {
  const shop = await aShop();
  const ana = await shop.hasStaff();
  const call = ana.session.query(api.reports.topProducts, { tenantId: shop.tenantId, ...period });
  expect(await refusalOf(call)).toMatchObject({ code });
});
