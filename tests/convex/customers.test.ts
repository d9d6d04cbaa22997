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
      phone: "5511987654321",
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
      phone: "5511987654321",
      name: null,
      openTotalCents: 0,
      openOrders: 0,
      openOrderNumber: null,
    });
  });

  describe("L13: while the phone is typed", () => {
    const aShopWith = async (...phones: string[]) => {
      const shop = await aShop();
      for (const phone of phones) await shop.hasCustomer({ phone, name: `Cliente ${phone}` });
      return { shop, ana: await shop.hasStaff() };
    };

    test.each([
      ["six digits on", "119876", "5511987654321"],
      ["with 55", "55119876", "5511987654321"],
      ["with +55 and punctuation", "+55 (11) 98765-4", "5511987654321"],
      ["with a trunk 0", "0119876", "5511987654321"],
      ["an old number without its ninth digit", "11 8765-43", "5511987654321"],
      ["an old number that begins with 9", "11 9123-4", "5511991234567"],
      ["a landline", "11 3123", "551131234567"],
      ["in area code 55", "55 3222", "555532221111"],
      ["another country", "+351 912", "351912345678"],
    ])("a unique match is known: %s", async (_case, typed, phone) => {
      const { shop, ana } = await aShopWith(
        ...["5511987654321", "5511991234567", "551131234567", "555532221111", "351912345678"],
      );
      expect(await peek(shop, ana, typed)).toMatchObject({ phone, name: `Cliente ${phone}`, openOrders: 0 });
    });

    test("two that begin alike are nobody, until the digit that tells them apart", async () => {
      const { shop, ana } = await aShopWith("5511987654321", "5511987654999");
      expect(await peek(shop, ana, "1198765")).toBeNull();
      expect(await peek(shop, ana, "119876549")).toMatchObject({ phone: "5511987654999" });
    });

    test("also when they differ by the ninth digit alone", async () => {
      const { shop, ana } = await aShopWith("5511912345678", "5511991234567");
      expect(await peek(shop, ana, "1191234")).toBeNull();
    });

    test("five digits say nothing, and neither does what can become no phone", async () => {
      const { shop, ana } = await aShopWith("5511987654321");
      for (const typed of ["11987", "0011987", "+1198765", "20987654", "5511187654"]) {
        expect(await peek(shop, ana, typed), typed).toBeNull();
      }
    });

    test("a whole phone is that phone and never the beginning of another's", async () => {
      const { shop, ana } = await aShopWith("5511987654321");
      // Ten digits beginning with 9 are an old mobile number: +55 (11) 99876-5432.
      expect(await peek(shop, ana, "1198765432")).toBeNull();
    });
  });
});
