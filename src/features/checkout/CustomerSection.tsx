import { Button, Heading, Text, TextField } from "@radix-ui/themes";
import type { ChangeEvent, ReactNode } from "react";
import { isCep } from "../../../domain/addresses";
import { digitsOf } from "../../../domain/documents";
import { ChangedMeanwhile } from "../../ui/ChangedMeanwhile";
import { LabeledField } from "../../ui/LabeledField";
import { CepHint, CepNotice } from "../postalCodes";
import type { CustomerField } from "./customerForm";
import { texts } from "./texts";
import type { CustomerFormState } from "./useCustomerForm";

interface Props {
  readonly form: CustomerFormState;
  /** A paid order goes where it goes. */
  readonly isReadOnly: boolean;
}

/** Who buys and where it goes: one form. Enter anywhere in it saves; a complete postal code fills in what it knows. */
export function CustomerSection({ form, isReadOnly }: Props) {
  return (
    <form
      aria-label={texts.customerForm}
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.isSaving && !isReadOnly) void form.save();
      }}
    >
      <section aria-labelledby="checkout-customer">
        <Heading as="h2" id="checkout-customer" size="3" mb="2">
          {texts.customer}
        </Heading>
        <CustomerFields form={form} isReadOnly={isReadOnly} />
      </section>
      <section aria-labelledby="checkout-address">
        <Heading as="h2" id="checkout-address" size="3" mb="2">
          {texts.address}
        </Heading>
        <AddressFields form={form} isReadOnly={isReadOnly} />
        {!isReadOnly && <SaveButton form={form} />}
      </section>
    </form>
  );
}

function CustomerFields(shared: Props) {
  return (
    <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2">
      <Field {...shared} field="name" label={texts.name} required hint={texts.required} className="sm:col-span-2" />
      <Field {...shared} field="cpf" label={texts.cpf} required hint="" inputMode="numeric" />
      <Field {...shared} field="email" label={texts.email} type="email" inputMode="email" hint={texts.emailHint} />
    </div>
  );
}

function AddressFields(shared: Props) {
  const { cep } = shared.form;
  return (
    <div className="grid grid-cols-6 gap-x-3 gap-y-2">
      <Field
        {...shared}
        field="cep"
        label={texts.cep}
        inputMode="numeric"
        className="col-span-6 sm:col-span-2"
        hint={<CepHint state={cep.state} />}
        action={!shared.isReadOnly && <FindCep form={shared.form} />}
      />
      <Field {...shared} field="street" label={texts.street} className="col-span-6 sm:col-span-4" />
      <CepNotice cep={cep} />
      <Field {...shared} field="number" label={texts.number} className="col-span-2" />
      <Field {...shared} field="complement" label={texts.complement} className="col-span-4" />
      <Field {...shared} field="neighborhood" label={texts.neighborhood} className="col-span-6 sm:col-span-2" />
      <Field {...shared} field="city" label={texts.city} className="col-span-4 sm:col-span-3" />
      <Field {...shared} field="state" label={texts.state} className="col-span-2 sm:col-span-1" />
    </div>
  );
}

function SaveButton({ form }: Pick<Props, "form">) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <Button type="submit" variant="soft" color="gray" highContrast aria-busy={form.isSaving}>
        {form.isSaving ? texts.saving : texts.save}
      </Button>
      {form.isDirty && (
        <Text size="2" color="gray">
          {texts.unsaved}
        </Text>
      )}
    </div>
  );
}

function FindCep({ form }: Pick<Props, "form">) {
  const digits = digitsOf(form.text.cep);
  return (
    <Button
      type="button"
      size="1"
      variant="ghost"
      color="gray"
      highContrast
      disabled={!isCep(digits)}
      onClick={() => void form.cep.find(digits)}
    >
      {texts.findCep}
    </Button>
  );
}

interface FieldProps extends Props, Pick<TextField.RootProps, "inputMode" | "type" | "required"> {
  readonly field: CustomerField;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly action?: ReactNode;
  readonly className?: string;
}

/** A field, and right after it what somebody else made of it meanwhile (UX conventions P3). */
function Field({ form, field, label, hint, action, isReadOnly, className = "", ...rest }: FieldProps) {
  function onType({ target }: ChangeEvent<HTMLInputElement>) {
    form.type(field, target.value, target.selectionStart === target.value.length);
  }
  return (
    <div className={`min-w-0 ${className}`}>
      <LabeledField label={label} error={form.errors.of(field)} hint={isReadOnly ? undefined : hint}>
        {(ids) => (
          <TextField.Root
            {...ids}
            {...rest}
            ref={form.errors.ref(field)}
            autoComplete="off"
            readOnly={isReadOnly}
            value={form.text[field]}
            onChange={onType}
          >
            {action !== undefined && action !== false && <TextField.Slot side="right">{action}</TextField.Slot>}
          </TextField.Root>
        )}
      </LabeledField>
      {form.conflicts.includes(field) && (
        <ChangedMeanwhile
          actorName={null}
          shown={form.storedText[field] === "" ? texts.blank : `"${form.storedText[field]}"`}
          at={null}
          onUseTheirs={() => form.settle(field, "theirs")}
          onKeepMine={() => form.settle(field, "mine")}
        />
      )}
    </div>
  );
}
