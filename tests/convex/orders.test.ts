import { describe, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { EVENT_TYPES } from "../../domain/events";
import { aShop, LIVE_DATE, type Person, type Shop } from "../support/builders";
import { keptAndCounted } from "../support/keptTotals";
import { refusalOf } from "../support/refusals";

const setPaid = (shop: Shop, by: Person, orderIds: Id<"orders">[], isPaid: boolean, reason?: string) =>
  by.session.mutation(api.orders.setPaid, { tenantId: shop.tenantId, orderIds, isPaid, reason });

describe("setPaid", () => {
  test("marks orders paid, moves their totals and writes who and what into each timeline", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff("Ana");
    const productId = await shop.hasProduct({ priceCents: 500 });
    const first = await shop.launch(ana, { productId, phone: "11911111111" });
    const second = await shop.launch(ana, { productId, phone: "11922222222", quantity: 2 });

    const answer = await setPaid(shop, ana, [first.orderId, second.orderId], true);

    expect(answer).toEqual({ changed: 2 });
    const totals = await ana.session.query(api.orders.totals, { tenantId: shop.tenantId, eventDate: LIVE_DATE });
    expect(totals).toMatchObject({ paid: 2, pending: 0, paidCents: 1500, pendingCents: 0 });
    const events = (await shop.rows("orderEvents")).filter(({ change }) => change.kind === "field_changed");
    expect(events).toMatchObject([
      {
        orderId: first.orderId,
        actorName: "Ana",
        actorId: ana.profileId,
        change: { field: "isPaid", before: false, after: true, reason: null },
      },
      { orderId: second.orderId },
    ]);
  });

  test("changes nothing and writes nothing where the order is in that state already", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const productId = await shop.hasProduct();
    const { orderId } = await shop.launch(ana, { productId });

    expect(await setPaid(shop, ana, [orderId], false)).toEqual({ changed: 0 });
    expect(await setPaid(shop, ana, [orderId, orderId], true)).toEqual({ changed: 1 });
    expect(await setPaid(shop, ana, [orderId], true)).toEqual({ changed: 0 });

    expect((await shop.rows("orderEvents")).filter(({ change }) => change.kind === "field_changed")).toHaveLength(1);
  });

  test("back to pending keeps the reason and gives the totals back", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const productId = await shop.hasProduct();
    const { orderId } = await shop.launch(ana, { productId });
    await setPaid(shop, ana, [orderId], true);

    expect(await setPaid(shop, ana, [orderId], false, "Pix devolvido")).toEqual({ changed: 1 });

    const last = (await shop.rows("orderEvents")).at(-1);
    expect(last?.change).toEqual({
      kind: "field_changed",
      field: "isPaid",
      before: true,
      after: false,
      reason: "Pix devolvido",
    });
    const { kept, counted } = await keptAndCounted(shop);
    expect(kept).toEqual(counted);
  });

  test("back to pending is refused where the phone has an open order on that date", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const productId = await shop.hasProduct();
    const paid = await shop.launch(ana, { productId });
    await setPaid(shop, ana, [paid.orderId], true);
    const open = await shop.launch(ana, { productId });

    expect(await refusalOf(setPaid(shop, ana, [paid.orderId], false))).toEqual({
      code: "open_order_exists",
      message: `Já existe o pedido #${open.orderNumber} em aberto deste telefone nesta data`,
      orderNumber: 2,
      orderId: open.orderId,
    });
    expect((await shop.rows("orders")).map((order) => order.isPaid)).toEqual([true, false]);
  });

  test("two paid orders of one phone and date cannot both go back to pending, not even in one call", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const productId = await shop.hasProduct();
    const ids: Id<"orders">[] = [];
    for (let at = 0; at < 2; at += 1) {
      const { orderId } = await shop.launch(ana, { productId });
      await setPaid(shop, ana, [orderId], true);
      ids.push(orderId);
    }

    expect(await refusalOf(setPaid(shop, ana, ids, false))).toMatchObject({ code: "open_order_exists" });
    expect((await shop.rows("orders")).map((order) => order.isPaid)).toEqual([true, true]);

    const outcomes = await Promise.allSettled(ids.map((id) => setPaid(shop, ana, [id], false)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("meeting a launch: the two never leave two open orders", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const productId = await shop.hasProduct();
    const { orderId } = await shop.launch(ana, { productId });
    await setPaid(shop, ana, [orderId], true);

    await Promise.allSettled([setPaid(shop, ana, [orderId], false), shop.launch(ana, { productId })]);

    expect((await shop.rows("orders")).filter((order) => !order.isPaid)).toHaveLength(1);
  });

  test("is refused whole for an order that is gone, and for too many at once", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const productId = await shop.hasProduct();
    const kept = await shop.launch(ana, { productId });
    const gone = await shop.launch(ana, { productId, phone: "11922222222" });
    await shop.deployment.run(({ db }) => db.delete("orders", gone.orderId));

    expect(await refusalOf(setPaid(shop, ana, [kept.orderId, gone.orderId], true))).toEqual({
      code: "order_not_found",
      message: "Pedido não encontrado",
    });
    expect(await shop.rows("orders")).toMatchObject([{ isPaid: false }]);
    expect(await refusalOf(setPaid(shop, ana, Array<Id<"orders">>(51).fill(kept.orderId), true))).toEqual({
      code: "too_many_items",
      message: "Selecione no máximo 50 itens por vez",
      max: 50,
    });
  });
});

describe("the list", () => {
  async function aFullList() {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const productId = await shop.hasProduct({ stock: 100 });
    let phone = 11911110000;
    for (const eventType of EVENT_TYPES) {
      for (const eventDate of [LIVE_DATE, "2026-11-21"]) {
        for (const isPaid of [true, false]) {
          phone += 1;
          const { orderId } = await shop.launch(ana, { productId, eventType, eventDate, phone: String(phone) });
          if (isPaid) await setPaid(shop, ana, [orderId], true);
        }
      }
    }
    return { shop, ana };
  }

  test("shows for each of the filter's combinations exactly its orders, newest first", async () => {
    const { shop, ana } = await aFullList();
    const orders = (await shop.rows("orders")).sort((a, b) => b.number - a.number);
    for (const isPaid of [undefined, true, false]) {
      for (const eventType of [undefined, ...EVENT_TYPES]) {
        for (const eventDate of [undefined, LIVE_DATE, "2026-11-21", "2020-01-01"]) {
          const { page } = await ana.session.query(api.orders.list, {
            tenantId: shop.tenantId,
            isPaid,
            eventType,
            eventDate,
            paginationOpts: { numItems: 50, cursor: null },
          });
          const expected = orders.filter(
            (order) =>
              (isPaid === undefined || order.isPaid === isPaid) &&
              (eventType === undefined || order.eventType === eventType) &&
              (eventDate === undefined || order.eventDate === eventDate),
          );
          expect(page.map((row) => row.number)).toEqual(expected.map((order) => order.number));
        }
      }
    }
  });

  test("goes on page by page without a gap or a double", async () => {
    const { shop, ana } = await aFullList();
    const seen: number[] = [];
    let cursor: string | null = null;
    for (let isDone = false; !isDone;) {
      const result: { page: { number: number }[]; isDone: boolean; continueCursor: string } = await ana.session.query(
        api.orders.list,
        { tenantId: shop.tenantId, paginationOpts: { numItems: 5, cursor } },
      );
      seen.push(...result.page.map((row) => row.number));
      ({ isDone, continueCursor: cursor } = result);
    }
    expect(seen).toEqual([16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test("a row holds what the list shows and nothing else: no reference, no cart, no company", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const productId = await shop.hasProduct({ priceCents: 18990 });
    const { orderId } = await shop.launch(ana, { productId, quantity: 2 });

    const { page } = await ana.session.query(api.orders.list, {
      tenantId: shop.tenantId,
      paginationOpts: { numItems: 10, cursor: null },
    });

    expect(page).toEqual([
      {
        _id: orderId,
        number: 1,
        publicId: expect.any(String),
        createdAt: expect.any(Number),
        customerPhone: "5511987654321",
        customerName: null,
        totalCents: 37980,
        pieces: 2,
        isPaid: false,
        printed: false,
        eventType: "MANUAL",
        eventDate: "2026-11-20",
        observation: null,
        whatsappGroup: null,
        messagesSent: { itemAdded: false, paymentConfirmation: false },
      },
    ]);
  });

  test("refuses a date that does not exist", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const paginationOpts = { numItems: 10, cursor: null };
    const call = ana.session.query(api.orders.list, {
      tenantId: shop.tenantId,
      eventDate: "20/11/2026",
      paginationOpts,
    });
    expect(await refusalOf(call)).toEqual({ code: "invalid_event_date", message: "Data do evento inválida" });
  });
});
