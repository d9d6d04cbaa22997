import { Text, TextField } from "@radix-ui/themes";
import { useState } from "react";
import { refusalMessage } from "../../../domain/errors";
import { FormDialog } from "../../ui/FormDialog";
import { LabeledField } from "../../ui/LabeledField";
import { useFieldErrors } from "../../ui/useFieldErrors";
import { texts } from "./texts";
import { nameOf, type Draw } from "./useRaffle";

interface Props {
  /** The draw that stands until then; null where it is not known yet. */
  readonly before: Draw | null;
  /** Begins the draw; the dialog closes. */
  readonly onRedo: (reason: string) => void;
  readonly onClose: () => void;
}

/** As many characters as the server keeps. */
const MAX_REASON = 200;

/** A date is drawn again for a reason alone (UX conventions §8). */
export function RedoDialog({ before, onRedo, onClose }: Props) {
  const [reason, setReason] = useState("");
  const errors = useFieldErrors(["reason"] as const);

  function submit() {
    const typed = reason.trim();
    if (typed === "") return errors.reject({ reason: texts.reasonRequired });
    if (typed.length > MAX_REASON)
      return errors.reject({ reason: refusalMessage("value_too_long", { max: MAX_REASON }) });
    onClose();
    onRedo(typed);
  }
  return (
    <FormDialog
      title={texts.redoTitle}
      submitLabel={texts.redo}
      busyLabel={texts.drawing}
      isBusy={false}
      isDirty={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text as="p" size="2">
        {before === null ? texts.redoBeforeUnknown : texts.redoBefore(nameOf(before.winner), before.winner.orderNumber)}
      </Text>
      <LabeledField label={texts.reason} error={errors.of("reason")} hint={texts.reasonHint}>
        {(ids) => (
          <TextField.Root
            {...ids}
            ref={errors.ref("reason")}
            autoFocus
            autoComplete="off"
            required
            value={reason}
            onChange={({ target }) => {
              setReason(target.value);
              errors.clear("reason");
            }}
          />
        )}
      </LabeledField>
    </FormDialog>
  );
}
