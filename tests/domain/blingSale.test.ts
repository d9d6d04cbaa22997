import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  buyerByCpf,
  buyerByPhone,
  erpKey,
  erpSaleHash,
  erpSaleOf,
  type ErpBuyer,
  type FoundBuyer,
  type PaidOrderFacts,
} from "../../domain/blingSale";

const BUYER: ErpBuyer = { name: "Maria Souza", cpf: "19119119100", email: null, phone: "5511987654321", address: null };
const LINE = { code: "C151", name: "Blusa canelada", color: null, size: null, quantity: 2, unitPriceCents: 5990 };
const ORDER: PaidOrderFacts = {
  ...{ slug: "loja", number: 1042, publicId: "k3x9qz", createdDate: "2026-11-19", paidDate: "2026-11-20" },
  ...{ eventDate: "2026-11-19", observation: null, buyer: BUYER, lines: [LINE], adjustmentCents: 0, discountCents: 0 },
  ...{ freight: null, parcel: null, paymentIds: [] },
};
const PAC = { name: "PAC", company: "Correios", priceCents: 2300, deliveryDays: 7 };

describe("the sale of a paid order", () => {
  test("lines, coupon, freight: what the payer paid", () => {
    const sale = erpSaleOf({ ...ORDER, discountCents: 1000, freight: PAC, paymentIds: ["1319876543"] });
    expect(sale).toMatchObject({
      key: "1042-k3x9qz",
      soldDate: "2026-11-19",
      paidDate: "2026-11-20",
      expectedDate: "2026-11-27",
      discountCents: 1000,
      extraCents: 0,
      freight: { name: "Correios PAC", priceCents: 2300, trackingCode: null },
      totalCents: 13280,
      paymentNote: "Mercado Pago 1319876543",
      internalNote: "loja:pedido_1042-k3x9qz",
    });
  });

  it.each([
    ["an acréscimo is asked for beyond the lines", 500, 0, { discountCents: 0, extraCents: 500, totalCents: 12480 }],
    ["a desconto goes with the coupon", -500, 1000, { discountCents: 1500, extraCents: 0, totalCents: 10480 }],
    [
      "a coupon above the lines never asks for more than there is",
      20000,
      13000,
      { discountCents: 0, extraCents: 7000 },
    ],
  ])("%s", (_, adjustmentCents, discountCents, expected) => {
    expect(erpSaleOf({ ...ORDER, adjustmentCents, discountCents })).toMatchObject(expected);
  });

  test("an order of nothing but an adjustment has one line, for the ERP takes no sale without", () => {
    const sale = erpSaleOf({ ...ORDER, lines: [], adjustmentCents: 3000, discountCents: 1000 });
    expect(sale).toMatchObject({
      items: [{ code: null, name: "Pedido #1042", quantity: 1, unitPriceCents: 2000 }],
      ...{ discountCents: 0, extraCents: 0, totalCents: 2000 },
    });
  });

  test("a parcel on its way bears its code, by whatever it goes, also of an order that was to be collected", () => {
    const parcel = { service: "Jadlog Package", trackingCode: "ME26002MI63BR" };
    const carried = { name: "Jadlog Package", trackingCode: "ME26002MI63BR" };
    expect(erpSaleOf({ ...ORDER, freight: PAC, parcel })).toMatchObject({ freight: { ...carried, priceCents: 2300 } });
    expect(erpSaleOf({ ...ORDER, parcel })).toMatchObject({
      freight: { ...carried, priceCents: 0 },
      totalCents: 11980,
    });
  });

  test("colour and size stand in the line; an observation in the note; by hand is said", () => {
    const lines = [{ ...LINE, color: "Azul", size: "M" }];
    const sale = erpSaleOf({ ...ORDER, lines, observation: "Entregar à noite" });
    expect(sale.items[0]?.name).toBe("Blusa canelada (Azul, M)");
    expect(sale.note).toBe("Pedido #1042, venda de 19/11/2026, telefone +55 (11) 98765-4321. Entregar à noite");
    expect(sale.paymentNote).toBe("Marcado como pago");
  });

  test("for any order: the parts add up to its Total Geral, and the discount never passes the lines", () => {
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 50 }),
      unitPriceCents: fc.integer({ min: 0, max: 99_999 }),
    });
    const facts = fc.record({
      lines: fc.array(line, { maxLength: 8 }),
      adjustment: fc.integer({ min: -200_000, max: 200_000 }),
      coupon: fc.integer({ min: 0, max: 200_000 }),
      freightCents: fc.option(fc.integer({ min: 0, max: 9_999 })),
    });
    fc.assert(
      fc.property(facts, ({ lines, adjustment, coupon, freightCents }) => {
        const linesCents = lines.reduce((sum, { quantity, unitPriceCents }) => sum + quantity * unitPriceCents, 0);
        const adjustmentCents = Math.max(adjustment, -linesCents);
        const discountCents = Math.min(coupon, linesCents + adjustmentCents);
        const sale = erpSaleOf({
          ...ORDER,
          lines: lines.map((sold) => ({ ...LINE, ...sold })),
          ...{
            adjustmentCents,
            discountCents,
            freight: freightCents === null ? null : { ...PAC, priceCents: freightCents },
          },
        });
        const items = sale.items.reduce((sum, { quantity, unitPriceCents }) => sum + quantity * unitPriceCents, 0);
        expect(sale.totalCents).toBe(linesCents + adjustmentCents - discountCents + (freightCents ?? 0));
        expect(items - sale.discountCents + sale.extraCents + (sale.freight?.priceCents ?? 0)).toBe(sale.totalCents);
        expect(sale.discountCents).toBeLessThanOrEqual(items);
        expect(Math.min(sale.discountCents, sale.extraCents)).toBe(0);
      }),
    );
  });

  test("its fingerprint tells another sale from the same one with its fields in another order", () => {
    const sale = erpSaleOf(ORDER);
    const turned = Object.fromEntries(Object.entries(sale).reverse()) as unknown as typeof sale;
    expect(erpSaleHash(turned)).toBe(erpSaleHash(sale));
    expect(erpSaleHash({ ...sale, totalCents: 1 })).not.toBe(erpSaleHash(sale));
  });

  test("two orders of one number, of two lives of an installation, are two", () => {
    expect(erpKey({ number: 1, publicId: "a" })).not.toBe(erpKey({ number: 1, publicId: "b" }));
  });
});

describe("which contact a buyer is", () => {
  const person = (id: number, fields: Partial<FoundBuyer> = {}): FoundBuyer => {
    return { id, name: "Maria Souza", cpf: "", phones: ["(11) 98765-4321"], ...fields };
  };

  test("by CPF it is who bears it, whatever the name", () => {
    expect(
      buyerByCpf([person(1, { cpf: "52998224725" }), person(2, { cpf: BUYER.cpf!, name: "M. S." })], BUYER.cpf!),
    ).toBe(2);
    expect(buyerByCpf([person(1)], BUYER.cpf!)).toBeNull();
  });

  it.each<[string, FoundBuyer[], number | null]>([
    ["the one of that phone, however it is written", [person(1)], 1],
    ["with country code too", [person(1, { phones: ["+55 11 98765 4321"] })], 1],
    [
      "of several the one of that name, without regard to accents",
      [person(1, { name: "Ana" }), person(2, { name: "MARÍA SOUZA" })],
      2,
    ],
    ["of several with other names nobody", [person(1, { name: "Ana" }), person(2, { name: "Bia" })], null],
    ["another phone's is not taken, should the filter be no filter", [person(1, { phones: ["1133334444"] })], null],
    ["nobody", [], null],
  ])("by phone: %s", (_, found, id) => {
    expect(buyerByPhone(found, { ...BUYER, cpf: null })).toBe(id);
  });

  test("one with another CPF is another person", () => {
    expect(buyerByPhone([person(1, { cpf: "52998224725" })], BUYER)).toBeNull();
  });
});
