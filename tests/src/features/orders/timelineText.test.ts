import { describe, expect, test } from "vitest";
import type { Id } from "../../../../convex/_generated/dataModel";
import { timelineText, totalAfter } from "../../../../src/features/orders/timelineText";
import type { OrderChange } from "../../../../src/features/orders/useOrderDetail";

const product = { productId: "p" as Id<"products">, productCode: "C151" };
const orderId = "o" as Id<"orders">;
const pieces = { ...product, quantity: 2, unitPriceCents: 8990, totalCents: 17980 };
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
