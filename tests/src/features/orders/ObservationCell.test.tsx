import { act, screen } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Component } from "../../../../src/features/orders/OrdersRoute";
import { backend, later } from "../../support/fakeBackend";
import { showScreen } from "../../support/screen";
import { anOrder, TOTALS } from "./anOrder";

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

const cell = () => screen.getByRole("button", { name: /^Editar observação do pedido 1284/ });
const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Observação do pedido 1284" });
const shows = (observation: string | null) =>
  act(() => backend.answersPages("orders:list", [anOrder({ observation })]));

function open(observation: string | null = null) {
  backend.answersPages("orders:list", [anOrder({ observation })]);
  return showScreen({ routes: [{ path: "/pedidos", Component }], at: "/pedidos" });
}

beforeEach(() => {
  backend.clear();
  window.sessionStorage.clear();
  backend.answersWith("orders:totals", TOTALS);
});

describe("an observation edited in its cell", () => {
  test("Enter saves it and the focus is back in the cell (F4); 'Observação salva com sucesso', with a way back", async () => {
    const save = backend.mutates("orders:setObservation", () => Promise.resolve(null));
    const { user } = open();
    expect(cell().textContent).toBe("Sem observação");
    await user.click(cell());
    await user.keyboard("Portaria B{Enter}");
    expect(save).toHaveBeenCalledWith({ orderId: "order-1284", observation: "Portaria B", seen: null });
    expect(await screen.findByText("Observação salva com sucesso")).toBeTruthy();
    await expect.poll(() => document.activeElement).toBe(cell());
    await user.click(screen.getByRole("button", { name: "Desfazer" }));
    expect(save).toHaveBeenLastCalledWith({ orderId: "order-1284", observation: null, seen: "Portaria B" });
  });

  test("while it is on its way it shows what was typed and 'enviando' (O1, O2)", async () => {
    const answer = later<null>();
    backend.mutates("orders:setObservation", () => answer.promise);
    const { user } = open();
    await user.click(cell());
    await user.keyboard("Portaria B{Enter}");
    expect(cell().textContent).toBe("Portaria B · enviando");
    expect(cell().getAttribute("aria-busy")).toBe("true");
    shows("Portaria B");
    await act(async () => {
      answer.resolve(null);
      await answer.promise;
    });
    expect(cell().textContent).toBe("Portaria B");
  });

  test("Esc and 'Cancelar edição' drop what was typed; nothing is sent", async () => {
    const save = backend.mutates("orders:setObservation", () => Promise.resolve(null));
    const { user } = open("Portaria A");
    await user.click(cell());
    await user.keyboard("x{Escape}");
    expect(cell().textContent).toBe("Portaria A");
    await user.click(cell());
    await user.keyboard("y");
    await user.click(screen.getByRole("button", { name: "Cancelar edição" }));
    expect(cell().textContent).toBe("Portaria A");
    await expect.poll(() => document.activeElement).toBe(cell());
    expect(save).not.toHaveBeenCalled();
  });

  test("emptied it is none; unchanged it is not sent", async () => {
    const save = backend.mutates("orders:setObservation", () => Promise.resolve(null));
    const { user } = open("Portaria A");
    await user.click(cell());
    await user.click(screen.getByRole("button", { name: "Salvar observação" }));
    expect(save).not.toHaveBeenCalled();
    await user.click(cell());
    await user.clear(field());
    await user.keyboard("{Enter}");
    expect(save).toHaveBeenCalledWith({ orderId: "order-1284", observation: null, seen: "Portaria A" });
  });

  test("failed: 'Erro ao salvar observação', and what was typed is there to be sent again (O3)", async () => {
    backend.mutates("orders:setObservation", () => Promise.reject(new Error("Server Error")));
    const { user } = open();
    await user.click(cell());
    await user.keyboard("Portaria B{Enter}");
    expect(await screen.findByText("Erro ao salvar observação")).toBeTruthy();
    expect(field().value).toBe("Portaria B");
  });
});

describe("P3: somebody else changes it meanwhile", () => {
  test("what is being typed stays, and who changed it stands beside it (F6)", async () => {
    const at = Date.now() - 5_000;
    const change = { kind: "field_changed", field: "observation", before: null, after: "Portaria C", reason: null };
    backend.answersWith("orders:timeline", { page: [{ _id: "e", at, actorName: "João", change }] });
    const save = backend.mutates("orders:setObservation", () => Promise.resolve(null));
    const { user } = open();
    await user.click(cell());
    await user.keyboard("Portaria B");
    shows("Portaria C");
    expect(field().value).toBe("Portaria B");
    expect(document.activeElement).toBe(field());
    expect(screen.getByText(/^João mudou para "Portaria C" há \d+ s$/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Manter o meu" }));
    expect(save).toHaveBeenCalledWith({ orderId: "order-1284", observation: "Portaria B", seen: "Portaria C" });
  });

  test("theirs can be taken", async () => {
    const save = backend.mutates("orders:setObservation", () => Promise.resolve(null));
    const { user } = open();
    await user.click(cell());
    await user.keyboard("Portaria B");
    shows("Portaria C");
    await user.click(screen.getByRole("button", { name: "Usar o novo" }));
    expect(cell().textContent).toBe("Portaria C");
    expect(save).not.toHaveBeenCalled();
  });

  test("the server refuses to overwrite what the screen had not heard of yet", async () => {
    const data = {
      code: "changed_meanwhile",
      message: "João mudou para Portaria C enquanto você editava",
      field: "observation",
      value: "Portaria C",
      shown: "Portaria C",
      actorName: "João",
      at: Date.now() - 2_000,
    };
    let isRefusing = true;
    const save = backend.mutates("orders:setObservation", () =>
      isRefusing ? Promise.reject(new ConvexError(data)) : Promise.resolve(null),
    );
    const { user } = open();
    await user.click(cell());
    await user.keyboard("Portaria B{Enter}");
    expect(await screen.findByText(/^João mudou para "Portaria C"/)).toBeTruthy();
    expect(field().value).toBe("Portaria B");
    isRefusing = false;
    await user.click(screen.getByRole("button", { name: "Manter o meu" }));
    expect(save).toHaveBeenLastCalledWith({ orderId: "order-1284", observation: "Portaria B", seen: "Portaria C" });
    expect(await screen.findByText("Observação salva com sucesso")).toBeTruthy();
  });
});
