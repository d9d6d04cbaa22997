import { useState } from "react";
import { isCep } from "../../../domain/addresses";
import { digitsOf } from "../../../domain/documents";
import { notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { useEdit } from "../../lib/useEdit";
import { useFieldErrors } from "../../ui/useFieldErrors";
import { useSending } from "../../ui/useSending";
import { useCepFilling } from "../postalCodes";
import {
  maskRecipient,
  missingOf,
  RECIPIENT_FIELDS,
  recipientErrors,
  recipientFieldOf,
  recipientOf,
  recipientText,
  SHOWS,
  typedRecipient,
  type RecipientField,
} from "./recipientForm";
import { texts } from "./texts";
import { usePreparationChanges, type Preparation } from "./useLabels";

export type RecipientForm = ReturnType<typeof useRecipientForm>;

/**
 * Who a label goes to, as it is being typed, over what is stored now. What the carrier needs and nobody has written down
 * stands at its field from the start; what is being typed is judged when the label is asked for.
 *
 * @param company the carrier that was chosen
 */
export function useRecipientForm(preparation: Preparation, company: string) {
  const { saveRecipient } = usePreparationChanges();
  const { orderId } = preparation.row;
  const stored = recipientOf(preparation);
  const form = useEdit({ stored, fresh: stored, toText: recipientText, shows: SHOWS });
  const errors = useFieldErrors(RECIPIENT_FIELDS);
  const { isBusy, send } = useSending({
    errors,
    fieldOf: recipientFieldOf,
    report: (error) => reportError(error, texts.preparation.saveFailed),
    onFailure: form.noteRefusal,
  });
  const { text } = form;
  const [touched, setTouched] = useState<ReadonlySet<RecipientField>>(new Set());
  const missing = missingOf(text, {
    phone: preparation.recipient.phone,
    company,
    senderDocument: preparation.sender.document,
  });
  const cep = useCepFilling(text, form.type);

  /** @param isAtEnd whether the caret is behind all of it: only then is it shaped, or the caret would jump */
  function type(field: RecipientField, typed: string, isAtEnd: boolean) {
    const value = isAtEnd ? maskRecipient(field, typed) : typed;
    errors.clear(field);
    setTouched((before) => new Set(before).add(field));
    form.type({ [field]: value });
    if (field !== "cep" || value === text.cep) return;
    const digits = digitsOf(value);
    if (isCep(digits)) void cep.find(digits);
    else cep.forget();
  }
  /** @returns whether the server has everything that is typed */
  async function save(): Promise<boolean> {
    const wrong = recipientErrors(text);
    if (Object.keys(wrong).length > 0) {
      errors.reject(wrong);
      return false;
    }
    let isSaved = false;
    await send(
      () => saveRecipient({ orderId, ...typedRecipient(text), seen: form.seen }),
      () => {
        isSaved = true;
        // What the server made of it (an e-mail in small letters) is no change by another.
        form.forget();
        setTouched(new Set());
      },
    );
    return isSaved;
  }
  return {
    ...form,
    stored,
    cep,
    isBusy,
    typeField: type,
    fieldRef: errors.ref,
    errorOf: (field: RecipientField) => errors.of(field) ?? (touched.has(field) ? null : (missing[field] ?? null)),
    /** Says what is missing at its fields; true where nothing is. */
    isComplete: () => {
      if (Object.keys(missing).length > 0) errors.reject(missing);
      return Object.keys(missing).length === 0;
    },
    save: async () => {
      if (await save()) notifySuccess(texts.preparation.saved);
    },
    ensureSaved: () => (form.isDirty ? save() : Promise.resolve(true)),
  };
}
