import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Component } from "../../../../src/features/raffle/RaffleRoute";
import { backend, later, refused } from "../../support/fakeBackend";
import { showScreen } from "../../support/screen";
import { aDraw, NUMBERS } from "./aDraw";

vi.mock("../../../../src/lib/useTenantQuery", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantQuery: backend.useTenantQuery };
});
vi.mock("../../../../src/lib/useTenantAction", async () => {
  const { backend } = await import("../../support/fakeBackend");
  return { useTenantAction: backend.useTenantAction };
});
const net = vi.hoisted(() => ({ connection: "live" }));
vi.mock("../../../../src/lib/connection", () => ({ useConnection: () => net.connection }));
const motion = vi.hoisted(() => ({ isReduced: true }));
vi.mock("../../../../src/lib/useMediaQuery", () => ({
  useMediaQuery: (query: string) => query.includes("reduced-motion") && motion.isReduced,
  useIsNarrow: () => false,
}));

const DAY = "2026-11-20";
const show = (query = `?data=${DAY}`) =>
  showScreen({ routes: [{ path: "/sorteio", Component }], at: `/sorteio${query}` });
const stage = () => within(screen.getByRole("region", { name: "Sorteio" }));

beforeEach(() => {
  backend.clear();
  net.connection = "live";
  motion.isReduced = true;
  backend.answersWith("raffle:list", []);
  backend.answersWith("raffle:eligible", { count: 5, fingerprint: aDraw().fingerprint });
});
afterEach(() => vi.restoreAllMocks());

async function redo(reason: string, user: ReturnType<typeof show>["user"]) {
  const dialog = within(await screen.findByRole("dialog", { name: "Sortear de novo" }));
  if (reason !== "") await user.type(dialog.getByLabelText("Motivo"), reason);
  await user.click(dialog.getByRole("button", { name: "Sortear de novo" }));
  return dialog;
}

describe("before the draw", () => {
  test("criteria and how it works", () => {
    show("");
    expect(within(screen.getByRole("region", { name: "Critérios" })).getAllByRole("listitem")).toHaveLength(3);
    expect(within(screen.getByRole("region", { name: "Como funciona" })).getAllByRole("listitem")).toHaveLength(4);
    expect(screen.getByText("Escolha uma data para ver quem participa.")).toBeTruthy();
    expect(document.title).toBe("Sorteio · Loja Demo");
  });

  test("without a date: 'Selecione a data do evento', at the field, which has the focus (F5, T5)", async () => {
    const draw = backend.mutates("raffle:draw", () => Promise.resolve(aDraw()));
    const { user } = show("");
    await user.click(screen.getByRole("button", { name: "Realizar Sorteio" }));
    const field = screen.getByLabelText("Data do evento");
    expect(document.activeElement).toBe(field);
    expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "Selecione a data do evento",
    );
    expect(draw).not.toHaveBeenCalled();
  });

  test("how many take part, and the whole fingerprint of their list", () => {
    show();
    const panel = screen.getByRole("region", { name: "Participantes" });
    expect(within(panel).getByText("5 pedidos pagos participam")).toBeTruthy();
    expect(panel.textContent).toContain(aDraw().fingerprint);
  });

  test("one alone is not several", () => {
    backend.answersWith("raffle:eligible", { count: 1, fingerprint: "f" });
    show();
    expect(screen.getByText("1 pedido pago participa")).toBeTruthy();
  });

  test("loading, refused, nobody: each says so", () => {
    backend.answersWith("raffle:eligible", { count: 0, fingerprint: "f" });
    const { router } = show();
    expect(screen.getByText("Não há pedidos pagos para a data selecionada")).toBeTruthy();
    act(() => backend.refuses("raffle:eligible", new Error("Server Error")));
    expect(screen.getByText("Não foi possível contar os pedidos pagos. Tente de novo.")).toBeTruthy();
    expect(router.state.location.search).toBe(`?data=${DAY}`);
  });

  test("Q1: the date chosen is in the address", async () => {
    const { user, router } = show("");
    await user.type(screen.getByLabelText("Data do evento"), "20/11/2026");
    expect(router.state.location.search).toBe(`?data=${DAY}`);
  });

  test("no company: says what is missing", () => {
    showScreen({
      routes: [{ path: "/sorteio", Component }],
      at: "/sorteio",
      scope: { tenant: null, isTenantSite: false },
    });
    expect(screen.getByText("Defina a empresa")).toBeTruthy();
  });

  test("O6: without a connection it cannot be drawn, and says why", async () => {
    net.connection = "offline";
    const draw = backend.mutates("raffle:draw", () => Promise.resolve(aDraw()));
    const { user } = show();
    const button = screen.getByRole("button", { name: "Realizar Sorteio" });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    await user.click(button);
    expect(screen.getByText("Sem conexão: o sorteio precisa do servidor.")).toBeTruthy();
    expect(draw).not.toHaveBeenCalled();
  });
});

describe("the draw", () => {
  test("'Sorteando...' until the server has stored it, then the winner; 'Novo Sorteio' begins anew", async () => {
    const answer = later<unknown>();
    const draw = backend.mutates("raffle:draw", () => answer.promise);
    const { user, router } = show();
    await user.click(screen.getByRole("button", { name: "Realizar Sorteio" }));
    const busy = screen.getByRole("button", { name: "Sorteando..." });
    expect(busy.getAttribute("aria-busy")).toBe("true");
    expect(stage().queryByText("Maria Souza")).toBeNull();
    await user.click(busy);
    expect(draw.mock.calls).toEqual([[{ eventDate: DAY }]]);

    const drawn = aDraw();
    act(() => answer.resolve(drawn));
    expect(await stage().findByRole("heading", { name: "Maria Souza" })).toBeTruthy();
    const { orderNumber } = drawn.winner;
    expect(
      stage()
        .getByRole("link", { name: `Pedido #${orderNumber}` })
        .getAttribute("href"),
    ).toBe(`/pedidos?pedido=${orderNumber}`);
    const facts = screen.getByRole("region", { name: "Sorteio" }).textContent;
    for (const fact of ["+55 (11) 98765-4321", "20/11/2026", "Pedidos elegíveis5", "20/11/2026 20:30 por Ana"])
      expect(facts).toContain(fact);
    expect(stage().getByText("Entre em contato com o vencedor pelo telefone do pedido.")).toBeTruthy();
    expect(stage().getByRole("img", { name: "Imagem gerada para Maria Souza" })).toBeTruthy();
    expect(screen.getByText("Sorteio Realizado!")).toBeTruthy();
    expect(screen.getByText("Vencedor selecionado entre 5 pedidos elegíveis")).toBeTruthy();
    expect(stage().getByRole("status").textContent).toBe(`Sorteado o pedido ${orderNumber}. Vencedor: Maria Souza.`);

    await user.click(screen.getByRole("button", { name: "Novo Sorteio" }));
    expect(stage().queryByText("Maria Souza")).toBeNull();
    expect(router.state.location.search).toBe("");
    expect(document.activeElement).toBe(screen.getByLabelText("Data do evento"));
  });

  test("a customer without a name is named by the phone", async () => {
    backend.mutates("raffle:draw", () => Promise.resolve(aDraw({ winner: { ...aDraw().winner, name: null } })));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Realizar Sorteio" }));
    expect(await stage().findByRole("heading", { name: "+55 (11) 98765-4321" })).toBeTruthy();
  });

  test("nobody paid: 'Nenhum Pedido Encontrado'", async () => {
    backend.mutates("raffle:draw", () => Promise.reject(refused("no_eligible_orders")));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Realizar Sorteio" }));
    expect(await screen.findByText("Nenhum Pedido Encontrado")).toBeTruthy();
    expect(screen.getByRole("alert").textContent).toBe("Não há pedidos pagos para a data selecionada");
    expect(screen.getByRole("button", { name: "Realizar Sorteio" })).toBeTruthy();
  });

  test("failed: 'Erro ao realizar sorteio'", async () => {
    backend.mutates("raffle:draw", () => Promise.reject(new Error("Connection lost")));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Realizar Sorteio" }));
    expect(await screen.findByText("Erro ao realizar sorteio")).toBeTruthy();
  });

  test("the list changed between the look and the draw: it is said", async () => {
    backend.mutates("raffle:draw", () => Promise.resolve(aDraw({ fingerprint: "another", eligible: 6 })));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Realizar Sorteio" }));
    expect(
      await stage().findByText(
        "A lista mudou enquanto você olhava: participaram 6 pedidos, com outra impressão digital.",
      ),
    ).toBeTruthy();
  });
});

describe("the reveal", () => {
  interface Rolling {
    readonly finish: () => void;
  }
  let rolling: Rolling[];
  const stopWheels = () =>
    act(() => {
      for (const { finish } of rolling.splice(0)) finish();
      return Promise.resolve();
    });

  beforeEach(() => {
    motion.isReduced = false;
    rolling = [];
    // happy-dom animates nothing: the test says when a wheel has stopped.
    Object.defineProperty(Element.prototype, "animate", {
      configurable: true,
      value: () => {
        const { promise, resolve, reject } = later<void>();
        const animation = { finished: promise, finish: () => resolve(), cancel: () => reject(new Error("cancelled")) };
        promise.catch(() => undefined);
        rolling.push(animation);
        return animation;
      },
    });
  });
  afterEach(() => Reflect.deleteProperty(Element.prototype, "animate"));

  test("nobody is named before the last wheel has stopped; then the winner, once", async () => {
    backend.mutates("raffle:draw", () => Promise.resolve(aDraw()));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Realizar Sorteio" }));
    expect(await stage().findByText("Sorteando o pedido…")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Sorteando..." })).toBeTruthy();
    expect([screen.queryByText("Maria Souza"), screen.queryByText(/^Sorteio Realizado!/)]).toEqual([null, null]);
    expect(stage().getByRole("status").textContent).toBe("");
    await stopWheels();
    await waitFor(() => expect(rolling).toHaveLength(1));
    await stopWheels();
    expect(await stage().findByRole("heading", { name: "Maria Souza" })).toBeTruthy();
    expect(await screen.findAllByText(/^Sorteio Realizado!/)).toHaveLength(1);
  });

  test("who would rather not wait skips it, and keeps a place for the keyboard", async () => {
    backend.mutates("raffle:draw", () => Promise.resolve(aDraw()));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Realizar Sorteio" }));
    await user.click(await stage().findByRole("button", { name: "Pular" }));
    expect(await stage().findByRole("heading", { name: "Maria Souza" })).toBeTruthy();
    expect(await screen.findAllByText(/^Sorteio Realizado!/)).toHaveLength(1);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Novo Sorteio" }));
  });

  test("A9: with reduced motion there are no wheels and no confetti", async () => {
    motion.isReduced = true;
    backend.mutates("raffle:draw", () => Promise.resolve(aDraw()));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Realizar Sorteio" }));
    expect(await stage().findByRole("heading", { name: "Maria Souza" })).toBeTruthy();
    expect(rolling).toEqual([]);
  });
});

describe("drawing again", () => {
  beforeEach(() => backend.answersWith("raffle:list", [aDraw()]));

  test("wants a reason, says who had won, and is sent with it", async () => {
    const draw = backend.mutates("raffle:draw", () =>
      Promise.resolve(aDraw({ drawId: "d2", redoReason: "não respondeu" })),
    );
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Sortear de novo" }));
    const dialog = await redo("", user);
    expect(dialog.getByText("Já houve um sorteio nesta data. Informe o motivo para sortear de novo.")).toBeTruthy();
    expect(dialog.getByText(/já saiu para Maria Souza, pedido #\d+/)).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText("Motivo"));
    await redo("  não respondeu ", user);
    expect(draw).toHaveBeenCalledWith({ eventDate: DAY, redoReason: "não respondeu" });
    expect(await stage().findByText("Sorteio refeito. Motivo: não respondeu")).toBeTruthy();
  });

  test("a reason longer than is kept is said at the field", async () => {
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Sortear de novo" }));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.change(dialog.getByLabelText("Motivo"), { target: { value: "x".repeat(201) } });
    await user.click(dialog.getByRole("button", { name: "Sortear de novo" }));
    expect(dialog.getByLabelText("Motivo").getAttribute("aria-invalid")).toBe("true");
  });

  test("somebody else drew the date a moment ago: it asks for the reason instead of drawing over it", async () => {
    backend.answersWith("raffle:list", []);
    const draw = backend.mutates("raffle:draw", ({ redoReason }) =>
      redoReason === undefined
        ? Promise.reject(new ConvexError({ code: "redo_reason_required", message: "Já houve um sorteio" }))
        : Promise.resolve(aDraw()),
    );
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Realizar Sorteio" }));
    await redo("combinado com o João", user);
    expect(draw).toHaveBeenLastCalledWith({ eventDate: DAY, redoReason: "combinado com o João" });
  });
});

describe("earlier draws", () => {
  test("in their four states", () => {
    show();
    expect(screen.getByText("Nenhum sorteio realizado ainda")).toBeTruthy();
    act(() => backend.refuses("raffle:list", new Error("Server Error")));
    expect(screen.getByText("Erro ao carregar sorteios")).toBeTruthy();
    act(() => backend.answersWith("raffle:list", [aDraw({ drawId: "d2", redoReason: "não respondeu" }), aDraw()]));
    const table = within(screen.getByRole("table", { name: "Sorteios anteriores" }));
    const [, latest, first] = table.getAllByRole("row");
    const { orderNumber } = aDraw().winner;
    expect([...(latest?.children ?? [])].slice(0, 6).map((cell) => cell.textContent)).toEqual([
      `#${orderNumber} · Maria Souza`,
      "20/11/2026",
      "20/11/2026 20:30",
      "Ana",
      "5",
      "Vale",
    ]);
    expect(first?.children[5]?.textContent).toBe("Refeito: não respondeu");
  });

  test("loading", () => {
    backend.clear();
    show();
    expect(screen.getByRole("status", { name: "Carregando sorteios" })).toBeTruthy();
  });

  test("one of them is shown on the stage again, without a message", async () => {
    backend.answersWith("raffle:list", [aDraw()]);
    const { user } = show("");
    await user.click(screen.getByRole("button", { name: /^Mostrar o sorteio do pedido/ }));
    expect(stage().getByRole("heading", { name: "Maria Souza" })).toBeTruthy();
    expect(screen.queryByText("Sorteio Realizado!")).toBeNull();
  });
});

describe("checking a stored draw", () => {
  async function openProof(orderNumbers: readonly number[]) {
    backend.answersWith("raffle:list", [aDraw()]);
    backend.answersWith("raffle:proof", { draw: aDraw(), orderNumbers });
    const { user } = show("");
    await user.click(screen.getByRole("button", { name: /^Conferir o sorteio do pedido/ }));
    return within(await screen.findByRole("dialog", { name: "Conferência do sorteio de 20/11/2026" }));
  }

  test("this browser computes it again, and it is right", async () => {
    const dialog = await openProof(NUMBERS);
    expect(dialog.getByText("O sorteio confere: este navegador refez a conta e chegou ao mesmo pedido.")).toBeTruthy();
    expect(dialog.getAllByText("Confere")).toHaveLength(2);
    expect(dialog.getByText("#3 #12 #27 #31 #40")).toBeTruthy();
  });

  test("a list that was changed afterwards is found out", async () => {
    const dialog = await openProof([...NUMBERS, 41]);
    expect(dialog.getByRole("alert").textContent).toBe(
      "O sorteio não confere: a conta refeita neste navegador deu outro resultado.",
    );
    expect(dialog.getAllByText("Não confere").length).toBeGreaterThan(0);
    expect(dialog.getByText("Calculada agora")).toBeTruthy();
  });

  test("loading, refused and gone", async () => {
    backend.answersWith("raffle:list", [aDraw()]);
    const { user } = show("");
    await user.click(screen.getByRole("button", { name: /^Conferir o sorteio do pedido/ }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByRole("status", { name: "Carregando o sorteio guardado…" })).toBeTruthy();
    act(() => backend.refuses("raffle:proof", new Error("Server Error")));
    expect(dialog.getByText("Não foi possível carregar o sorteio. Tente de novo.")).toBeTruthy();
    act(() => backend.answersWith("raffle:proof", null));
    expect(dialog.getByText("Sorteio não encontrado")).toBeTruthy();
  });
});
