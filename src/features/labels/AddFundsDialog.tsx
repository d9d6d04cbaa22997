import { useState } from "react";
import { parseBRL, type Cents } from "../../../domain/money";
import { openBlankTab } from "../../lib/blankTab";
import { notifyError } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { FormDialog } from "../../ui/FormDialog";
import { LabeledField } from "../../ui/LabeledField";
import { MoneyField } from "../../ui/MoneyField";
import { useFieldErrors } from "../../ui/useFieldErrors";
import { useSending } from "../../ui/useSending";
import { texts } from "./texts";
import { useWalletDeeds } from "./useLabels";

const LEAST: Cents = 100;

/** How much to put into the wallet; Melhor Envio's page with the Pix opens in its own tab. */
export function AddFundsDialog({ onClose }: { readonly onClose: () => void }) {
  const { addFunds } = useWalletDeeds();
  const errors = useFieldErrors(["amount"]);
  const [text, setText] = useState("");
  const { isBusy, send } = useSending({
    errors,
    fieldOf: (code) => (code === "invalid_amount" ? "amount" : null),
    report: (error) => reportError(error, texts.addFundsFailed),
  });

  function submit() {
    const amount = parseBRL(text);
    if (!amount.ok || amount.value < LEAST) return errors.reject({ amount: texts.amountInvalid });
    const tab = openBlankTab();
    let url: string | null = null;
    void send(
      async () => {
        try {
          ({ url } = await addFunds({ amountCents: amount.value }));
        } finally {
          if (url === null) tab?.close();
        }
      },
      () => {
        if (url === null) return;
        const address = url;
        if (tab !== null) tab.location.replace(address);
        else
          notifyError(texts.popupBlocked, texts.addFunds, {
            label: texts.openPix,
            take: () => void window.open(address, "_blank", "noopener"),
          });
        onClose();
      },
    );
  }
  return (
    <FormDialog
      title={texts.addFundsTitle}
      submitLabel={texts.openPix}
      busyLabel={texts.opening}
      isBusy={isBusy}
      isDirty={text !== ""}
      onSubmit={submit}
      onClose={onClose}
      focusAfter={() => document.querySelector<HTMLElement>("h1")}
    >
      <p className="text-[14px] text-(--gray-11)">{texts.addFundsHint}</p>
      <LabeledField label={texts.amount} error={errors.of("amount")} hint={texts.amountHint}>
        {(ids) => (
          <MoneyField
            {...ids}
            ref={errors.ref("amount")}
            autoFocus
            value={text}
            onValueChange={(value) => {
              setText(value);
              errors.clear("amount");
            }}
          />
        )}
      </LabeledField>
    </FormDialog>
  );
}
