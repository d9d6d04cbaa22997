import { describe, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { aShop, LIVE_DATE, type Person, type Shop } from "../support/builders";

const peek = (shop: Shop, by: Person, phone: string, eventDate = LIVE_DATE) =>
  by.session.query(api.customers.peek, { tenantId: shop.tenantId, phone, eventDate });

describe("the hint under the phone field", () => {
  test("is nothing for a phone nobody has bought with, and for half a phone", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    expect(await peek(shop, ana, "11987654321")).toBeNull();
    expect(await peek(shop, ana, "1198")).toBeNull();
    expect(await peek(shop, ana, "")).toBeNull();
  });

  test("adds up what is open on every date and names the order of this one", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const productId = await shop.hasProduct({ priceCents: 1000 });
    await shop.launch(ana, { productId, eventDate: "2026-11-13" });
    await shop.launch(ana, { productId, quantity: 2 });
    await shop.launch(ana, { productId, phone: "11922222222" });

    expect(await peek(shop, ana, "(11) 98765-4321")).toEqual({
      name: null,
      openTotalCents: 3000,
      openOrders: 2,
      openOrderNumber: 2,
    });
    expect(await peek(shop, ana, "11987654321", "2026-12-01")).toMatchObject({ openOrders: 2, openOrderNumber: null });
  });

  test("forgets what is paid, not who bought", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const productId = await shop.hasProduct();
    const { orderId } = await shop.launch(ana, { productId });
    await ana.session.mutation(api.orders.setPaid, { tenantId: shop.tenantId, orderIds: [orderId], isPaid: true });
    expect(await peek(shop, ana, "11987654321")).toEqual({
      name: null,
      openTotalCents: 0,
      openOrders: 0,
      openOrderNumber: null,
    });
  });
});
