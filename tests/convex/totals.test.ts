import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { EVENT_TYPES, type EventType } from "../../domain/events";
import { aShop, type Person, type Shop } from "../support/builders";
import { keptAndCounted } from "../support/keptTotals";

const PHONES = ["11911111111", "21922222222", "1133334444"];
const DATES = ["2026-11-19", "2026-11-20"];

type Step =
  | { do: "launch"; product: number; phone: number; date: number; type: EventType; quantity: number }
  | { do: "pay" | "unpay"; order: number }
  | { do: "reprice"; product: number; priceCents: number };

const product = fc.nat({ max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("launch" as const),
      product,
      phone: fc.nat({ max: PHONES.length - 1 }),
      date: fc.nat({ max: DATES.length - 1 }),
      type: fc.constantFrom(...EVENT_TYPES),
      quantity: fc.integer({ min: 0, max: 9 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom("pay" as const, "unpay" as const), order: fc.nat({ max: 9 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("reprice" as const),
      product,
      priceCents: fc.integer({ min: 0, max: 99999 }),
    }),
  },
);

const INITIAL_STOCK = 12;

async function aSmallShop() {
  const shop = await aShop();
  const ana = await shop.hasStaff();
  const products = await Promise.all(
    [1990, 18990, 5].map((priceCents) => shop.hasProduct({ priceCents, stock: INITIAL_STOCK })),
  );
  await shop.hasCustomer({ phone: "5521922222222", name: "Camila Duarte", whatsappGroup: "Clientes VIP" });
  return { shop, ana, products };
}

type SmallShop = Awaited<ReturnType<typeof aSmallShop>>;

/** Refusals are part of life here: a step that is refused must simply leave no trace. */
async function perform({ shop, ana, products }: SmallShop, what: Step): Promise<void> {
  switch (what.do) {
    case "launch": {
      const productId = products[what.product];
      if (productId === undefined) return;
      const { quantity, type: eventType } = what;
      const sale = { productId, phone: PHONES[what.phone], eventDate: DATES[what.date], quantity, eventType };
      await shop.launch(ana, sale).catch(ignoreRefusal);
      return;
    }
    case "pay":
    case "unpay":
      await setPaid(shop, ana, what.order, what.do === "pay");
      return;
    case "reprice": {
      const id = products[what.product];
      if (id !== undefined)
        await shop.deployment.run(({ db }) => db.patch("products", id, { priceCents: what.priceCents }));
      return;
    }
    default:
      what satisfies never;
  }
}

async function setPaid(shop: Shop, by: Person, position: number, isPaid: boolean): Promise<void> {
  const order = (await shop.rows("orders"))[position];
  if (order === undefined) return;
  const call = by.session.mutation(api.orders.setPaid, { tenantId: shop.tenantId, orderIds: [order._id], isPaid });
  await call.catch(ignoreRefusal);
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Error) || error.name !== "ConvexError") throw error;
}

describe("kept totals", () => {
  test("equal their lines after any evening of launches, payments and price changes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (evening) => {
        const small = await aSmallShop();
        for (const what of evening) await perform(small, what);

        const { kept, counted } = await keptAndCounted(small.shop);
        expect(kept).toEqual(counted);
        const sold = (await small.shop.rows("cartItems")).reduce((sum, item) => sum + item.quantity, 0);
        const left = (await small.shop.rows("productStocks")).map((row) => row.stock);
        expect(left.every((stock) => stock >= 0)).toBe(true);
        expect(left.reduce((sum, stock) => sum + stock, 0) + sold).toBe(3 * INITIAL_STOCK);
      }),
      { numRuns: 40 },
    );
  });
});

describe("orders:totals", () => {
  const rows: [EventType, date: number, phone: number, quantity: number, paid: boolean][] = [
    ["LIVE", 0, 0, 1, true],
    ["LIVE", 0, 1, 2, false],
    ["LIVE", 1, 0, 3, false],
    ["BAZAR", 0, 2, 4, true],
    ["MANUAL", 1, 1, 5, true],
  ];

  async function anEvening() {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const productId = await shop.hasProduct({ priceCents: 100, stock: 50 });
    for (const [eventType, date, phone, quantity, isPaid] of rows) {
      const sale = { productId, eventType, quantity, phone: PHONES[phone], eventDate: DATES[date] };
      const { orderId } = await shop.launch(ana, sale);
      if (isPaid)
        await ana.session.mutation(api.orders.setPaid, { tenantId: shop.tenantId, orderIds: [orderId], isPaid });
    }
    return { shop, ana };
  }

  const filters = [undefined, true, false].flatMap((isPaid) =>
    [undefined, "LIVE" as const, "BAZAR" as const, "WHATSAPP" as const].flatMap((eventType) =>
      [undefined, ...DATES].map((eventDate) => ({ isPaid, eventType, eventDate })),
    ),
  );

  test("gives for each of the filter's combinations exactly what a list of that filter adds up to", async () => {
    const { shop, ana } = await anEvening();
    for (const filter of filters) {
      const listed = rows.filter(
        ([type, date, , , paid]) =>
          (filter.isPaid === undefined || filter.isPaid === paid) &&
          (filter.eventType === undefined || filter.eventType === type) &&
          (filter.eventDate === undefined || filter.eventDate === DATES[date]),
      );
      const pieces = (wanted: boolean) =>
        listed.filter((row) => row[4] === wanted).reduce((sum, row) => sum + row[3], 0);
      const paid = pieces(true);
      const pending = pieces(false);

      const totals = await ana.session.query(api.orders.totals, { tenantId: shop.tenantId, ...filter });

      expect({ filter, totals }).toEqual({
        filter,
        totals: {
          orders: listed.length,
          paid: listed.filter((row) => row[4]).length,
          pending: listed.filter((row) => !row[4]).length,
          totalCents: (paid + pending) * 100,
          paidCents: paid * 100,
          pendingCents: pending * 100,
          pieces: paid + pending,
        },
      });
    }
  });

  test("gives zeros where there is nothing", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const totals = await ana.session.query(api.orders.totals, { tenantId: shop.tenantId, eventDate: "2026-01-01" });
    expect(totals).toEqual({ orders: 0, paid: 0, pending: 0, totalCents: 0, paidCents: 0, pendingCents: 0, pieces: 0 });
  });
});
