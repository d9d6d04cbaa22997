import { useState } from "react";
import { notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { useFieldErrors } from "../../ui/useFieldErrors";
import {
  conflictsOf,
  editOf,
  follow,
  isDirty,
  keepMine,
  NEW_TEMPLATE,
  readTemplate,
  takeTheirs,
  TEMPLATE_FIELDS,
  type TemplateEdit,
  type TemplateField,
  type TemplateText,
} from "./templateEdit";
import type { TemplateDialogProps } from "./TemplateDialog";
import { texts } from "./texts";
import { useTemplateChanges } from "./useTemplates";

export type TemplateFormState = ReturnType<typeof useTemplateForm>;

const NOTHING: TemplateEdit = { text: NEW_TEMPLATE, seen: { type: "", title: null, content: "" } };

/** What is typed about a template, over what is stored of it now. */
export function useTemplateForm({ stored, edit: typedBefore, onSave, onClose }: TemplateDialogProps) {
  const { create } = useTemplateChanges();
  const errors = useFieldErrors(TEMPLATE_FIELDS);
  const [typed, setTyped] = useState<TemplateEdit>(() => typedBefore ?? (stored === null ? NOTHING : editOf(stored)));
  const [isBusy, setIsBusy] = useState(false);
  const edit = stored === null ? typed : follow(typed, stored);

  function type(change: Partial<TemplateText>) {
    setTyped({ ...edit, text: { ...edit.text, ...change } });
    for (const field of TEMPLATE_FIELDS) if (field in change) errors.clear(field);
  }
  function settle(field: TemplateField, whose: "mine" | "theirs") {
    if (stored !== null) setTyped((whose === "mine" ? keepMine : takeTheirs)(edit, field, stored));
  }
  async function submit() {
    const reading = readTemplate(edit.text);
    if (!reading.ok) return errors.reject(reading.errors);
    if (stored !== null) {
      onClose();
      return onSave(stored, edit, reading.draft);
    }
    setIsBusy(true);
    try {
      await create(reading.draft);
      notifySuccess(texts.created);
      onClose();
    } catch (error) {
      reportError(error, texts.saveFailed);
      setIsBusy(false);
    }
  }
  return {
    text: edit.text,
    errors,
    type,
    conflicts: stored === null ? {} : conflictsOf(edit, stored),
    settle,
    isBusy,
    isDirty: isDirty(edit),
    submit,
  };
}
