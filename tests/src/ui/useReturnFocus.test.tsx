import { Button, Theme } from "@radix-ui/themes";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { ConfirmDialogBody } from "../../../src/ui/ConfirmDialogBody";
import { FormDialog } from "../../../src/ui/FormDialog";
import { NoticeDialog } from "../../../src/ui/NoticeDialog";
import "../support/screen";

/** A record that is loaded into a dialog, then edited in another, which can ask in a third. */
function Record() {
  const [shown, setShown] = useState<"nothing" | "loading" | "form" | "question">("nothing");
  return (
    <Theme>
      <Button onClick={() => setShown("loading")}>Editar</Button>
      {shown === "loading" && (
        <NoticeDialog title="Carregando" onClose={() => setShown("nothing")}>
          <Button onClick={() => setShown("form")}>Chegou</Button>
        </NoticeDialog>
      )}
      {(shown === "form" || shown === "question") && (
        <FormDialog
          title="Editar"
          submitLabel="Salvar"
          busyLabel="Salvando…"
          isBusy={false}
          isDirty={false}
          onSubmit={() => setShown("question")}
          onClose={() => setShown("nothing")}
        >
          <input aria-label="Telefone" readOnly />
          <input aria-label="Nome" autoFocus />
          {shown === "question" && (
            <ConfirmDialogBody
              title="Certeza"
              question="?"
              confirmLabel="Salvar mesmo"
              onConfirm={() => Promise.resolve(true)}
              onClose={() => setShown("form")}
            />
          )}
        </FormDialog>
      )}
    </Theme>
  );
}

test("F3: a dialog in the place of another keeps the focus, and gives it back to what opened the first", async () => {
  const user = userEvent.setup();
  render(<Record />);
  await user.click(screen.getByRole("button", { name: "Editar" }));
  await user.click(await screen.findByRole("button", { name: "Chegou" }));
  await screen.findByRole("dialog", { name: "Editar" });
  // The dialog that is gone gives the focus back in a later turn: it must not.
  await new Promise((resolve) => setTimeout(resolve));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Nome" })));
  await user.keyboard("{Enter}");
  await screen.findByRole("alertdialog");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Nome" })));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Editar" })));
});
