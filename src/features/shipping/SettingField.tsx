import { TextField } from "@radix-ui/themes";
import type { ChangeEvent, ReactNode } from "react";
import { EditedField } from "../../ui/EditedField";
import { LabeledField } from "../../ui/LabeledField";
import type { SettingField as Field } from "./settingsForm";
import type { SettingsForm } from "./useSettingsForm";

interface Props extends Pick<TextField.RootProps, "inputMode" | "type" | "placeholder"> {
  readonly form: SettingsForm;
  readonly field: Field;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly className?: string;
}

/** One setting; what a colleague makes of it meanwhile stands under it. */
export function SettingField({ form, field, label, hint = "", className = "", ...rest }: Props) {
  function onType({ target }: ChangeEvent<HTMLInputElement>) {
    const { value, selectionStart } = target;
    form.typeField(field, value, selectionStart === null || selectionStart === value.length);
  }
  return (
    <EditedField form={form} field={field} stored={form.stored[field]} className={className}>
      <LabeledField label={label} error={form.errors.of(field)} hint={hint}>
        {(ids) => (
          <TextField.Root
            {...ids}
            {...rest}
            ref={form.errors.ref(field)}
            autoComplete="off"
            value={form.text[field]}
            onChange={onType}
          />
        )}
      </LabeledField>
    </EditedField>
  );
}
