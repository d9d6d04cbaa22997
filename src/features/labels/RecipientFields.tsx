import { Button, TextField } from "@radix-ui/themes";
import type { ChangeEvent, ReactNode } from "react";
import { addressText, maskDocument } from "../../lib/personText";
import { ChangedMeanwhile } from "../../ui/ChangedMeanwhile";
import { SectionTitle } from "../../ui/FactList";
import { LabeledField } from "../../ui/LabeledField";
import { CepHint, CepNotice } from "../postalCodes";
import type { Recipient, RecipientField } from "./recipientForm";
import { texts } from "./texts";
import type { RecipientForm } from "./useRecipientForm";

const words = texts.preparation;

interface Props {
  readonly form: RecipientForm;
}

/** Who receives the parcel, and where; a complete postal code fills in what it knows. */
export function RecipientFields({ form }: Props) {
  return (
    <form
      aria-labelledby="label-recipient"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.isBusy && form.isDirty) void form.save();
      }}
    >
      <SectionTitle id="label-recipient">{words.recipient}</SectionTitle>
      <div className="grid grid-cols-6 items-start gap-x-3 gap-y-1">
        <Field form={form} field="name" label={words.name} className="col-span-6 sm:col-span-4" />
        <Field
          form={form}
          field="document"
          label={words.document}
          inputMode="numeric"
          className="col-span-6 sm:col-span-2"
        />
        <Field form={form} field="email" label={words.email} type="email" className="col-span-6 sm:col-span-4" />
        <Field
          form={form}
          field="cep"
          label={words.cep}
          inputMode="numeric"
          hint={<CepHint state={form.cep.state} />}
          className="col-span-6 sm:col-span-2"
        />
        <CepNotice cep={form.cep} />
        <Field form={form} field="street" label={words.street} className="col-span-6 sm:col-span-4" />
        <Field form={form} field="number" label={words.number} className="col-span-2" />
        <Field form={form} field="complement" label={words.complement} className="col-span-4 sm:col-span-3" />
        <Field form={form} field="neighborhood" label={words.neighborhood} className="col-span-6 sm:col-span-3" />
        <Field form={form} field="city" label={words.city} className="col-span-4" />
        <Field form={form} field="state" label={words.state} className="col-span-2" />
        <Conflict form={form} field="address" className="col-span-6" />
      </div>
      <Saving form={form} />
    </form>
  );
}

function Saving({ form }: Props) {
  if (!form.isDirty) return null;
  return (
    <p className="flex flex-wrap items-center gap-3 text-[14px] text-(--gray-11)">
      <Button type="submit" variant="soft" color="gray" highContrast aria-busy={form.isBusy}>
        {form.isBusy ? words.saving : words.save}
      </Button>
      {words.unsaved}
    </p>
  );
}

interface FieldProps extends Props, Pick<TextField.RootProps, "inputMode" | "type"> {
  readonly field: RecipientField;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly className?: string;
}

function Field({ form, field, label, hint = "", className = "", ...rest }: FieldProps) {
  function onType({ target: { value, selectionStart } }: ChangeEvent<HTMLInputElement>) {
    form.typeField(field, value, selectionStart === null || selectionStart === value.length);
  }
  return (
    <div className={`flex min-w-0 flex-col ${className}`}>
      <LabeledField label={label} error={form.errorOf(field)} hint={hint}>
        {(ids) => (
          <TextField.Root
            {...ids}
            {...rest}
            ref={form.fieldRef(field)}
            autoComplete="off"
            value={form.text[field]}
            onChange={onType}
          />
        )}
      </LabeledField>
      {isOwnValue(field) && <Conflict form={form} field={field} className="mb-2" />}
    </div>
  );
}

/** The others are parts of the address, which is one value. */
function isOwnValue(field: RecipientField): field is RecipientField & keyof Recipient {
  return field === "name" || field === "document" || field === "email";
}

interface ConflictProps extends Props {
  readonly field: keyof Recipient;
  readonly className: string;
}

/** What somebody else made of it meanwhile (UX conventions P3). */
function Conflict({ form, field, className }: ConflictProps) {
  if (!form.hasConflict(field)) return null;
  const author = form.authorOf(field);
  return (
    <ChangedMeanwhile
      actorName={author?.actorName ?? null}
      shown={shown(form.stored, field)}
      at={author?.at ?? null}
      className={className}
      onUseTheirs={() => form.settle(field, "theirs")}
      onKeepMine={() => form.settle(field, "mine")}
    />
  );
}

function shown(stored: Recipient, field: keyof Recipient): string {
  const text = field === "address" ? addressText(stored.address) : maskedValue(field, stored[field]);
  return text === "" ? texts.preparation.blank : text;
}

function maskedValue(field: "name" | "document" | "email", value: string): string {
  return field === "document" ? maskDocument(value) : value;
}
