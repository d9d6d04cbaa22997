import { describe, expect, test } from "vitest";
import { changedFields, recordText, type AuditLine } from "../../../../src/features/audit/auditText";

/** What a line says became of its fields. */
const after = (values: AuditLine["after"]) =>
  changedFields({ before: {}, after: values }).map(({ name, after }) => `${name}: ${after}`);

describe("a line of the log says in Portuguese", () => {
  test("what a template became", () => {
    expect(after({ type: "PAID_ORDER", title: null, content: "Oi {{nome}}" })).toEqual([
      "Tipo: Pedido Pago",
      "Título: vazio",
      "Conteúdo: Oi {{nome}}",
    ]);
  });

  test("what was drawn, and why again", () => {
    const drawn = { winner: 12, phone: "5511987654321", eligible: 41, seed: "ab12", redoReason: "não respondeu" };
    expect(after(drawn)).toEqual([
      "Pedido sorteado: #12",
      "Telefone: +55 (11) 98765-4321",
      "Pedidos elegíveis: 41",
      "Semente: ab12",
      "Motivo do novo sorteio: não respondeu",
    ]);
  });

  test("what a product and a customer became", () => {
    expect(after({ priceCents: 8_990, stock: 4, color: "Azul", size: "M" })).toEqual([
      "Preço: R$\u00a089,90",
      "Estoque: 4",
      "Cor: Azul",
      "Tamanho: M",
    ]);
    expect(after({ cpf: "x", email: "y", address: "z", whatsappGroup: "VIP", movedOrders: 2 })).toEqual([
      "CPF: x",
      "E-mail: y",
      "Endereço: z",
      "Grupo de WhatsApp: VIP",
      "Pedidos movidos: 2",
    ]);
  });

  test.each([
    ["raffle", "2026-11-20", "Sorteio 20/11/2026"],
    ["template", "PAID_ORDER", "Template Pedido Pago"],
    ["template", "Obrigada!", "Template Obrigada!"],
    ["customer", "5511987654321", "Cliente +55 (11) 98765-4321"],
    ["order", "#12", "Pedido #12"],
  ] as const)("which %s it is about: %s", (kind, label, text) => {
    expect(recordText({ kind, key: "k", label })).toBe(text);
  });
});
