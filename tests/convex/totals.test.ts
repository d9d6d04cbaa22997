import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Doc } from "../../convex/_generated/dataModel";
import { EVENT_TYPES, type EventType } from "../../domain/events";
import { aShop, unique } from "../support/builders";
import { keptAndCounted } from "../support/keptTotals";
import { anOrderDesk, type OrderDesk } from "../support/orderDesk";
import { verify } from "../support/verifying";

const PHONES = ["11911111111", "21922222222", "1133334444"];
const DATES = ["2026-11-19", "2026-11-20"];

/** What may happen in an hour. Positions name the order, line or launch of that place among those there are. */
type Step =
  | { do: "launch"; product: number; phone: number; date: number; type: EventType; quantity: number }
  | { do: "undo"; launch: number }
  | { do: "pay" | "unpay"; order: number }
  | { do: "reprice"; product: number; priceCents: number }
  | { do: "discontinue"; product: number }
  | { do: "add"; order: number; product: number; quantity: number; priceCents: number | null; allowPaid: boolean }
  | { do: "quantity"; order: number; line: number; quantity: number; allowPaid: boolean }
  | { do: "price"; order: number; line: number; priceCents: number; allowPaid: boolean }
  | { do: "removeLine"; order: number; line: number; allowPaid: boolean }
  | { do: "total"; order: number; totalCents: number }
  | { do: "phone"; order: number; phone: number }
  | { do: "merge"; order: number; withPhone: boolean }
  | { do: "remove"; order: number; returnPaidStock: boolean }
  | { do: "forget" | "join"; customer: number };

const product = fc.nat({ max: 2 });
const order = fc.nat({ max: 5 });
const line = fc.nat({ max: 2 });
const phone = fc.nat({ max: PHONES.length - 1 });
const quantity = fc.integer({ min: 0, max: 5 });
const priceCents = fc.integer({ min: 0, max: 99999 });
const allowPaid = fc.boolean();
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("launch" as const),
      product,
      phone,
      date: fc.nat({ max: DATES.length - 1 }),
      type: fc.constantFrom(...EVENT_TYPES),
      quantity,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("undo" as const), launch: fc.nat({ max: 9 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("pay" as const, "unpay" as const), order }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reprice" as const), product, priceCents }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("discontinue" as const), product: fc.constant(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("add" as const),
      order,
      product,
      quantity,
      priceCents: fc.option(priceCents, { nil: null }),
      allowPaid,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("quantity" as const), order, line, quantity, allowPaid }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("price" as const), order, line, priceCents, allowPaid }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("removeLine" as const), order, line, allowPaid }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("total" as const), order, totalCents: priceCents }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("phone" as const), order, phone }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("merge" as const), order, withPhone: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("remove" as const), order, returnPaidStock: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom("forget" as const, "join" as const), customer: fc.nat({ max: 2 }) }),
  },
);

const INITIAL_STOCK = 25;

async function aSmallShop() {
  const desk = await anOrderDesk();
  const { shop } = desk;
  const products = await Promise.all(
    [1990, 18990, 5].map((cents) => shop.hasProduct({ priceCents: cents, stock: INITIAL_STOCK })),
  );
  await shop.hasCustomer({ phone: "5521922222222", name: "Camila Duarte", whatsappGroup: "Clientes VIP" });
  return { desk, products, launches: [] as string[] };
}

type SmallShop = Awaited<ReturnType<typeof aSmallShop>>;

/** Refusals are part of life here: a step that is refused must simply leave no trace. */
async function perform(small: SmallShop, what: Step): Promise<void> {
  const { desk, products, launches } = small;
  switch (what.do) {
    case "launch": {
      const productId = products[what.product];
      if (productId === undefined) return;
      const launchId = unique("lancamento-");
      launches.push(launchId);
      const { type: eventType } = what;
      const sale = { productId, phone: PHONES[what.phone], eventDate: DATES[what.date], eventType, launchId };
      await desk.shop.launch(desk.ana, { ...sale, quantity: what.quantity });
      return;
    }
    case "undo": {
      const launchId = launches.at(-1 - what.launch);
      if (launchId !== undefined) await desk.undo(launchId);
      return;
    }
    case "reprice":
    case "discontinue": {
      const id = products[what.product];
      const fields = what.do === "reprice" ? { priceCents: what.priceCents } : { isActive: false };
      if (id !== undefined) await desk.shop.deployment.run(({ db }) => db.patch("products", id, fields));
      return;
    }
    case "forget":
    case "join":
      await changeCustomers(small, what);
      return;
    default:
      await edit(small, what);
  }
}

async function changeCustomers({ desk }: SmallShop, what: Extract<Step, { customer: number }>): Promise<void> {
  const { tenantId } = desk.shop;
  const customers = await desk.shop.rows("customers");
  const [one, next] = [customers[what.customer], customers[what.customer + 1]];
  if (one === undefined) return;
  const { session } = desk.ana;
  if (what.do === "forget") await session.mutation(api.customers.remove, { tenantId, customerId: one._id });
  else if (next !== undefined) {
    const both = { fromCustomerId: one._id, intoCustomerId: next._id };
    await session.mutation(api.customers.merge, { tenantId, ...both });
  }
}

type Edit = Extract<Step, { order: number }>;

async function edit({ desk, products }: SmallShop, what: Edit): Promise<void> {
  const orders = await desk.shop.rows("orders");
  const one = orders[what.order];
  if (one === undefined) return;
  switch (what.do) {
    case "pay":
    case "unpay":
      await desk.setPaid(one._id, what.do === "pay");
      return;
    case "add": {
      const productId = products[what.product];
      const unitPriceCents = what.priceCents ?? undefined;
      const { quantity: pieces, allowPaid: may } = what;
      if (productId !== undefined) {
        await desk.addLine(one._id, { productId, quantity: pieces, unitPriceCents, allowPaid: may });
      }
      return;
    }
    case "total":
      await desk.update(one._id, { totalCents: what.totalCents });
      return;
    case "phone":
      await desk.update(one._id, { phone: PHONES[what.phone] });
      return;
    case "merge": {
      // Any open order of the date will do; without its phone most are refused.
      const into = orders.find(
        ({ _id, isPaid, eventDate }) => _id !== one._id && !isPaid && eventDate === one.eventDate,
      );
      if (into !== undefined) await desk.merge(one._id, into._id, what.withPhone ? into.customerPhone : undefined);
      return;
    }
    case "remove":
      await desk.remove([one._id], what.returnPaidStock);
      return;
    case "quantity":
    case "price":
    case "removeLine":
      await editLine(desk, one, what);
      return;
    default:
      what satisfies never;
  }
}

async function editLine(
  desk: OrderDesk,
  { _id, cartId }: Doc<"orders">,
  what: Extract<Edit, { line: number }>,
): Promise<void> {
  const item = (await desk.shop.rows("cartItems")).filter((each) => each.cartId === cartId)[what.line];
  if (item === undefined) return;
  const key = { lineId: item._id, allowPaid: what.allowPaid };
  if (what.do === "quantity") {
    await desk.setQuantity(_id, { ...key, quantity: what.quantity, seenQuantity: item.quantity });
  } else if (what.do === "price") {
    const seen = { unitPriceCents: what.priceCents, seenUnitPriceCents: item.unitPriceCents };
    await desk.setPrice(_id, { ...key, ...seen });
  } else {
    await desk.removeLine(_id, key);
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Error) || error.name !== "ConvexError") throw error;
}

/** The pieces of paid orders that were deleted without giving their stock back. */
async function piecesLost({ desk }: SmallShop): Promise<number> {
  const removals = (await desk.shop.rows("orderEvents")).map(({ change }) => change);
  return removals.reduce((sum, change) => {
    if (change.kind !== "removed" || change.stockReturned) return sum;
    return sum + change.lines.reduce((pieces, each) => pieces + each.quantity, 0);
  }, 0);
}

describe("kept totals", () => {
  test("equal their lines after any hour of launches, edits, payments, joinings, undos and deletions", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40, size: "max" }), async (hour) => {
        const small = await aSmallShop();
        for (const what of hour) await perform(small, what).catch(ignoreRefusal);

        const { shop } = small.desk;
        const { kept, counted } = await keptAndCounted(shop);
        expect(kept).toEqual(counted);
        expect(await verify(shop)).toMatchObject([{ differences: [] }]);

        const orders = await shop.rows("orders");
        expect(orders.every(({ totalCents }) => totalCents >= 0)).toBe(true);
        const open = orders.filter(({ isPaid }) => !isPaid).map((each) => `${each.customerPhone} ${each.eventDate}`);
        expect(open).toHaveLength(new Set(open).size);
        const sold = (await shop.rows("cartItems")).reduce((sum, item) => sum + item.quantity, 0);
        const left = (await shop.rows("productStocks")).map(({ stock }) => stock);
        expect(left.every((stock) => stock >= 0)).toBe(true);
        const lost = await piecesLost(small);
        expect(left.reduce((sum, stock) => sum + stock, 0) + sold + lost).toBe(3 * INITIAL_STOCK);
        // Nobody's lines and no cart without its order is left behind.
        expect(new Set((await shop.rows("carts")).map(({ _id }) => _id))).toEqual(
          new Set(orders.map(({ cartId }) => cartId)),
        );
      }),
      { numRuns: 60 },
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
