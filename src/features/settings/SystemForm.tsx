import { Button, Flex, Heading, TextField } from "@radix-ui/themes";
import { useState, type FormEvent } from "react";
import { notifySuccess } from "../../lib/notify";
import { refusalOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { LabeledField } from "../../ui/LabeledField";
import { useFieldErrors } from "../../ui/useFieldErrors";
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

export function SystemForm({ settings, onDone }: Props) {
  const words = texts.system;
  const save = useSaveSystem();
  // As it was when editing began: what others save meanwhile does not take away what is being typed (F6).
  const [initial] = useState(() => systemText(settings));
  const [text, setText] = useState<SystemText>(initial);
  const [isBusy, setIsBusy] = useState(false);
  const errors = useFieldErrors(SYSTEM_FIELDS);

  function type(field: SystemField, value: string) {
    setText((before) => ({ ...before, [field]: value }));
    errors.clear(field);
  }
  async function submit() {
    const reading = readSystem(text, initial);
    if (!reading.ok) return errors.reject(reading.errors);
    if (Object.keys(reading.changes).length === 0) return onDone();
    setIsBusy(true);
    try {
      await save(reading.changes);
      notifySuccess(words.saved);
      onDone();
    } catch (error) {
      const refusal = refusalOf(error);
      const field = refusal === null ? null : systemFieldOf(refusal.code);
      if (refusal === null || field === null) reportError(error, words.saveFailed);
      else errors.reject({ [field]: refusal.message });
      setIsBusy(false);
    }
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
      <div className="grid gap-x-3 gap-y-1 sm:grid-cols-2">
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
        <EnvironmentField
          label={words.environment}
          value={text.environment}
          onChange={(environment) => setText((before) => ({ ...before, environment }))}
        />
      </div>
      <fieldset>
        <legend className="mb-2 text-[14px] font-semibold">{words.package}</legend>
        <div className="grid grid-cols-2 gap-x-3 gap-y-1 sm:grid-cols-3">
          {MEASURES.map(({ field, label, inputMode }) => (
            <LabeledField key={field} label={label} error={errors.of(field)} hint="">
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
