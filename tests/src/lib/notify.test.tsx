import { act, render, screen } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { Toaster } from "sonner";
import { beforeEach, describe, expect, test } from "vitest";
import { notifyError, notifySuccess } from "../../../src/lib/notify";
import { reportError } from "../../../src/lib/reportError";
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
