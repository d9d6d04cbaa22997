import { Text, TextField } from "@radix-ui/themes";
import type { ChangeEvent, ReactNode } from "react";
import { formatPhone } from "../../../domain/phone";
import { maskCep, maskCpf } from "../../lib/personText";
import { ChangedMeanwhile } from "../../ui/ChangedMeanwhile";
import { LabeledField } from "../../ui/LabeledField";
import { CepHint, CepNotice } from "../postalCodes";
import type { CustomerField, StoredField } from "./customerForm";
import { texts } from "./texts";
import type { CustomerFormState } from "./useCustomerForm";

interface Props {
  readonly form: CustomerFormState;
  readonly phone: string;
}

/** Who the customer is and where, with the phone locked. */
export function CustomerFieldsPart({ form, phone }: Props) {
  return (
    <>
      <LabeledField label={texts.phone} error={null} hint={texts.phoneLocked}>
        {(ids) => (
          <TextField.Root {...ids} readOnly value={formatPhone(phone)} className="[&_input]:text-(--gray-11)" />
        )}
      </LabeledField>
      <div className="grid gap-x-3 gap-y-1 sm:grid-cols-2">
        <Field form={form} field="name" label={texts.columns.name} hint={texts.required} autoFocus required />
        <Field form={form} field="cpf" label={texts.cpf} hint={texts.optional} inputMode="numeric" mask={maskCpf} />
        <Field form={form} field="email" label={texts.email} hint={texts.optional} type="email" inputMode="email" />
        <Field form={form} field="whatsappGroup" label={texts.group} hint={texts.groupHint} />
      </div>
      <fieldset className="grid grid-cols-6 gap-x-3 gap-y-1">
        <Text as="div" size="2" weight="bold" mb="1" asChild className="col-span-6">
          <legend>{texts.address}</legend>
        </Text>
        <Field
          form={form}
          field="cep"
          label={texts.cep}
          hint={<CepHint state={form.cep.state} />}
          className="col-span-6 sm:col-span-2"
          inputMode="numeric"
          mask={maskCep}
        />
        <Field form={form} field="street" label={texts.street} className="col-span-6 sm:col-span-4" />
        <CepNotice cep={form.cep} />
        <Field form={form} field="number" label={texts.number} className="col-span-2" />
        <Field form={form} field="complement" label={texts.complement} className="col-span-4" />
        <Field form={form} field="neighborhood" label={texts.neighborhood} className="col-span-6 sm:col-span-3" />
        <Field form={form} field="city" label={texts.city} className="col-span-4 sm:col-span-2" />
        <Field
          form={form}
          field="state"
          label={texts.state}
          className="col-span-2 sm:col-span-1"
          maxLength={2}
          mask={(text) => text.toUpperCase()}
        />
        <Conflict form={form} field="address" className="col-span-6" />
      </fieldset>
    </>
  );
}

interface FieldProps extends Pick<
  TextField.RootProps,
  "autoFocus" | "required" | "inputMode" | "type" | "maxLength" | "className"
> {
  readonly form: CustomerFormState;
  readonly field: CustomerField;
  readonly label: string;
  readonly hint?: ReactNode;
  /** Shapes what is typed at the end; in the middle it would throw the caret to the end. */
  readonly mask?: (text: string) => string;
}

/** The field and, right after it, what somebody else made of it (UX conventions P3). */
function Field({ form, field, label, hint = "", mask, className = "", ...rest }: FieldProps) {
  function onType({ target }: ChangeEvent<HTMLInputElement>) {
    const isAtEnd = target.selectionStart === null || target.selectionStart === target.value.length;
    form.type({ [field]: isAtEnd && mask !== undefined ? mask(target.value) : target.value });
  }
  return (
    <div className={`flex min-w-0 flex-col ${className}`}>
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
      {isStored(field) && <Conflict form={form} field={field} className="mb-2" />}
    </div>
  );
}

function isStored(field: CustomerField): field is CustomerField & StoredField {
  return field === "name" || field === "cpf" || field === "email" || field === "whatsappGroup";
}

interface ConflictProps {
  readonly form: CustomerFormState;
  readonly field: StoredField;
  readonly className: string;
}

function Conflict({ form, field, className }: ConflictProps) {
  const conflict = form.conflicts[field];
  if (conflict === undefined) return null;
  return (
    <ChangedMeanwhile
      actorName={conflict.by?.actorName ?? null}
      shown={conflict.shown}
      at={conflict.by?.at ?? null}
      className={className}
      onUseTheirs={() => form.settle(field, "theirs")}
      onKeepMine={() => form.settle(field, "mine")}
    />
  );
}
