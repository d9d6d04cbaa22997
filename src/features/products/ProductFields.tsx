import { TextField } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { ChangedMeanwhile } from "../../ui/ChangedMeanwhile";
import { LabeledField, type FieldIds } from "../../ui/LabeledField";
import { MoneyField } from "../../ui/MoneyField";
import type { ProductField } from "./productForm";
import { texts } from "./texts";
import type { ProductFormState } from "./useProductForm";

interface Props {
  readonly form: ProductFormState;
}

/** The six fields that are typed, each with the word about it beneath. */
export function ProductFields({ form }: Props) {
  const words = texts.columns;
  return (
    <div className="grid gap-x-3 gap-y-1 sm:grid-cols-2">
      <Field form={form} field="code" label={words.code} hint={texts.codeHint}>
        {(ids) => <Typed form={form} field="code" ids={ids} autoFocus required autoCapitalize="characters" />}
      </Field>
      <Field form={form} field="name" label={words.name} hint={texts.required}>
        {(ids) => <Typed form={form} field="name" ids={ids} required />}
      </Field>
      <Field form={form} field="priceCents" label={words.price} hint={texts.required}>
        {(ids) => (
          <MoneyField
            {...ids}
            ref={form.errors.ref("priceCents")}
            required
            value={form.text.priceCents}
            onValueChange={(priceCents) => form.type({ priceCents })}
          />
        )}
      </Field>
      <Field form={form} field="stock" label={words.stock} hint={texts.stockHint}>
        {(ids) => <Typed form={form} field="stock" ids={ids} inputMode="numeric" />}
      </Field>
      <Field form={form} field="color" label={words.color} hint={texts.optional}>
        {(ids) => <Typed form={form} field="color" ids={ids} />}
      </Field>
      <Field form={form} field="size" label={words.size} hint={texts.optional}>
        {(ids) => <Typed form={form} field="size" ids={ids} />}
      </Field>
    </div>
  );
}

interface FieldProps extends Props {
  readonly field: ProductField;
  readonly label: string;
  readonly hint: string;
  readonly children: (ids: FieldIds) => ReactNode;
}

/** The field and, right after it, what somebody else made of it (UX conventions P3). */
function Field({ form, field, label, hint, children }: FieldProps) {
  const conflict = form.conflicts[field];
  return (
    <div className="flex min-w-0 flex-col">
      <LabeledField label={label} error={form.errors.of(field)} hint={hint}>
        {children}
      </LabeledField>
      {conflict !== undefined && (
        <ChangedMeanwhile
          actorName={conflict.by?.actorName ?? null}
          shown={conflict.shown}
          at={conflict.by?.at ?? null}
          className="mb-2"
          onUseTheirs={() => form.settle(field, "theirs")}
          onKeepMine={() => form.settle(field, "mine")}
        />
      )}
    </div>
  );
}

interface TypedProps
  extends Props, Pick<TextField.RootProps, "autoFocus" | "required" | "autoCapitalize" | "inputMode"> {
  readonly field: ProductField;
  readonly ids: FieldIds;
}

function Typed({ form, field, ids, ...rest }: TypedProps) {
  return (
    <TextField.Root
      {...ids}
      {...rest}
      ref={form.errors.ref(field)}
      autoComplete="off"
      value={form.text[field]}
      onChange={({ target }) => form.type({ [field]: target.value })}
    />
  );
}
