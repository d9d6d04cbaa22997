import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkCheckoutCustomer, checkReadyToFinalize, summarize } from "../../domain/checkout";
import { freightFingerprint, PICKUP, splitQuantity } from "../../domain/freight";
import { fromDecimal, toDecimalString } from "../../domain/money";
import { itemsCents, paymentItems, statementDescriptor } from "../../domain/paymentRequest";

const ADDRESS = {
  cep: "01310930",
  street: "Avenida Paulista",
  number: "1500",
  complement: "",
  neighborhood: "",
  city: "São Paulo",
  state: "SP",
};
const MARIA = { name: "Maria", cpf: "19119119100", email: null, address: null };

describe("Total Geral = total − discount + freight", () => {
  test.each([
    ["neither", null, 0, 10000],
    ["ten per cent off, and freight", { kind: "percentage", percent: 10 }, 2300, 11300],
    ["more off than there is", { kind: "fixed", amountCents: 99999 }, 0, 0],
    ["freight is never discounted", { kind: "fixed", amountCents: 99999 }, 2300, 2300],
  ] as const)("%s", (_title, discount, freightCents, grandTotalCents) => {
    expect(summarize(10000, { discount, freightCents }).grandTotalCents).toBe(grandTotalCents);
  });
});

describe("whether an order can be finalized", () => {
  const ready = { lines: 1, customer: MARIA, freight: null };
  test.each([
    ["collected, with name and CPF", ready, null],
    ["without lines", { ...ready, lines: 0 }, "order_is_empty"],
    ["without a name", { ...ready, customer: { ...MARIA, name: null } }, "checkout_customer_required"],
    ["without a CPF", { ...ready, customer: { ...MARIA, cpf: null } }, "checkout_customer_required"],
    ["sent, without an address", { ...ready, freight: { isOutdated: false } }, "checkout_address_required"],
    [
      "sent, without a street",
      { ...ready, freight: { isOutdated: false }, customer: { ...MARIA, address: { ...ADDRESS, street: "" } } },
      "checkout_address_required",
    ],
    [
      "sent, without a CEP",
      { ...ready, freight: { isOutdated: false }, customer: { ...MARIA, address: { ...ADDRESS, cep: "" } } },
      "checkout_address_required",
    ],
    [
      "sent, at a price of yesterday",
      { ...ready, freight: { isOutdated: true }, customer: { ...MARIA, address: ADDRESS } },
      "freight_outdated",
    ],
    ["sent", { ...ready, freight: { isOutdated: false }, customer: { ...MARIA, address: ADDRESS } }, null],
  ])("%s", (_title, order, code) => {
    const answer = checkReadyToFinalize(order);
    expect(answer.ok ? null : answer.refusal.code).toBe(code);
  });
});

describe("the form of a checkout", () => {
  const typed = { name: " Maria ", cpf: "191.191.191-00", email: " MARIA@exemplo.com ", address: null };
  test("is kept in one form", () => {
    expect(checkCheckoutCustomer({ ...typed, address: { ...ADDRESS, cep: "01310-930", state: "sp" } })).toEqual({
      ok: true,
      value: { name: "Maria", cpf: "19119119100", email: "maria@exemplo.com", address: ADDRESS },
    });
  });
  test("may be half filled in", () => {
    const value = { name: null, cpf: null, email: null, address: null };
    expect(checkCheckoutCustomer({ name: "", cpf: "", email: "", address: null })).toEqual({ ok: true, value });
  });
  test.each([
    ["a CPF with a wrong digit", { cpf: "191.191.191-01" }, "invalid_document"],
    ["an e-mail that is none", { email: "maria" }, "invalid_email"],
    ["a CEP of seven digits", { address: { ...ADDRESS, cep: "0131093" } }, "invalid_cep"],
    ["a state there is not", { address: { ...ADDRESS, state: "XX" } }, "invalid_state"],
    ["a name without end", { name: "x".repeat(121) }, "value_too_long"],
    ["an e-mail without end", { email: `${"x".repeat(150)}@y.z` }, "value_too_long"],
  ])("%s", (_title, fields, code) => {
    const answer = checkCheckoutCustomer({ ...typed, ...fields });
    expect(answer.ok ? null : answer.refusal.code).toBe(code);
  });
});

describe("what a link asks for", () => {
  const asked = {
    orderNumber: 12,
    lines: [
      { code: "C151", title: "Blusa", quantity: 2, unitPriceCents: 5990 },
      { code: "C9", title: "Mimo", quantity: 1, unitPriceCents: 0 },
    ],
    adjustmentCents: 0,
    discountCents: 0,
    freightCents: 2300,
    receivedCents: 0,
  };
  const prices = (items: readonly { title: string; unitPriceCents: number }[]) =>
    items.map(({ title, unitPriceCents }) => [title, unitPriceCents]);

  test("the lines, and freight as a line of its own; what costs nothing is none", () => {
    expect(prices(paymentItems(asked))).toEqual([
      ["Blusa", 5990],
      ["Frete", 2300],
    ]);
  });
  test("an acréscimo is a line", () => {
    expect(prices(paymentItems({ ...asked, adjustmentCents: 500 }))).toEqual([
      ["Blusa", 5990],
      ["Ajuste", 500],
      ["Frete", 2300],
    ]);
  });
  test("with something taken off the goods are one line of what is left", () => {
    expect(prices(paymentItems({ ...asked, discountCents: 1198 }))).toEqual([
      ["Pedido #12", 10782],
      ["Frete", 2300],
    ]);
    expect(prices(paymentItems({ ...asked, adjustmentCents: -1980 }))).toEqual([
      ["Pedido #12", 10000],
      ["Frete", 2300],
    ]);
  });
  test("after a part was paid the rest is one line", () => {
    expect(prices(paymentItems({ ...asked, receivedCents: 4280 }))).toEqual([["Restante do pedido #12", 10000]]);
  });
  test("whatever is added and taken off, the lines add up to the amount and each costs something", () => {
    const cents = fc.integer({ min: 0, max: 50_000 });
    const line = fc.record({
      code: fc.constant("C"),
      title: fc.constant("x"),
      quantity: fc.integer({ min: 1, max: 9 }),
      unitPriceCents: cents,
    });
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 5 }),
        cents,
        cents,
        cents,
        cents,
        (lines, up, off, freightCents, received) => {
          const goods = itemsCents(lines);
          const adjustmentCents = up % 2 === 0 ? up : -Math.min(up, goods);
          const discountCents = Math.min(off, goods + adjustmentCents);
          const total = goods + adjustmentCents - discountCents + freightCents;
          fc.pre(total > 0);
          const receivedCents = received % total;
          const items = paymentItems({
            orderNumber: 1,
            lines,
            adjustmentCents,
            discountCents,
            freightCents,
            receivedCents,
          });
          expect(itemsCents(items)).toBe(total - receivedCents);
          expect(items.every(({ unitPriceCents }) => unitPriceCents > 0)).toBe(true);
        },
      ),
    );
  });
  test.each([
    ["Loja da Praça & Cia. Ltda.", "LOJA DA PRACA"],
    ["Ateliê", "ATELIE"],
    ["🎀", ""],
  ])("%s stands on the bill as %s", (name, descriptor) => {
    expect(statementDescriptor(name)).toBe(descriptor);
  });
});

describe("freight", () => {
  test("the way that is always there", () => {
    expect(PICKUP).toEqual({
      optionId: "retirada",
      name: "Retirada - Retirar na Fábrica",
      company: "Retirada",
      priceCents: 0,
      deliveryDays: 3,
    });
  });
  test("carriers take a hundred of a thing at a time", () => {
    expect([splitQuantity(1), splitQuantity(100), splitQuantity(250)]).toEqual([[1], [100], [100, 100, 50]]);
  });
  test("the order of the lines is no difference; quantity and price are", () => {
    const [a, b] = [
      { productId: "a", quantity: 1, unitPriceCents: 5 },
      { productId: "b", quantity: 1, unitPriceCents: 5 },
    ];
    expect(freightFingerprint([a, b])).toBe(freightFingerprint([b, a]));
    expect(freightFingerprint([a, b])).not.toBe(freightFingerprint([a, { ...b, quantity: 2 }]));
    expect(freightFingerprint([a, b])).not.toBe(freightFingerprint([a, { ...b, unitPriceCents: 6 }]));
    expect(freightFingerprint([a])).not.toBe(freightFingerprint([a, b]));
  });
});

describe("amounts of providers", () => {
  test.each([
    [142.8, 14280],
    [1.15, 115],
    [0, 0],
    ["25.65", 2565],
    ["0.00", 0],
    ["25.650", 2565],
    [142.79999999999998, 14280],
    [19.8, 1980],
    [1e21, null],
    [-1, null],
    [0.001, null],
    ["25,65", null],
    ["", null],
    ["1e3", null],
    [NaN, null],
  ])("%j is %j centavos", (amount, cents) => {
    expect(fromDecimal(amount)).toBe(cents);
  });
  test("what we write is what we read", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 40 }), (cents) => {
        expect(fromDecimal(toDecimalString(cents))).toBe(cents);
        expect(fromDecimal(Number(toDecimalString(cents)))).toBe(cents);
      }),
    );
  });
});
