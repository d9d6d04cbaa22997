import { Button, Flex, Heading, Switch, Text, TextField } from "@radix-ui/themes";
import { useState, type FormEvent } from "react";
import type { Integration } from "../../../domain/secrets";
import { formatInstant } from "../../lib/ago";
import { notifySuccess } from "../../lib/notify";
import { refusalOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { LabeledField } from "../../ui/LabeledField";
import { useFieldErrors } from "../../ui/useFieldErrors";
import { EnvironmentField } from "./EnvironmentField";
import { integrationChanges, plainValues, SHAPES, type PlainValues, type SecretDrafts } from "./integrationForm";
import { SecretField, type SecretMask } from "./SecretField";
import { texts } from "./texts";
import { useIntegrationChanges, type IntegrationSettings } from "./useSettings";

interface Props {
  readonly kind: Integration;
  readonly settings: IntegrationSettings;
}

/** The settings of one service. Fields nobody has touched follow what others save; touched ones stay as typed (F6). */
export function IntegrationForm({ kind, settings }: Props) {
  const words = texts.integrations;
  const shape = SHAPES[kind];
  const saves = useIntegrationChanges();
  const [typed, setTyped] = useState<PlainValues>({});
  const [drafts, setDrafts] = useState<SecretDrafts>({});
  const [isBusy, setIsBusy] = useState(false);
  const errors = useFieldErrors(shape.plain.map(({ field }) => field));
  const values: PlainValues = { ...plainValues(kind, settings), ...typed };
  const changes = integrationChanges(typed, drafts);
  const isDirty = Object.keys(changes).length > 0;

  function type(field: string, value: string | boolean) {
    setTyped((before) => ({ ...before, [field]: value }));
    errors.clear(field);
  }
  function forget() {
    setTyped({});
    setDrafts({});
    for (const { field } of shape.plain) errors.clear(field);
  }
  async function submit() {
    setIsBusy(true);
    try {
      await saves[kind](changes);
      notifySuccess(words.saved(kind));
      forget();
    } catch (error) {
      const refusal = refusalOf(error);
      const field = refusal === null ? undefined : FIELD_OF[refusal.code];
      if (refusal === null || field === undefined) reportError(error, words.saveFailed(kind));
      else errors.reject({ [field]: refusal.message });
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <form
      aria-label={words.names[kind]}
      noValidate
      className="flex flex-col gap-3 rounded-md border border-(--gray-a5) p-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!isBusy && isDirty) void submit();
      }}
    >
      <Flex justify="between" align="center" gap="3" wrap="wrap">
        <Heading as="h2" size="4">
          {words.names[kind]}
        </Heading>
        {shape.hasSwitch && (
          <Text as="label" size="2">
            <Flex gap="2" align="center">
              <Switch checked={values.isActive === true} onCheckedChange={(isActive) => type("isActive", isActive)} />
              {words.isActive}
            </Flex>
          </Text>
        )}
      </Flex>
      {shape.plain.map(({ field, label, inputMode }) => (
        <LabeledField key={field} label={label} error={errors.of(field)}>
          {(ids) => (
            <TextField.Root
              {...ids}
              ref={errors.ref(field)}
              inputMode={inputMode}
              autoComplete="off"
              value={String(values[field] ?? "")}
              onChange={({ target }) => type(field, target.value)}
            />
          )}
        </LabeledField>
      ))}
      {shape.hasEnvironment && (
        <EnvironmentField
          label={words.environment}
          value={values.environment === "production" ? "production" : "sandbox"}
          onChange={(environment) => type("environment", environment)}
        />
      )}
      {shape.secrets.map(({ field, name, label }) => (
        <SecretField
          key={name}
          name={name}
          label={label}
          mask={maskOf(settings, kind, field)}
          draft={drafts[field]}
          onChange={(draft) => setDrafts((before) => ({ ...before, [field]: draft }))}
        />
      ))}
      {kind === "bling" && settings.bling.tokenExpiresAt !== null && (
        <Text as="p" size="2" color="gray">
          {words.expiresAt(formatInstant(settings.bling.tokenExpiresAt))}
        </Text>
      )}
      <Flex gap="3" mt="auto" pt="2">
        <Button
          type="submit"
          aria-busy={isBusy}
          aria-disabled={!isDirty}
          aria-label={words.saveOf(kind)}
          className={isDirty ? "" : "opacity-60"}
        >
          {isBusy ? texts.saving : texts.save}
        </Button>
        {isDirty && (
          <Button type="button" variant="soft" color="gray" highContrast onClick={forget}>
            {words.discard}
          </Button>
        )}
      </Flex>
    </form>
  );
}

/** The field that a refusal is about. */
const FIELD_OF: Partial<Record<string, string>> = { invalid_cep: "originCep", invalid_url: "apiUrl" };

function maskOf(settings: IntegrationSettings, kind: Integration, field: string): SecretMask {
  const value: unknown = Object.entries(settings[kind]).find(([name]) => name === field)?.[1];
  return isMask(value) ? value : { isSet: false, masked: null, updatedAt: null };
}

function isMask(value: unknown): value is SecretMask {
  return typeof value === "object" && value !== null && "isSet" in value && "updatedAt" in value;
}
