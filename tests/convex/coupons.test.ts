import { beforeAll, describe, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { aShop } from "../support/builders";
import { refusalOf } from "../support/refusals";
import { setUpSigning } from "../support/signingKeys";

beforeAll(setUpSigning);

const DRAFT = {
  code: " natal10 ",
  discount: { kind: "percentage", percent: 10 },
  expiresDate: "2026-12-25",
  usageLimit: 2,
  isActive: true,
} as const;
const GIFT = { name: "Caneca", description: null, minimumPurchaseCents: 10_000, isActive: true };

async function aCompany() {
  const shop = await aShop();
  const { session } = await shop.hasStaff("Dona", "owner");
  const ana = await shop.hasStaff("Ana");
  return { shop, session, ana: ana.session, tenantId: shop.tenantId };
}

describe("coupons", () => {
  test("are listed newest first, with their code in capitals", async () => {
    const { session, tenantId } = await aCompany();
    await session.mutation(api.coupons.create, { tenantId, ...DRAFT });
    await session.mutation(api.coupons.create, {
      tenantId,
      ...DRAFT,
      code: "abc",
      expiresDate: null,
      usageLimit: null,
    });
    expect(await session.query(api.coupons.list, { tenantId })).toMatchObject([
      { code: "ABC", expiresDate: null, usageLimit: null, usedCount: 0 },
      { code: "NATAL10", discount: DRAFT.discount, expiresDate: "2026-12-25", usageLimit: 2, isActive: true },
    ]);
  });

  test("have one code each in a company; another company may have the same", async () => {
    const { shop, session, tenantId } = await aCompany();
    const { couponId } = await session.mutation(api.coupons.create, { tenantId, ...DRAFT });
    const second = await session.mutation(api.coupons.create, { tenantId, ...DRAFT, code: "OUTRO" });
    const taken = { code: "coupon_code_in_use", message: "Já existe um cupom com este código" };
    expect(await refusalOf(session.mutation(api.coupons.create, { tenantId, ...DRAFT, code: "Natal10" }))).toEqual(
      taken,
    );
    expect(await refusalOf(session.mutation(api.coupons.update, { tenantId, ...DRAFT, ...second }))).toEqual(taken);
    await session.mutation(api.coupons.update, { tenantId, couponId, ...DRAFT, isActive: false });
    const other = await aShop({ deployment: shop.deployment });
    const owner = await other.hasStaff("Outra", "owner");
    await owner.session.mutation(api.coupons.create, { tenantId: other.tenantId, ...DRAFT });
  });

  test.each([{ code: "" }, { discount: null }])(
    "with %j read 'Preencha todos os campos obrigatórios'",
    async (typed) => {
      const { session, tenantId } = await aCompany();
      expect(await refusalOf(session.mutation(api.coupons.create, { tenantId, ...DRAFT, ...typed }))).toEqual({
        code: "fields_required",
        message: "Preencha todos os campos obrigatórios",
      });
    },
  );

  test("are edited without losing how often they were used, and written down before and after", async () => {
    const { shop, session, tenantId } = await aCompany();
    const { couponId } = await session.mutation(api.coupons.create, { tenantId, ...DRAFT });
    await shop.deployment.run(({ db }) => db.patch("coupons", couponId, { usedCount: 1 }));
    const discount = { kind: "fixed", amountCents: 500 } as const;
    await session.mutation(api.coupons.update, { tenantId, couponId, ...DRAFT, discount });
    expect(await session.query(api.coupons.list, { tenantId })).toMatchObject([{ discount, usedCount: 1 }]);
    await session.mutation(api.coupons.remove, { tenantId, couponId });
    expect(await session.query(api.coupons.list, { tenantId })).toEqual([]);
    expect(await shop.rows("auditLog")).toMatchObject([
      { action: "coupon_created", after: { code: "NATAL10", discount: 10 } },
      {
        action: "coupon_changed",
        before: { discountKind: "percentage", discount: 10 },
        after: { discountKind: "fixed", discount: 500 },
      },
      { action: "coupon_removed", before: { code: "NATAL10", usedCount: 1 } },
    ]);
  });

  test("are tried by staff without being used up", async () => {
    const { shop, session, ana, tenantId } = await aCompany();
    const { couponId } = await session.mutation(api.coupons.create, { tenantId, ...DRAFT });
    const check = (today: string, code = "natal 10") =>
      ana.query(api.coupons.check, { tenantId, code, totalCents: 1995, today });
    expect(await check("2026-12-25")).toEqual({ couponId, code: "NATAL10", discountCents: 200 });
    expect(await refusalOf(Promise.resolve(check("2026-12-26")))).toMatchObject({
      code: "coupon_expired",
      message: "Este cupom está vencido",
    });
    expect(await refusalOf(check("2026-12-25", "NADA"))).toMatchObject({ code: "coupon_not_found" });
    await shop.deployment.run(({ db }) => db.patch("coupons", couponId, { usedCount: 2 }));
    expect(await refusalOf(check("2026-12-25"))).toMatchObject({ code: "coupon_used_up" });
  });
});

describe("gifts", () => {
  test("are listed by minimum purchase, and the best one within reach is found", async () => {
    const { session, ana, tenantId } = await aCompany();
    for (const [name, minimumPurchaseCents] of [
      ["Toalha", 30_000],
      ["Adesivo", 0],
      ["Caneca", 10_000],
    ] as const) {
      await session.mutation(api.gifts.create, { tenantId, ...GIFT, name, minimumPurchaseCents });
    }
    const listed = await session.query(api.gifts.list, { tenantId });
    expect(listed.map(({ name }) => name)).toEqual(["Adesivo", "Caneca", "Toalha"]);
    expect(await ana.query(api.gifts.best, { tenantId, totalCents: 29_999 })).toMatchObject({ name: "Caneca" });
  });

  test.each([{ name: " " }, { minimumPurchaseCents: null }])(
    "with %j read 'Preencha todos os campos obrigatórios'",
    async (typed) => {
      const { session, tenantId } = await aCompany();
      expect(await refusalOf(session.mutation(api.gifts.create, { tenantId, ...GIFT, ...typed }))).toEqual({
        code: "fields_required",
        message: "Preencha todos os campos obrigatórios",
      });
    },
  );

  test("are edited and deleted, before and after written down", async () => {
    const { shop, session, tenantId } = await aCompany();
    const { giftId } = await session.mutation(api.gifts.create, { tenantId, ...GIFT });
    await session.mutation(api.gifts.update, { tenantId, giftId, ...GIFT, description: " azul ", isActive: false });
    expect(await session.query(api.gifts.list, { tenantId })).toMatchObject([{ description: "azul", isActive: false }]);
    await session.mutation(api.gifts.remove, { tenantId, giftId });
    expect(await session.query(api.gifts.list, { tenantId })).toEqual([]);
    expect((await shop.rows("auditLog")).map(({ action, before, after }) => ({ action, before, after }))).toMatchObject(
      [
        { action: "gift_created" },
        {
          action: "gift_changed",
          before: { description: null, isActive: true },
          after: { description: "azul", isActive: false },
        },
        { action: "gift_removed", before: { name: "Caneca" } },
      ],
    );
  });
});
