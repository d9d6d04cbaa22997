import { Button, Flex, Heading, TextField } from "@radix-ui/themes";
import type { FormEvent } from "react";
import { notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { pickSeen, useEdit } from "../../lib/useEdit";
import { EditedField } from "../../ui/EditedField";
import { LabeledField } from "../../ui/LabeledField";
import { useFieldErrors } from "../../ui/useFieldErrors";
import { useSending } from "../../ui/useSending";
import { EnvironmentField } from "./EnvironmentField";
import { readSystem, SYSTEM_FIELDS, systemFieldOf, systemText, type SystemField, type SystemText } from "./systemForm";
import { texts } from "./texts";
import { useSaveSystem, type SystemSettings } from "./useSettings";

interface Props {
  readonly settings: SystemSettings;
  /** Saved or cancelled. */
  readonly onDone: () => void;
}

interface FieldLook {
  readonly field: SystemField;
  readonly label: string;
  readonly inputMode: "numeric" | "decimal";
}

const MEASURES: readonly FieldLook[] = [
  { field: "defaultWeightGrams", label: texts.system.weight, inputMode: "decimal" },
  { field: "defaultLengthCm", label: texts.system.length, inputMode: "numeric" },
  { field: "defaultHeightCm", label: texts.system.height, inputMode: "numeric" },
  { field: "defaultWidthCm", label: texts.system.width, inputMode: "numeric" },
  { field: "defaultDiameterCm", label: texts.system.diameter, inputMode: "numeric" },
];

const SLIP_TEXTS = [
  { field: "slipShipping", label: texts.system.slipShipping },
  { field: "slipPayment", label: texts.system.slipPayment },
] as const;

const SHOWS = {
  publicBaseUrl: ["publicBaseUrl"],
  slipShipping: ["slipShipping"],
  slipPayment: ["slipPayment"],
  originCep: ["originCep"],
  environment: ["environment"],
  defaultWeightGrams: ["defaultWeightGrams"],
  defaultLengthCm: ["defaultLengthCm"],
  defaultHeightCm: ["defaultHeightCm"],
  defaultWidthCm: ["defaultWidthCm"],
  defaultDiameterCm: ["defaultDiameterCm"],
} as const satisfies Record<keyof SystemSettings, readonly (keyof SystemText)[]>;

/** Every setting of the company. What others save meanwhile shows where nobody types, and is said where somebody does. */
export function SystemForm({ settings, onDone }: Props) {
  const words = texts.system;
  const save = useSaveSystem();
  const form = useEdit({ stored: settings, fresh: settings, toText: systemText, shows: SHOWS });
  const { text } = form;
  const errors = useFieldErrors(SYSTEM_FIELDS);
  const { isBusy, send } = useSending({
    errors,
    fieldOf: systemFieldOf,
    report: (error) => reportError(error, words.saveFailed),
    onFailure: form.noteRefusal,
  });

  function type(field: SystemField, value: string) {
    form.type({ [field]: value });
    errors.clear(field);
  }
  async function submit() {
    const reading = readSystem(text, systemText(form.seen));
    if (!reading.ok) return errors.reject(reading.errors);
    if (Object.keys(reading.changes).length === 0) return onDone();
    const seen = pickSeen(form.seen, form.changed);
    await send(
      () => save({ ...reading.changes, seen }),
      () => {
        notifySuccess(words.saved);
        onDone();
      },
    );
  }

  return (
    <form
      aria-label={words.title}
      noValidate
      className="flex max-w-[640px] flex-col gap-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!isBusy) void submit();
      }}
    >
      <Heading as="h2" size="3">
        {words.title}
      </Heading>
      <EditedField form={form} field="publicBaseUrl" stored={settings.publicBaseUrl}>
        <LabeledField label={words.publicBaseUrl} error={errors.of("publicBaseUrl")} hint={words.publicBaseUrlHint}>
          {(ids) => (
            <TextField.Root
              {...ids}
              ref={errors.ref("publicBaseUrl")}
              autoFocus
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="https://"
              value={text.publicBaseUrl}
              onChange={({ target }) => type("publicBaseUrl", target.value)}
            />
          )}
        </LabeledField>
      </EditedField>
      <div className="grid gap-x-3 gap-y-1 sm:grid-cols-2">
        <EditedField form={form} field="originCep" stored={settings.originCep}>
          <LabeledField label={words.originCep} error={errors.of("originCep")} hint="">
            {(ids) => (
              <TextField.Root
                {...ids}
                ref={errors.ref("originCep")}
                inputMode="numeric"
                autoComplete="off"
                value={text.originCep}
                onChange={({ target }) => type("originCep", target.value)}
              />
            )}
          </LabeledField>
        </EditedField>
        <EditedField form={form} field="environment" stored={settings.environment}>
          <EnvironmentField
            label={words.environment}
            value={text.environment}
            onChange={(environment) => form.type({ environment })}
          />
        </EditedField>
      </div>
      <fieldset>
        <legend className="mb-2 text-[14px] font-semibold">{words.package}</legend>
        <div className="grid grid-cols-2 gap-x-3 gap-y-1 sm:grid-cols-3">
          {MEASURES.map(({ field, label, inputMode }) => (
            <EditedField key={field} form={form} field={field} stored={settings[field]}>
              <LabeledField label={label} error={errors.of(field)} hint="">
                {(ids) => (
                  <TextField.Root
                    {...ids}
                    ref={errors.ref(field)}
                    inputMode={inputMode}
                    autoComplete="off"
                    value={text[field]}
                    onChange={({ target }) => type(field, target.value)}
                  />
                )}
              </LabeledField>
            </EditedField>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-2 text-[14px] font-semibold">{words.slips}</legend>
        <div className="flex flex-col gap-1">
          {SLIP_TEXTS.map(({ field, label }) => (
            <EditedField key={field} form={form} field={field} stored={settings[field]}>
              <LabeledField label={label} error={errors.of(field)} hint={words.slipHint}>
                {(ids) => (
                  <TextField.Root
                    {...ids}
                    ref={errors.ref(field)}
                    autoComplete="off"
                    value={text[field]}
                    onChange={({ target }) => type(field, target.value)}
                  />
                )}
              </LabeledField>
            </EditedField>
          ))}
        </div>
      </fieldset>
      <Flex gap="3" mt="2">
        <Button type="submit" aria-busy={isBusy}>
          {isBusy ? texts.saving : texts.save}
        </Button>
        <Button type="button" variant="soft" color="gray" highContrast onClick={onDone}>
          {texts.cancel}
        </Button>
      </Flex>
    </form>
  );
}
