import { Button, Checkbox, Text, TextField } from "@radix-ui/themes";
import type { ChangeEvent, KeyboardEvent, ReactNode } from "react";
import { kgText, parseCm, parseKg } from "../../../domain/measures";
import { WEIGHT_STEP_GRAMS, type QuoteField } from "../../../domain/quotes";
import { LabeledField } from "../../ui/LabeledField";
import { MoneyField } from "../../ui/MoneyField";
import { texts } from "./texts";
import type { Quoting } from "./useQuoting";

const words = texts.quote;

/** Where to, what, and how big. Source: specification §5 "Quote". */
export function QuoteForm({ quoting }: { readonly quoting: Quoting }) {
  const { text, errors } = quoting;
  return (
    <form
      aria-label={words.form}
      noValidate
      className="grid grid-cols-2 gap-x-3 gap-y-1"
      onSubmit={(event) => {
        event.preventDefault();
        quoting.submit();
      }}
    >
      <Field quoting={quoting} field="cep" label={words.cep} inputMode="numeric" maxLength={9} />
      <Field quoting={quoting} field="weightGrams" label={words.weight} inputMode="decimal" step={byTenths} />
      <Field quoting={quoting} field="heightCm" label={words.height} inputMode="numeric" step={byOnes} />
      <Field quoting={quoting} field="widthCm" label={words.width} inputMode="numeric" step={byOnes} />
      <Field quoting={quoting} field="lengthCm" label={words.length} inputMode="numeric" step={byOnes} />
      <LabeledField label={words.value} error={errors.of("insuredCents")} hint={words.valueHint}>
        {(ids) => (
          <MoneyField
            {...ids}
            ref={errors.ref("insuredCents")}
            value={text.insuredCents}
            onValueChange={(value) => quoting.type("insuredCents", value, false)}
          />
        )}
      </LabeledField>
      <Text as="label" size="2" className="col-span-2 flex min-h-11 items-center gap-2">
        <Checkbox checked={text.withPickup} onCheckedChange={(checked) => quoting.setPickup(checked === true)} />
        {words.pickup}
      </Text>
      <Button type="submit" aria-busy={quoting.isAsking} className="col-span-2">
        {quoting.isAsking ? words.submitting : words.submit}
      </Button>
    </form>
  );
}

interface FieldProps extends Pick<TextField.RootProps, "inputMode" | "maxLength"> {
  readonly quoting: Quoting;
  readonly field: QuoteField;
  readonly label: ReactNode & string;
  /** What the arrow keys make of the value: one step up, or down. */
  readonly step?: (text: string, by: 1 | -1) => string;
}

/** A text field and no number field: the mouse wheel never changes it (UX conventions L4). */
function Field({ quoting, field, label, step, ...rest }: FieldProps) {
  const { text, errors } = quoting;
  function onType({ target: { value, selectionStart } }: ChangeEvent<HTMLInputElement>) {
    quoting.type(field, value, selectionStart === value.length);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (step === undefined || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    quoting.type(field, step(text[field], event.key === "ArrowUp" ? 1 : -1), false);
  }
  return (
    <LabeledField label={label} error={errors.of(field)} hint="">
      {(ids) => (
        <TextField.Root
          {...ids}
          {...rest}
          ref={errors.ref(field)}
          required
          autoComplete="off"
          value={text[field]}
          onChange={onType}
          onKeyDown={onKeyDown}
        />
      )}
    </LabeledField>
  );
}

/** The next tenth of a kilo, never below one. */
function byTenths(text: string, by: 1 | -1): string {
  const tenths = Math.floor(orZero(parseKg(text)) / WEIGHT_STEP_GRAMS);
  return kgText(Math.max(1, tenths + by) * WEIGHT_STEP_GRAMS);
}

function byOnes(text: string, by: 1 | -1): string {
  return String(Math.max(1, orZero(parseCm(text)) + by));
}

function orZero(number: number): number {
  return Number.isNaN(number) ? 0 : number;
}
