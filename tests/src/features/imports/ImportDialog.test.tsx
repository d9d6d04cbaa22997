import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ImportCustomers } from "../../../../src/features/customers/ImportCustomers";
import { ImportProducts } from "../../../../src/features/products/ImportProducts";
import { backend, later, refused } from "../../support/fakeBackend";
import { showScreen } from "../../support/screen";

const saved = vi.hoisted(() => ({ files: [] as { name: string; content: string }[] }));
vi.mock("../../../../src/lib/saveFile", () => ({
  saveFile: (name: string, content: string) => saved.files.push({ name, content }),
}));
vi.mock("convex/react", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useConvex: () => backend.client };
});
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
// What counts calmly is tested where it is.
vi.mock("../../../../src/lib/useCalm", () => ({ useCalm: <T,>(value: T) => value }));

const press = (name: string | RegExp) => screen.getByRole("button", { name });

function Opener({ of: Dialog }: { readonly of: typeof ImportProducts }) {
  const [isOpen, setIsOpen] = useState(true);
  return isOpen ? <Dialog onClose={() => setIsOpen(false)} /> : <p>fechado</p>;
}
const open = (of: typeof ImportProducts = ImportProducts) =>
  showScreen({ routes: [{ path: "/", Component: () => <Opener of={of} /> }], at: "/" });

/** As if somebody had chosen it. */
function choose(content: string | Uint8Array<ArrayBuffer>, name = "produtos.csv") {
  const file = new File([content], name, { type: "text/csv" });
  fireEvent.change(screen.getByLabelText("Arquivo"), { target: { files: [file] } });
}

const GOOD = "Código;Nome;Preço;Estoque\r\n151;Vestido;89,90;12\r\nC152;Saia;10;\r\n";
const MIXED = `${GOOD}C153;;10;1\r\n152;Outra saia;10;1\r\nC154;Blusa;dez;1\r\n`;

const aJob = (change: object = {}) => ({
  jobId: "job",
  kind: "product_import",
  label: "produtos.csv",
  state: "running",
  total: 5,
  done: 0,
  ok: 0,
  failed: 0,
  createdAt: Date.UTC(2026, 10, 21, 15),
  createdByName: "Ana",
  finishedAt: null,
  ...change,
});

beforeEach(() => {
  backend.clear();
  saved.files.length = 0;
  backend.answersWith("jobs:list", []);
});

describe("choosing a file", () => {
  test("says what it must have, and gives a model of it", async () => {
    const { user } = open();
    const columns = within(screen.getByRole("region", { name: "Colunas do arquivo" }));
    expect(columns.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Código (obrigatória)",
      "Nome (obrigatória)",
      "Preço (obrigatória)",
      "Estoque",
      "Cor",
      "Tamanho",
      "Situação",
    ]);
    await user.click(press("Baixar modelo"));
    expect(saved.files[0]?.name).toBe("modelo-produtos.csv");
    choose(saved.files[0]?.content ?? "");
    // The model itself can be imported.
    expect(await screen.findByText("1 linha pronta")).toBeTruthy();
  });

  test.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
    [
      "of Excel itself",
      new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00]),
      "Este é um arquivo do Excel. No Excel, use Arquivo › Salvar como › CSV e escolha o arquivo que ele criar.",
    ],
    ["without rows", "Código;Nome;Preço\r\n", "O arquivo não tem linhas para importar"],
    ["without what it must have", "Código;Cor\r\n1;Azul\r\n", "Colunas que faltam no arquivo: Nome, Preço"],
  ])("a file %s is refused in a sentence, and another can be chosen", async (_title, content, sentence) => {
    open();
    choose(content);
    expect((await screen.findByRole("alert")).textContent).toBe(sentence);
    choose(GOOD);
    expect(await screen.findByText("2 linhas prontas")).toBeTruthy();
  });

  test("a file that is dropped is a file that is chosen", async () => {
    open();
    const zone = screen.getByText("ou solte o arquivo aqui").parentElement;
    fireEvent.drop(zone ?? document.body, { dataTransfer: { files: [new File([GOOD], "solto.csv")] } });
    expect(await screen.findByText("solto.csv")).toBeTruthy();
  });
});

describe("the preview", () => {
  const facts = (line: string) =>
    [...(screen.getByRole("rowheader", { name: line }).closest("tr")?.children ?? [])].map(
      ({ textContent }) => textContent,
    );

  test("every row's fate, the wrong ones first; what the file has and nobody knows is said", async () => {
    const { user } = open();
    choose(MIXED.replace("Estoque", "Fornecedor"));
    expect(await screen.findByText("2 linhas prontas, 3 linhas com erro")).toBeTruthy();
    expect(screen.getByText("A coluna 'Fornecedor' não é reconhecida e fica de fora.")).toBeTruthy();
    expect(screen.getByText("Linhas com erro não são importadas e aparecem no resultado.")).toBeTruthy();
    expect(screen.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual(["4", "5", "6"]);
    expect(facts("4")).toEqual(["4", "Preencha todos os campos obrigatórios", "C153", "–vazio", "10"]);
    expect(facts("5")[1]).toBe("Repete a linha 3");
    expect(facts("6")[1]).toBe("Valor inválido");
    await user.click(screen.getByRole("radio", { name: "Todas" }));
    expect(facts("2")).toEqual(["2", "Pronta", "151", "Vestido", "89,90"]);
  });

  test("with the choice to update, a row that repeats another changes what it made", async () => {
    const { user } = open();
    choose(MIXED);
    await screen.findByText("2 linhas prontas, 3 linhas com erro");
    await user.click(screen.getByRole("switch", { name: /^Atualizar produtos que já existem/ }));
    expect(screen.getByText("3 linhas prontas, 2 linhas com erro")).toBeTruthy();
    await user.click(screen.getByRole("radio", { name: "Todas" }));
    expect(facts("5")[1]).toBe("Repete a linha 3");
  });

  test("nothing right in it: there is nothing to send", async () => {
    const { user } = open();
    choose("Código;Nome;Preço\r\n1;Saia;dez\r\n");
    expect(await screen.findByText("0 linhas prontas, 1 linha com erro")).toBeTruthy();
    expect(screen.getByText("Nenhuma linha pode ser importada. Corrija o arquivo e escolha-o de novo.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Importar/ })).toBeNull();
    await user.click(press("Escolher outro arquivo"));
    expect(press("Escolher arquivo CSV")).toBeTruthy();
  });

  test("D1: of twenty thousand rows a hundred are in the document", async () => {
    open();
    const rows = Array.from({ length: 20_000 }, (_, at) => `C${at};Produto ${at};10`);
    choose(["Código;Nome;Preço", ...rows].join("\r\n"));
    expect(await screen.findByText("20.000 linhas prontas")).toBeTruthy();
    expect(screen.getAllByRole("rowheader")).toHaveLength(100);
    expect(screen.getByText("Mostrando as primeiras 100 linhas.")).toBeTruthy();
    expect(press("Importar 20.000 linhas")).toBeTruthy();
  });

  test("customers: a phone that is none, two spellings of one phone", async () => {
    open(ImportCustomers);
    choose("Celular;Nome\r\n11987654321;Maria\r\n(11) 8765-4321;Maria S.\r\n123;Zé\r\n", "clientes.csv");
    expect(await screen.findByText("1 linha pronta, 2 linhas com erro")).toBeTruthy();
    expect(facts("3")[1]).toBe("Repete a linha 2");
    expect(facts("4")[1]).toBe("Telefone inválido");
  });
});

describe("sending and following it", () => {
  async function preview(content = MIXED) {
    const shown = open();
    choose(content);
    await screen.findByRole("region", { name: "Prévia do arquivo" });
    return shown;
  }
  /** What the server has been sent, in order. */
  function accepts() {
    const begin = backend.mutates("imports:begin", () => Promise.resolve({ jobId: "job" }));
    const addRows = backend.mutates("imports:addRows", () => Promise.resolve({ received: 0 }));
    const start = backend.mutates("imports:start", () => Promise.resolve(null));
    return { begin, addRows, start };
  }

  test("all rows go, in pieces of 200, then it starts", async () => {
    const { begin, addRows, start } = accepts();
    backend.answersWith("jobs:get", aJob({ state: "collecting", total: 450 }));
    const rows = Array.from({ length: 450 }, (_, at) => `C${at};Produto;${at === 7 ? "dez" : "10"}`);
    const { user } = await preview(["Código;Nome;Preço", ...rows].join("\r\n"));
    await user.click(press("Importar 449 linhas"));
    await waitFor(() => expect(start).toHaveBeenCalledWith({ jobId: "job" }));
    expect(begin).toHaveBeenCalledWith({
      kind: "product_import",
      fileName: "produtos.csv",
      total: 450,
      updateExisting: false,
    });
    const pieces = addRows.mock.calls.map(([piece]) => piece as { first: number; rows: { line: number }[] });
    expect(pieces.map(({ first, rows: sent }) => [first, sent.length, sent[0]?.line])).toEqual([
      [0, 200, 2],
      [200, 200, 202],
      [400, 50, 402],
    ]);
    expect(pieces[0]?.rows[0]).toEqual({ line: 2, cells: { code: "C0", name: "Produto", price: "10" } });
  });

  test("progress while it is sent and while it runs, then what came of it, with its bad rows", async () => {
    accepts();
    const { user } = await preview();
    await user.click(press("Importar 2 linhas"));
    act(() => backend.answersWith("jobs:get", aJob({ done: 3, ok: 2, failed: 1 })));
    const bar = await screen.findByRole("progressbar", { name: "Importando: 3 de 5 linhas" });
    expect([bar.getAttribute("aria-valuenow"), bar.getAttribute("aria-valuemax")]).toEqual(["3", "5"]);
    expect(screen.getByText("2 ok, 1 não")).toBeTruthy();
    expect(screen.getByText("Pode fechar: a importação continua.")).toBeTruthy();
    const failures = [{ line: 4, label: "C153", reason: "Preencha todos os campos obrigatórios" }];
    backend.answersPages("jobs:failures", failures);
    backend.answersOnce("jobs:failures", { page: failures, isDone: true, continueCursor: "" });
    act(() => backend.answersWith("jobs:get", aJob({ state: "done", done: 5, ok: 4, failed: 1 })));
    expect(screen.getByRole("status").textContent).toBe("Importação concluída: 4 ok, 1 não");
    expect(
      within(screen.getByRole("list", { name: "Linhas que não foram importadas" })).getByRole("listitem").textContent,
    ).toBe("Linha 4C153Preencha todos os campos obrigatórios");
    await user.click(press("Baixar linhas com erro"));
    await waitFor(() => expect(saved.files).toHaveLength(1));
    expect(saved.files[0]).toEqual({
      name: "erros-produtos.csv",
      content:
        "\ufeffCódigo;Nome;Preço;Estoque;Cor;Tamanho;Situação;Motivo;Linha\r\n" +
        "C153;;10;1;;;;Preencha todos os campos obrigatórios;4\r\n",
    });
  });

  test("cancelled while it is sent: no piece more, and no complaint", async () => {
    const { addRows, start } = accepts();
    const first = later<{ received: number }>();
    addRows.mockImplementation(() => first.promise);
    const cancel = backend.mutates("jobs:cancel", () => Promise.resolve({ state: "canceled" }));
    backend.answersWith("jobs:get", aJob({ state: "collecting", total: 400 }));
    const rows = Array.from({ length: 400 }, (_, at) => `C${at};Produto;10`);
    const { user } = await preview(["Código;Nome;Preço", ...rows].join("\r\n"));
    await user.click(press("Importar 400 linhas"));
    expect(await screen.findByRole("progressbar", { name: "Enviando: 0 de 400 linhas" })).toBeTruthy();
    await user.click(await screen.findByRole("button", { name: "Cancelar importação" }));
    expect(cancel).toHaveBeenCalledWith({ jobId: "job" });
    first.reject(refused("job_not_found"));
    act(() => backend.answersWith("jobs:get", aJob({ state: "canceled", total: 400, done: 0 })));
    expect((await screen.findByRole("status")).textContent).toBe(
      "Importação cancelada: 0 ok · 400 linhas não foram lidas",
    );
    expect(addRows).toHaveBeenCalledOnce();
    expect(start).not.toHaveBeenCalled();
    expect(screen.queryByText("Erro")).toBeNull();
  });

  test("a piece that does not arrive: says so, and goes on where it was", async () => {
    const { begin, addRows, start } = accepts();
    addRows.mockImplementationOnce(() => Promise.reject(new Error("cut")));
    backend.answersWith("jobs:get", aJob({ state: "collecting" }));
    const { user } = await preview();
    await user.click(press("Importar 2 linhas"));
    expect(await screen.findByText("Erro ao enviar o arquivo")).toBeTruthy();
    await user.click(press("Tentar de novo"));
    await waitFor(() => expect(start).toHaveBeenCalledOnce());
    expect(begin).toHaveBeenCalledOnce();
    expect(addRows).toHaveBeenCalledTimes(2);
  });

  test("cancelled while it runs: what is done stays, what was not reached is said", async () => {
    accepts();
    const cancel = backend.mutates("jobs:cancel", () => Promise.resolve({ state: "canceled" }));
    backend.answersWith("jobs:get", aJob({ done: 2, ok: 2 }));
    const { user } = await preview();
    await user.click(press("Importar 2 linhas"));
    await user.click(await screen.findByRole("button", { name: "Cancelar importação" }));
    expect(cancel).toHaveBeenCalledWith({ jobId: "job" });
    act(() => backend.answersWith("jobs:get", aJob({ state: "canceled", done: 2, ok: 2 })));
    expect(screen.getByRole("status").textContent).toBe("Importação cancelada: 2 ok · 3 linhas não foram lidas");
    await user.click(press("Importar outro arquivo"));
    expect(press("Escolher arquivo CSV")).toBeTruthy();
  });

  test("stopped by a mistake of ours: says so, and what stays", async () => {
    accepts();
    backend.answersWith("jobs:get", aJob({ state: "broken", done: 2, ok: 2 }));
    const { user } = await preview();
    await user.click(press("Importar 2 linhas"));
    expect((await screen.findByRole("status")).textContent).toBe(
      "Importação parada: 2 ok · 3 linhas não foram lidas" +
        "Parou por um erro inesperado. O que já foi feito fica como está.",
    );
    expect(press("Importar outro arquivo")).toBeTruthy();
  });
});

describe("imports before", () => {
  test("of this kind alone; one that still runs is followed, its bad rows saved without the file", async () => {
    const job = aJob({ state: "done", done: 5, ok: 4, failed: 1, label: "ontem.csv" });
    backend.answersWith("jobs:list", [job, aJob({ jobId: "x", kind: "orders_printed", label: "Marcar" })]);
    backend.answersWith("jobs:get", job);
    const failures = [{ line: 9, label: "C9", reason: "Já existe um produto com este código" }];
    backend.answersPages("jobs:failures", failures);
    backend.answersOnce("jobs:failures", { page: failures, isDone: true, continueCursor: "" });
    const { user } = open();
    const recent = within(screen.getByRole("region", { name: "Importações recentes" }));
    expect(recent.getAllByRole("listitem")).toHaveLength(1);
    expect(recent.getByRole("listitem").textContent).toBe("ontem.csvAna · 21/11/2026 12:00Concluída · 4 ok, 1 não");
    await user.click(recent.getByRole("button", { name: "Ver a importação de ontem.csv" }));
    expect((await screen.findByRole("status")).textContent).toBe("Importação concluída: 4 ok, 1 não");
    await user.click(press("Baixar linhas com erro"));
    await waitFor(() => expect(saved.files).toHaveLength(1));
    expect(saved.files[0]?.content).toBe(
      "\ufeffLinha;Registro;Motivo\r\n9;C9;Já existe um produto com este código\r\n",
    );
  });

  test("one whose sending stopped says so and can be cancelled; one that is gone says that", async () => {
    backend.answersWith("jobs:list", [aJob({ state: "collecting" })]);
    backend.answersWith("jobs:get", aJob({ state: "collecting" }));
    const { user } = open();
    await user.click(press("Ver a importação de produtos.csv"));
    expect(screen.getByText("O envio deste arquivo parou no meio. Cancele e escolha o arquivo de novo.")).toBeTruthy();
    expect(press("Cancelar importação")).toBeTruthy();
    act(() => backend.answersWith("jobs:get", null));
    expect(screen.getByText("Importação não encontrada")).toBeTruthy();
  });
});
