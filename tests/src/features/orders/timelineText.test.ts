import { describe, expect, test } from "vitest";
import type { Id } from "../../../../convex/_generated/dataModel";
import { timelineText, totalAfter } from "../../../../src/features/orders/timelineText";
import type { OrderChange } from "../../../../src/features/orders/useOrderDetail";

const product = { productId: "p" as Id<"products">, productCode: "C151" };
const orderId = "o" as Id<"orders">;
const pieces = { ...product, quantity: 2, unitPriceCents: 8990, totalCents: 17980 };
const payment = {
  kind: "payment_changed",
  paymentId: "1319876543",
  method: "pix",
  amountCents: 11980,
  refundedCents: 0,
  state: "paid",
} as const;
const field = { kind: "field_changed", reason: null } as const;

const CASES: [OrderChange, string, string | null][] = [
  [{ kind: "launched", created: true, ...pieces }, "abriu o pedido com C151 ×2 a R$ 89,90", "R$ 179,80"],
  [{ kind: "launched", created: false, ...pieces }, "lançou C151 ×2 a R$ 89,90", "R$ 179,80"],
  [{ kind: "launch_undone", ...pieces }, "desfez o lançamento de C151 ×2", "R$ 179,80"],
  [{ kind: "line_added", ...pieces }, "adicionou C151 ×2 a R$ 89,90", "R$ 179,80"],
  [
    { kind: "quantity_changed", ...product, before: 1, after: 3, totalCents: 100 },
    "mudou a quantidade de C151 de 1 para 3",
    "R$ 1,00",
  ],
  [
    { kind: "price_changed", ...product, before: 8990, after: 5000, totalCents: 100 },
    "mudou o preço de C151 de R$ 89,90 para R$ 50,00",
    "R$ 1,00",
  ],
  [{ kind: "line_removed", ...pieces }, "removeu C151 ×2", "R$ 179,80"],
  [
    { kind: "adjustment_changed", before: 0, after: -500, totalCents: 100 },
    "mudou o ajuste de R$ 0,00 para -R$ 5,00",
    "R$ 1,00",
  ],
  [
    { kind: "phone_changed", before: "5511987654321", after: "5511987654322" },
    "mudou o telefone de +55 (11) 98765-4321 para +55 (11) 98765-4322",
    null,
  ],
  [{ ...field, field: "isPaid", before: false, after: true }, "marcou como pago", null],
  [{ kind: "payment_link_opened", amountCents: 11980, expiresAt: 0 }, "gerou um link de pagamento de R$ 119,80", null],
  [
    { kind: "payment_link_withdrawn", amountCents: 11980, reason: "total_changed" },
    "cancelou o link de pagamento de R$ 119,80: o total mudou",
    null,
  ],
  [
    { kind: "payment_link_withdrawn", amountCents: 11980, reason: "paid_by_hand" },
    "cancelou o link de pagamento de R$ 119,80: o pedido foi marcado como pago",
    null,
  ],
  [
    { kind: "payment_link_withdrawn", amountCents: 11980, reason: "order_removed" },
    "cancelou o link de pagamento de R$ 119,80: o pedido foi excluído",
    null,
  ],
  [
    { kind: "payment_link_withdrawn", amountCents: 11980, reason: "order_merged" },
    "cancelou o link de pagamento de R$ 119,80: o pedido foi juntado a outro",
    null,
  ],
  [
    { kind: "payment_link_withdrawn", amountCents: 11980, reason: "by_hand" },
    "cancelou o link de pagamento de R$ 119,80: a pedido da loja",
    null,
  ],
  [{ kind: "payment_link_expired", amountCents: 11980 }, "encerrou o link de pagamento de R$ 119,80, que venceu", null],
  [{ ...payment, status: "approved" }, "informou: o pagamento 1319876543 de R$ 119,80 foi aprovado", null],
  [{ ...payment, status: "rejected" }, "informou: o pagamento 1319876543 de R$ 119,80 não foi aprovado", null],
  [
    { ...payment, status: "approved", refundedCents: 1980 },
    "informou: o pagamento 1319876543 de R$ 119,80 foi aprovado, com R$ 19,80 de volta",
    null,
  ],
  [
    { ...payment, status: "refunded", refundedCents: 11980 },
    "informou: o pagamento 1319876543 de R$ 119,80 foi reembolsado",
    null,
  ],
  [
    { kind: "shipment_changed", state: "paid", service: "PAC Correios", priceCents: 2565, trackingCode: null },
    "mudou a etiqueta para Pago (PAC Correios, R$ 25,65)",
    null,
  ],
  [
    { kind: "shipment_changed", state: "cancelled", service: null, priceCents: null, trackingCode: null },
    "mudou a etiqueta para Cancelado",
    null,
  ],
  [{ kind: "confirmation_queued" }, "pôs na fila a confirmação de pagamento", null],
  [{ kind: "message_sent", event: "item_added" }, "enviou a mensagem de item adicionado", null],
  [{ kind: "message_sent", event: "item_removed" }, "enviou a mensagem de item cancelado", null],
  [{ kind: "message_sent", event: "order_created" }, "enviou a mensagem de pedido criado", null],
  [{ kind: "message_sent", event: "payment_link" }, "enviou a mensagem com o link de pagamento", null],
  [{ kind: "message_sent", event: "paid" }, "enviou a mensagem de confirmação de pagamento", null],
  [
    { ...field, field: "isPaid", before: true, after: false, reason: "Pix devolvido" },
    "desmarcou como pago: Pix devolvido",
    null,
  ],
  [{ ...field, field: "printed", before: false, after: true }, "marcou como impresso", null],
  [{ ...field, field: "printed", before: true, after: false }, "marcou como não impresso", null],
  [{ ...field, field: "observation", before: null, after: "Portaria B" }, 'escreveu a observação "Portaria B"', null],
  [{ ...field, field: "observation", before: "A", after: "B" }, 'mudou a observação de "A" para "B"', null],
  [{ ...field, field: "observation", before: "A", after: null }, 'apagou a observação "A"', null],
  [
    {
      kind: "merged_from",
      orderId,
      orderNumber: 11,
      phone: "5511987654321",
      wasPaid: false,
      addedCents: 500,
      observation: null,
      lines: [],
      totalCents: 100,
    },
    "juntou a este o pedido #11 (R$ 5,00)",
    "R$ 1,00",
  ],
  [{ kind: "merged_into", orderId, orderNumber: 13, totalCents: 100 }, "juntou este pedido ao pedido #13", "R$ 1,00"],
  [
    {
      kind: "removed",
      orderNumber: 12,
      phone: "5511987654321",
      customerName: null,
      eventType: "LIVE",
      eventDate: "2026-11-20",
      isPaid: false,
      totalCents: 100,
      adjustmentCents: 0,
      observation: null,
      stockReturned: true,
      lines: [],
    },
    "excluiu o pedido, com devolução ao estoque",
    null,
  ],
];

describe("the timeline in sentences", () => {
  test.each(CASES)("%o: %s", (change, sentence, total) => {
    expect(timelineText(change).replaceAll("\u00a0", " ")).toBe(sentence);
    expect(totalAfter(change)?.replaceAll("\u00a0", " ") ?? null).toBe(total);
  });
});
