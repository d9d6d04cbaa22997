import { act, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Component } from "../../../../src/features/labels/LabelsRoute";
import { backend } from "../../support/fakeBackend";
import { ANA, anAuth, showScreen } from "../../support/screen";
import { anOrderDetail } from "../orders/anOrder";
import { DONA, lineOf } from "../settings/settingsScreen";
import { aLabel, aPreparation } from "./aLabel";

const connection = { isWebSocketConnected: true, hasEverConnected: true };
vi.mock("convex/react", () => ({ useConvexConnectionState: () => connection }));
vi.mock("../../../../src/lib/useTenantQuery", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantQuery: backend.useTenantQuery };
});
vi.mock("../../../../src/lib/useTenantPaginatedQuery", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantPaginatedQuery: backend.useTenantPaginatedQuery };
});
vi.mock("../../../../src/lib/useTenantMutation", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantMutation: backend.useTenantMutation };
});
vi.mock("../../../../src/lib/useTenantAction", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantAction: backend.useTenantAction };
});

const DONE = { outcome: "done", message: null };

beforeEach(() => {
  backend.clear();
  backend.answersPages("labels:list", []);
  backend.answersBy("orders:byNumber", ({ number }) => (number === 12 ? anOrderDetail() : null));
  backend.answersWith("labels:ofOrder", aLabel("pending"));
  backend.answersWith("labels:preparation", aPreparation());
});

async function show(number = 12, profile = ANA) {
  const screenShown = showScreen({
    routes: [{ path: "/etiquetas", Component }],
    at: `/etiquetas?pedido=${number}`,
    auth: anAuth(profile),
  });
  await screen.findByRole("dialog", { name: `Etiqueta do pedido ${number}` });
  return screenShown;
}
const dialog = () => within(screen.getByRole("dialog", { name: /^Etiqueta do pedido/ }));
const field = (name: string) => dialog().getByLabelText<HTMLInputElement>(name);
const create = () => dialog().getByRole("button", { name: /^Gerar etiqueta/ });
const said = (text: string) => new RegExp(`^${text}( ×\\d+)?$`);
const fill = async (user: Awaited<ReturnType<typeof show>>["user"]) => {
  await user.type(field("CPF ou CNPJ *"), "19119119100");
  await user.type(field("Número *"), "1500");
  await user.type(field("Bairro *"), "Bela Vista");
};

describe("an order's label before it is made", () => {
  test("loading, absent, not paid yet, refused", async () => {
    backend.clear();
    backend.answersPages("labels:list", []);
    const { user, router } = await show();
    expect(dialog().getByRole("status", { name: "Carregando envio" })).toBeTruthy();
    act(() => backend.answersWith("orders:byNumber", null));
    expect(dialog().getByText("Pedido não encontrado")).toBeTruthy();
    act(() => backend.answersWith("orders:byNumber", anOrderDetail()));
    act(() => backend.answersWith("labels:ofOrder", aLabel("pending", { isPaid: false })));
    expect(dialog().getByText("Só pedidos pagos recebem etiqueta. Marque o pedido como pago antes.")).toBeTruthy();
    expect(dialog().getByRole("link", { name: "Ver pedido" }).getAttribute("href")).toBe("/pedidos?pedido=12");
    act(() => backend.refuses("labels:ofOrder", new Error("boom")));
    expect(dialog().getByRole("alert").textContent).toBe("Erro ao carregar dados dos envios");
    await user.keyboard("{Escape}");
    expect(router.state.location.search).toBe("");
  });

  test("what is missing for a label stands at its field from the start; who sends, what in, how big", async () => {
    await show();
    expect(lineOf(field("CPF ou CNPJ *"))).toBe("Informe o CPF ou CNPJ");
    expect(lineOf(field("Número *"))).toBe("Informe o número (ou S/N)");
    expect(lineOf(field("Bairro *"))).toBe("Informe o bairro");
    expect(lineOf(field("E-mail"))).toBe("");
    expect(dialog().getByText("Rua das Flores, 100 · Centro · Belo Horizonte/MG · 31575-060")).toBeTruthy();
    expect(dialog().getByText("0,6 kg · 20 × 4 × 16 cm")).toBeTruthy();
    expect(dialog().getByText(/^Valor declarado: R\$\s179,80$/)).toBeTruthy();
  });

  test("a carrier that wants to reach people asks for the e-mail as well", async () => {
    const { user } = await show();
    await user.click(dialog().getByRole("radio", { name: /\.Package · Jadlog/ }));
    expect(lineOf(field("E-mail"))).toBe("Informe o e-mail: esta transportadora exige");
  });

  test("with something missing nothing is made: the first of it gets the focus", async () => {
    const make = backend.mutates("labels:create", () => Promise.resolve(DONE));
    const { user } = await show();
    await user.click(create());
    expect(await screen.findByText(said("Erro ao gerar etiqueta"))).toBeTruthy();
    expect(document.activeElement).toBe(field("CPF ou CNPJ *"));
    expect(make).not.toHaveBeenCalled();
  });

  test("what is typed is saved first, then the label is made with what was chosen at the checkout", async () => {
    const keep = backend.mutates("labels:saveRecipient", () => Promise.resolve(null));
    const make = backend.mutates("labels:create", () => Promise.resolve(DONE));
    const { user } = await show();
    await fill(user);
    expect(field("CPF ou CNPJ *").value).toBe("191.191.191-00");
    await user.click(create());
    expect(await screen.findByText(said("Etiqueta criada com sucesso"))).toBeTruthy();
    const { address } = aPreparation().recipient;
    const seen = { name: "Maria Souza", document: "", email: "", address };
    expect(keep.mock.calls).toEqual([
      [
        {
          ...{ orderId: "order-12", name: "Maria Souza", document: "19119119100", email: "" },
          ...{ address: { ...address, number: "1500", neighborhood: "Bela Vista" }, seen },
        },
      ],
    ]);
    expect(make.mock.calls).toEqual([[{ orderId: "order-12", optionId: "1" }]]);
    expect(keep.mock.invocationCallOrder[0]).toBeLessThan(make.mock.invocationCallOrder[0] ?? 0);
    act(() => backend.answersWith("labels:ofOrder", aLabel("created_awaiting_payment")));
    expect(dialog().getByText("Aguardando Pagamento")).toBeTruthy();
    expect(dialog().queryByLabelText("Bairro *")).toBeNull();
    expect(dialog().getByRole("button", { name: "Pagar etiqueta" })).toBeTruthy();
  });

  test("what the server makes of what was typed is no change by another", async () => {
    backend.mutates("labels:saveRecipient", () => Promise.resolve(null));
    const { user } = await show();
    await user.type(field("E-mail"), "Maria@Exemplo.test");
    await user.click(dialog().getByRole("button", { name: "Salvar destinatário" }));
    expect(await screen.findByText(said("Destinatário salvo"))).toBeTruthy();
    const recipient = { ...aPreparation().recipient, email: "maria@exemplo.test" };
    act(() => backend.answersWith("labels:preparation", aPreparation({ recipient })));
    expect(dialog().queryByText(/mudou para/)).toBeNull();
    expect(field("E-mail").value).toBe("maria@exemplo.test");
  });

  test("P3: another's address is said, and nothing is made over it unseen", async () => {
    const refusal = {
      ...{ code: "changed_meanwhile", message: "Bia mudou o endereço enquanto você editava", field: "address" },
      ...{ value: "Rua B", shown: "Rua B", actorName: "Bia", at: Date.now() - 5_000 },
    };
    backend.mutates("labels:saveRecipient", () => Promise.reject(new ConvexError(refusal)));
    const make = backend.mutates("labels:create", () => Promise.resolve(DONE));
    const { user } = await show();
    await fill(user);
    await user.click(create());
    await screen.findByText("Bia mudou o endereço enquanto você editava");
    expect(make).not.toHaveBeenCalled();
    const other = { ...aPreparation().recipient.address!, street: "Rua B", number: "7" };
    const recipient = { ...aPreparation().recipient, address: other };
    act(() => backend.answersWith("labels:preparation", aPreparation({ recipient })));
    expect(dialog().getByText(/^Bia mudou para Rua B, 7 .* há \d+ s$/)).toBeTruthy();
    await user.click(dialog().getByRole("button", { name: "Usar o de Bia" }));
    expect(field("Rua *").value).toBe("Rua B");
    expect(field("CPF ou CNPJ *").value).toBe("191.191.191-00");
  });

  test.each([
    ["an owner", DONA, "Corrigir em Configuração de Frete"],
    ["staff", ANA, "Peça a correção à pessoa responsável pela empresa."],
  ])("a sender without number or document: what is missing, and what %s can do", async (_who, profile, way) => {
    const sender = { ...aPreparation().sender, number: "", document: "" };
    backend.answersWith("labels:preparation", aPreparation({ sender }));
    await show(12, profile);
    const section = within(dialog().getByRole("region", { name: "Remetente" }));
    expect(section.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Informe o CPF ou CNPJ",
      "Informe o número (ou S/N)",
    ]);
    expect(section.getByText(way)).toBeTruthy();
  });

  test("freight is calculated for the address as it is typed; an old one says so", async () => {
    const keep = backend.mutates("labels:saveRecipient", () => Promise.resolve(null));
    const quote = backend.mutates("labels:quote", () =>
      Promise.resolve({ outcome: "calculated", found: 2, reason: null }),
    );
    const options = aPreparation().options.map((option) => ({ ...option, isOutdated: option.isFreightOfOrder }));
    backend.answersWith("labels:preparation", aPreparation({ options }));
    const { user } = await show();
    expect(dialog().getAllByText("calculado para outro CEP, outros itens ou há mais de um dia").length).toBe(1);
    await user.type(field("Número *"), "9");
    await user.click(dialog().getByRole("button", { name: "Calcular de novo" }));
    expect(await screen.findByText("2 opções de frete encontradas")).toBeTruthy();
    await waitFor(() => expect(quote.mock.calls).toEqual([[{ orderId: "order-12" }]]));
    expect(keep).toHaveBeenCalledTimes(1);
  });

  test.each([
    ["none", null, "Nenhuma opção de envio encontrada"],
    ["failed", "O Melhor Envio não respondeu.", "O Melhor Envio não respondeu."],
  ])("freight that is %s says so", async (outcome, reason, sentence) => {
    backend.mutates("labels:quote", () => Promise.resolve({ outcome, found: 0, reason }));
    backend.answersWith("labels:preparation", aPreparation({ options: [], chosenOptionId: null }));
    const { user } = await show();
    expect(dialog().getByText("Calcule o frete para ver as opções de envio.")).toBeTruthy();
    await user.click(dialog().getByRole("button", { name: "Calcular frete" }));
    expect(await screen.findByText(said(sentence))).toBeTruthy();
  });

  test("a refusal stands under 'Erro ao gerar etiqueta'", async () => {
    const refusal = { code: "label_one_volume", message: "Esta transportadora leva um volume por etiqueta." };
    backend.mutates("labels:saveRecipient", () => Promise.resolve(null));
    backend.mutates("labels:create", () => Promise.reject(new ConvexError(refusal)));
    const { user } = await show();
    await fill(user);
    await user.click(create());
    expect(await screen.findByText("Esta transportadora leva um volume por etiqueta.")).toBeTruthy();
  });
});

describe("a label that is there", () => {
  test("its service, price, code, who made it, the customer's link, and all that its state allows", async () => {
    const trackingUrl = "https://www.melhorrastreio.com.br/rastreio/ME26";
    const label = aLabel("payment_pending", {
      ...{ trackingCode: "ME26", trackingUrl },
      charge: {
        ...{ state: "open", url: "https://mp.test/link", amountCents: 2358, paidAt: null },
        expiresAt: Date.parse("2026-11-22T23:14:00Z"),
      },
    });
    backend.answersWith("labels:ofOrder", label);
    await show();
    const facts = within(dialog().getByRole("region", { name: "Envio" }));
    expect(facts.getByText("PAC · Correios")).toBeTruthy();
    expect(facts.getByText("20/11/2026 20:14, por Ana")).toBeTruthy();
    expect(facts.getByText(/^Esperando o cliente, R\$\s23,58$/)).toBeTruthy();
    expect(facts.getByLabelText<HTMLInputElement>(/^Link de R\$\s23,58$/).value).toBe("https://mp.test/link");
    expect(facts.getByRole("link", { name: "ME26" }).getAttribute("href")).toBe(trackingUrl);
    const buttons = facts.getAllByRole("button").map(({ textContent }) => textContent);
    expect(buttons).toEqual([
      "Copiar link",
      "Gerar link de pagamento",
      "Pagar etiqueta",
      "Cancelar etiqueta",
      "Atualizar",
    ]);
  });

  test("paying over a link that is still open says what that means", async () => {
    const charge = {
      state: "open",
      url: "https://mp.test/link",
      amountCents: 2358,
      expiresAt: 0,
      paidAt: null,
    } as const;
    backend.answersWith("labels:ofOrder", aLabel("payment_pending", { charge }));
    const { user } = await show();
    await user.click(dialog().getByRole("button", { name: "Pagar etiqueta" }));
    expect(
      await screen.findByText(/^Há um link de pagamento de R\$\s23,58 que o cliente ainda não pagou/),
    ).toBeTruthy();
  });
});
