import { FormDialog } from "../../ui/FormDialog";
import { MessagePreview } from "./MessagePreview";
import type { TemplateDraft } from "../../../domain/templates";
import { TemplateFields } from "./TemplateFields";
import type { TemplateEdit } from "./templateEdit";
import { texts } from "./texts";
import { useTemplateForm } from "./useTemplateForm";
import type { TemplateRow } from "./useTemplates";

export interface TemplateDialogProps {
  /** As it is stored now; null for a new one. */
  readonly stored: TemplateRow | null;
  /** What was typed before, when saving it failed. */
  readonly edit: TemplateEdit | null;
  /** Takes a change over; the dialog closes. */
  readonly onSave: (template: TemplateRow, edit: TemplateEdit, draft: TemplateDraft) => void;
  readonly onClose: () => void;
}

export function TemplateDialog(props: TemplateDialogProps) {
  const form = useTemplateForm(props);
  const isNew = props.stored === null;
  return (
    <FormDialog
      title={isNew ? texts.createTitle : texts.editTitle}
      submitLabel={isNew ? texts.submitCreate : texts.submitEdit}
      busyLabel={texts.busy}
      isBusy={form.isBusy}
      isDirty={form.isDirty}
      onSubmit={() => void form.submit()}
      onClose={props.onClose}
    >
      <TemplateFields form={form} />
      <MessagePreview content={form.text.content} />
    </FormDialog>
  );
}
