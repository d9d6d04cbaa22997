import { describe, expect, test } from "vitest";
import { isRefusalCode, ok, refusalMessage, refuse, type RefusalCode } from "../../domain/errors";

describe("the sentence of each refusal", () => {
  const sentences: Record<RefusalCode, string> = {
    unauthenticated: "Não autenticado",
    tenant_not_found: "Empresa não encontrada",
    forbidden: "Você não tem permissão para isto",
    no_tenant: "Sua conta ainda não está ligada a uma empresa",
    insufficient_stock: "Estoque insuficiente. Disponível: 3",
    phone_required: "Informe o telefone do cliente",
    invalid_phone: "Telefone inválido. Use formato com DDD (ex: 11999999999)",
    unknown_area_code: "DDD 20 não existe",
    invalid_quantity: "Quantidade inválida",
    invalid_amount: "Valor inválido",
    product_not_found: "Produto não encontrado",
    product_inactive: "Produto inativo",
    order_not_found: "Pedido não encontrado",
    open_order_exists: "Já existe o pedido #41 em aberto deste telefone nesta data",
    order_is_paid: "O pedido #41 já está pago",
    cannot_merge: "Os pedidos são de datas diferentes",
    line_not_found: "Item não encontrado no pedido",
    negative_total: "O valor do pedido não pode ser negativo",
    observation_too_long: "A observação pode ter no máximo 50 caracteres",
    changed_meanwhile: "Ana mudou para 3 enquanto você editava",
    launch_not_found: "Lançamento não encontrado",
    launch_already_undone: "Este lançamento já foi desfeito",
    launch_not_yours: "Só quem lançou pode desfazer",
    undo_refused: "Os pedidos são de datas diferentes",
    invalid_event_date: "Data do evento inválida",
    invalid_launch_id: "Lançamento sem identificação válida. Recarregue a página",
    too_many_items: "Selecione no máximo 50 itens por vez",
    invalid_credentials: "E-mail ou senha incorretos",
    too_many_attempts: "Muitas tentativas. Aguarde alguns minutos e tente de novo.",
    email_in_use: "Este e-mail já está cadastrado",
    weak_password: "A senha precisa ter de 6 a 72 caracteres",
    invalid_email: "E-mail inválido",
  };
  const params = {
    available: 3,
    areaCode: "20",
    orderNumber: 41,
    orderId: "pedido",
    max: 50,
    reason: "Os pedidos são de datas diferentes",
    actorName: "Ana",
    shown: "3",
  };

  test.each(Object.entries(sentences))("%s: %s", (code, sentence) => {
    expect(refusalMessage(code as "open_order_exists", params)).toBe(sentence);
    expect(isRefusalCode(code)).toBe(true);
  });

  test.each(["toString", "", "INSUFFICIENT_STOCK", null, 3])("%j is no code", (text) => {
    expect(isRefusalCode(text)).toBe(false);
  });
});

test("a result is a value or a refusal with its parameters", () => {
  expect(ok(3)).toEqual({ ok: true, value: 3 });
  expect(refuse("forbidden")).toEqual({ ok: false, refusal: { code: "forbidden", params: {} } });
  expect(refuse("insufficient_stock", { available: 0 })).toEqual({
    ok: false,
    refusal: { code: "insufficient_stock", params: { available: 0 } },
  });
});
