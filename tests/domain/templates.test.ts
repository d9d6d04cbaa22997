import { describe, expect, test } from "vitest";
import { checkTemplateDraft, fillTemplate, TEMPLATE_LABELS, unknownPlaceholders } from "../../domain/templates";

const VALUES = {
  produto: "Vestido {valor}",
  quantidade: "2",
  valor: "R$ 10,00",
  variacao1: "Verde",
  variacao2: "M",
  nome_cliente: "Maria",
  nome: "Maria",
};

describe("filling a template", () => {
  test.each([
    ["double braces", "{{quantidade}}x", "2x"],
    ["single braces", "{quantidade}x", "2x"],
    ["spaces and capitals inside", "{{ Quantidade }}", "2"],
    ["both names of the customer", "{nome} {{nome_cliente}}", "Maria Maria"],
    ["variations", "{variacao1}/{variacao2}", "Verde/M"],
    ["an unknown one stays as typed", "{{ cupom }} {outro}", "{{ cupom }} {outro}"],
    ["names every object has are names like others", "{constructor}", "{constructor}"],
    ["a value is not read as a placeholder", "{produto}", "Vestido {valor}"],
    ["a dollar in a value is a dollar", "{valor}", "R$ 10,00"],
    ["line breaks stay", "Oi\n{nome}", "Oi\nMaria"],
  ])("%s", (_title, content, message) => {
    expect(fillTemplate(content, VALUES)).toBe(message);
  });
});

test("what no message replaces is named once, as typed", () => {
  expect(unknownPlaceholders("Oi {nome}, {{ Produto }} {{cupom}} {cupom} {{cupom}}")).toEqual(["{{cupom}}", "{cupom}"]);
  expect(unknownPlaceholders("Sem nada, { } e {{}}")).toEqual([]);
});

describe("a template as it is typed", () => {
  test("an empty title is none; the content stays as typed", () => {
    expect(checkTemplateDraft({ type: "PAID_ORDER", title: " ", content: " Oi \n" })).toEqual({
      ok: true,
      value: { type: "PAID_ORDER", title: null, content: " Oi \n" },
    });
  });

  test("legacy types are kept", () => {
    expect(checkTemplateDraft({ type: "welcome", title: null, content: "Oi" }).ok).toBe(true);
  });

  test.each([
    [{ type: "" }, "template_fields_required"],
    [{ type: "OUTRO" }, "template_fields_required"],
    [{ content: " \n" }, "template_fields_required"],
    [{ title: "x".repeat(121) }, "value_too_long"],
    [{ content: "x".repeat(4_097) }, "value_too_long"],
  ])("%j is refused", (fields, code) => {
    const draft = { type: "BROADCAST", title: null, content: "Oi", ...fields };
    expect(checkTemplateDraft(draft)).toMatchObject({ ok: false, refusal: { code } });
  });

  test("the specified types have the specified labels", () => {
    expect(TEMPLATE_LABELS).toMatchObject({
      BROADCAST: "Broadcast",
      ITEM_ADDED: "Item Adicionado",
      PRODUCT_CANCELED: "Produto Cancelado",
      PAID_ORDER: "Pedido Pago",
      FINALIZAR: "Finalizar Compra",
    });
  });
});
