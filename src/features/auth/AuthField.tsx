import { TextField } from "@radix-ui/themes";
import type { ComponentProps } from "react";
import { LabeledField } from "../../ui/LabeledField";
import type { Fields } from "./useFields";

interface Props<Name extends string> extends Omit<
  ComponentProps<typeof TextField.Root>,
  "name" | "value" | "onChange"
> {
  readonly name: Name;
  readonly label: string;
  readonly hint?: string;
  readonly fields: Fields<Name>;
}

/** One field of a form about an account. */
export function AuthField<Name extends string>({ name, label, hint, fields, ...input }: Props<Name>) {
  return (
    <LabeledField label={label} error={fields.errors[name] ?? null} hint={hint}>
      {(ids) => <TextField.Root size="3" required {...input} {...ids} {...fields.bind(name)} name={name} />}
    </LabeledField>
  );
}
