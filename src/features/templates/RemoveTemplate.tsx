import { notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { nameOf } from "./TemplateList";
import { texts } from "./texts";
import { useTemplateChanges, type TemplateRow } from "./useTemplates";

interface Props {
  readonly template: TemplateRow;
  /** Gets the focus when the row is gone (UX conventions F4). */
  readonly neighbour: TemplateRow | null;
  readonly onClose: () => void;
}

export function RemoveTemplate({ template, neighbour, onClose }: Props) {
  const { remove } = useTemplateChanges();
  const name = nameOf(template);

  function focusAfter(): HTMLElement | null {
    const row = neighbour === null ? null : `[data-template="${neighbour.templateId}"] button`;
    return (
      (row === null ? null : document.querySelector<HTMLElement>(row)) ??
      document.querySelector<HTMLElement>("[data-after-removal]")
    );
  }
  return (
    <ConfirmDialog
      title={texts.remove(name)}
      question={texts.removeQuestion}
      confirmLabel={texts.remove(name)}
      isDestructive
      focusAfter={focusAfter}
      onClose={onClose}
      onConfirm={() =>
        remove({ templateId: template.templateId }).then(
          () => {
            notifySuccess(texts.removed);
            return true;
          },
          (error: unknown) => {
            reportError(error, texts.removeFailed);
            return false;
          },
        )
      }
    />
  );
}
