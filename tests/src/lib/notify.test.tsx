import { act, render, screen } from "@testing-library/react";
import { ConvexError } from "convex/values";
import userEvent from "@testing-library/user-event";
import { Toaster } from "sonner";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { notifyError, notifyInfo, notifySuccess, notifyUndoable } from "../../../src/lib/notify";
import { reportError } from "../../../src/lib/reportError";
import { undoLatest } from "../../../src/lib/undo";
import "../support/screen";

beforeEach(() => {
  render(<Toaster />);
});

describe("messages", () => {
  test("a failure has the title 'Erro', the reason, and is announced at once", async () => {
    act(() => reportError(new ConvexError({ code: "forbidden", message: "Você não tem permissão para isto" }), "x"));
    expect(await screen.findByText("Erro")).toBeTruthy();
    expect((await screen.findByRole("alert")).textContent).toBe("Você não tem permissão para isto");
  });

  test("equal messages join into one that counts", async () => {
    act(() => {
      notifySuccess("Pedido desmarcado");
      notifySuccess("Pedido desmarcado");
      notifySuccess("Pedido desmarcado");
    });
    expect(await screen.findByText("Pedido desmarcado ×3")).toBeTruthy();
    expect(screen.queryByText("Pedido desmarcado")).toBeNull();
  });

  test("news have a word and a sentence, and are announced politely", async () => {
    act(() => notifyInfo("Dados carregados", "Do cadastro do cliente."));
    expect(await screen.findByText("Dados carregados")).toBeTruthy();
    expect(screen.getByText("Do cadastro do cliente.")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("a failure can be taken away by whoever learns that it is over", async () => {
    let takeAway = () => {};
    act(() => {
      takeAway = notifyError("E-mail ou senha incorretos", "Erro ao entrar");
    });
    const toast = (await screen.findByText("Erro ao entrar")).closest("li");
    act(() => takeAway());
    await expect.poll(() => toast?.isConnected === false || toast?.dataset.removed === "true").toBe(true);
  });
});

describe("K7: what can be taken back", () => {
  test("by the button of its message, and then not a second time by key", async () => {
    const undo = vi.fn();
    act(() => notifyUndoable("Observação salva com sucesso", undo));
    await userEvent.click(await screen.findByRole("button", { name: "Desfazer" }));
    expect(undo).toHaveBeenCalledTimes(1);
    expect(undoLatest()).toBe(false);
  });

  test("by key, the latest first; its message goes", async () => {
    const first = vi.fn();
    const second = vi.fn();
    act(() => {
      notifyUndoable("Pedido marcado como impresso", first);
      notifyUndoable("Observação salva com sucesso", second);
    });
    const toast = (await screen.findByText("Observação salva com sucesso")).closest("li");
    act(() => void undoLatest());
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
    await expect.poll(() => toast?.isConnected === false || toast?.dataset.removed === "true").toBe(true);
    act(() => void undoLatest());
    expect(first).toHaveBeenCalledTimes(1);
    expect(undoLatest()).toBe(false);
  });
});

describe("an error with a way out", () => {
  test("offers it as a button of the message", async () => {
    const take = vi.fn();
    act(() => void notifyError("Já existe o pedido #12", "Erro", { label: "Juntar pedidos", take }));
    await userEvent.click(await screen.findByRole("button", { name: "Juntar pedidos" }));
    expect(take).toHaveBeenCalledTimes(1);
  });
});
