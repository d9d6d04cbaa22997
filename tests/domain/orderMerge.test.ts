import { describe, expect, test } from "vitest";
import { checkMerge, mergeLine, mergeObservations } from "../../domain/orderMerge";

const FROM = { number: 7, customerPhone: "5511987654321", eventDate: "2026-11-20", isPaid: false };
const INTO = { ...FROM, number: 9 };

describe("two orders become one", () => {
  test.each([
    ["both open", FROM, INTO],
    ["the first paid, on its way back to pending", { ...FROM, isPaid: true }, INTO],
  ])("%s", (_, from, into) => {
    expect(checkMerge(from, into)).toEqual({ ok: true, value: null });
  });

  test.each([
    ["Escolha dois pedidos diferentes", FROM, FROM],
    ["O pedido #9 já está pago", FROM, { ...INTO, isPaid: true }],
    ["Os pedidos são de datas diferentes", FROM, { ...INTO, eventDate: "2026-11-21" }],
    ["Os pedidos são de telefones diferentes", FROM, { ...INTO, customerPhone: "5511911112222" }],
  ])("refused: %s", (reason, from, into) => {
    expect(checkMerge(from, into)).toEqual({ ok: false, refusal: { code: "cannot_merge", params: { reason } } });
  });
});

const line = (quantity: number, unitPriceCents: number) => ({ quantity, unitPriceCents });

test.each([
  ["a product the order has not: the line as it is", null, line(2, 800), line(2, 800), 0],
  ["the same price: quantities add up", line(1, 800), line(2, 800), line(3, 800), 0],
  ["bought dearer: the difference is an acréscimo", line(1, 800), line(2, 1000), line(3, 800), 400],
  ["bought cheaper: the difference is a desconto", line(1, 800), line(2, 700), line(3, 800), -200],
])("%s", (_, own, added, merged, differenceCents) => {
  expect(mergeLine(own, added)).toEqual({ line: merged, differenceCents });
});

test.each([
  [null, null, null],
  ["Retira", null, "Retira"],
  [null, "Presente", "Presente"],
  ["Retira", "Retira", "Retira"],
  ["Retira", "Presente", "Retira / Presente"],
  ["Retira sexta-feira", "Presente", "Retira sexta-feira"],
])("observations %j and %j: %j", (own, added, both) => {
  expect(mergeObservations(own, added, 20)).toBe(both);
});
