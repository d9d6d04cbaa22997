import { Theme } from "@radix-ui/themes";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { ConfirmDialog } from "../../../src/ui/ConfirmDialog";
import { later } from "../support/fakeBackend";
import "../support/screen";

function show(onConfirm: () => Promise<boolean>, { removesOpener = false }: { removesOpener?: boolean } = {}) {
  function Form() {
    const [isOpen, setIsOpen] = useState(false);
    const [hasOpener, setHasOpener] = useState(true);
    return (
      <Theme>
        {hasOpener && <button onClick={() => setIsOpen(true)}>Excluir</button>}
        <button id="neighbour">Vizinho</button>
        {isOpen && (
          <ConfirmDialog
            title="Excluir pedido"
            question="Tem certeza que deseja excluir este pedido?"
            confirmLabel="Excluir pedido #12"
            isDestructive
            onConfirm={() =>
              onConfirm().then((isDone) => {
                if (removesOpener) setHasOpener(false);
                return isDone;
              })
            }
            onClose={() => setIsOpen(false)}
            focusAfter={() => document.getElementById("neighbour")}
          />
        )}
      </Theme>
    );
  }
  render(<Form />);
  return userEvent.setup();
}

async function open(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole("button", { name: "Excluir" }));
  return screen.findByRole("alertdialog", { name: "Excluir pedido" });
}

describe("asking before something is done (F3, U1)", () => {
  test("'Cancelar' has the focus; Esc does nothing but close, and the focus is back", async () => {
    const onConfirm = vi.fn(() => Promise.resolve(true));
    const user = show(onConfirm);
    await open(user);
    await expect.poll(() => document.activeElement?.textContent).toBe("Cancelar");
    await user.keyboard("{Escape}");
    await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
    expect(onConfirm).not.toHaveBeenCalled();
    await expect.poll(() => document.activeElement?.textContent).toBe("Excluir");
  });

  test("is busy while it is being done, takes no second press, and closes when it is done", async () => {
    const answer = later<boolean>();
    const onConfirm = vi.fn(() => answer.promise);
    const user = show(onConfirm);
    await open(user);
    const confirm = screen.getByRole("button", { name: "Excluir pedido #12" });
    await user.click(confirm);
    await user.click(confirm);
    expect(onConfirm).toHaveBeenCalledTimes(1);
    expect(confirm.getAttribute("aria-busy")).toBe("true");
    answer.resolve(true);
    await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
  });

  test("stays open when it could not be done", async () => {
    const user = show(() => Promise.resolve(false));
    await open(user);
    const confirm = screen.getByRole("button", { name: "Excluir pedido #12" });
    await user.click(confirm);
    await expect.poll(() => confirm.getAttribute("aria-busy")).toBe("false");
    expect(screen.getByRole("alertdialog")).toBeTruthy();
  });

  test("what opened it is gone with the row: the focus goes to the neighbour", async () => {
    const user = show(() => Promise.resolve(true), { removesOpener: true });
    await open(user);
    await user.click(screen.getByRole("button", { name: "Excluir pedido #12" }));
    await expect.poll(() => document.activeElement?.textContent).toBe("Vizinho");
  });
});
