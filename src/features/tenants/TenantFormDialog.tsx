import { TextField } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { FormDialog } from "../../ui/FormDialog";
import { LabeledField } from "../../ui/LabeledField";
import type { FormErrors } from "../../ui/useFieldErrors";
import type { TenantField, TenantText } from "./tenantForm";
import { texts } from "./texts";

interface FieldLook {
  readonly label: string;
  readonly hint: string;
  readonly isRequired: boolean;
}

interface Props {
  readonly title: string;
  readonly submitLabel: string;
  readonly text: TenantText;
  readonly errors: FormErrors<TenantField>;
  readonly isBusy: boolean;
  readonly isDirty: boolean;
  readonly looks: Readonly<Record<TenantField, FieldLook>>;
  readonly onType: (field: TenantField, value: string) => void;
  readonly onSubmit: () => Promise<void>;
  readonly onClose: () => void;
  /** Wraps a field, for what is to be said about it beneath. */
  readonly around?: (field: TenantField, input: ReactNode) => ReactNode;
  /** Between the fields of the company and those of its first account. */
  readonly afterName?: ReactNode;
  /** Between e-mail and password. */
  readonly afterEmail?: ReactNode;
}

const INPUTS = {
  name: { type: "text", autoComplete: "off", autoFocus: true },
  adminEmail: { type: "email", autoComplete: "off", autoFocus: false },
  adminPassword: { type: "password", autoComplete: "new-password", autoFocus: false },
} as const;

/** A company and its first account: what the dialogs of a new one and of one that exists have in common. */
export function TenantFormDialog({ text, errors, looks, onType, around, afterName, afterEmail, ...frame }: Props) {
  const field = (name: TenantField) => {
    const { label, hint, isRequired } = looks[name];
    const input = (
      <LabeledField key={name} label={label} error={errors.of(name)} hint={hint}>
        {(ids) => (
          <TextField.Root
            {...ids}
            {...INPUTS[name]}
            ref={errors.ref(name)}
            required={isRequired}
            value={text[name]}
            onChange={({ target }) => onType(name, target.value)}
          />
        )}
      </LabeledField>
    );
    return around === undefined ? input : around(name, input);
  };
  const { title, submitLabel, isBusy, isDirty, onSubmit, onClose } = frame;
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      busyLabel={texts.saving}
      isBusy={isBusy}
      isDirty={isDirty}
      onSubmit={() => void onSubmit()}
      onClose={onClose}
    >
      {field("name")}
      {afterName}
      {field("adminEmail")}
      {afterEmail}
      {field("adminPassword")}
    </FormDialog>
  );
}
