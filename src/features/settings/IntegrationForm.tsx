import { Button, Flex, Heading, Switch, Text, TextField } from "@radix-ui/themes";
import type { FormEvent } from "react";
import type { Integration } from "../../../domain/secrets";
import { formatInstant } from "../../lib/ago";
import { notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { pickSeen, useEdit } from "../../lib/useEdit";
import { ChangedMeanwhile } from "../../ui/ChangedMeanwhile";
import { EditedField } from "../../ui/EditedField";
import { LabeledField } from "../../ui/LabeledField";
import { useFieldErrors } from "../../ui/useFieldErrors";
import { useSending } from "../../ui/useSending";
import { EnvironmentField } from "./EnvironmentField";
import { GatewayField } from "./GatewayField";
import {
  picked,
  plainText,
  plainValues,
  secretChanges,
  secretsSeen,
  SHAPES,
  showsOf,
  type PlainValues,
} from "./integrationForm";
import { SecretField, type SecretMask } from "./SecretField";
import { ServiceScreen } from "./ServiceScreen";
import { TestConnection } from "./TestConnection";
import { texts } from "./texts";
import { Webhook } from "./Webhook";
import { useSecretDrafts } from "./useSecretDrafts";
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
  const stored = plainValues(kind, settings);
  const form = useEdit<PlainValues, PlainValues>({ stored, fresh: stored, toText: plainText, shows: showsOf(stored) });
  const secrets = useSecretDrafts();
  const errors = useFieldErrors(shape.plain.map(({ field }) => field));
  const { isBusy, send } = useSending({
    errors,
    fieldOf: (code) => FIELD_OF[code] ?? null,
    report: (error) => reportError(error, words.saveFailed(kind)),
    onFailure: form.noteRefusal,
  });
  const values = form.text;
  const storedText = (field: string) => (typeof stored[field] === "string" ? stored[field] : null);
  const changes = { ...picked(form.text, form.changed), ...secretChanges(shape.secrets, secrets.draftOf) };
  const isDirty = Object.keys(changes).length > 0;

  function type(field: string, value: string | boolean) {
    form.type({ [field]: value });
    errors.clear(field);
  }
  function forget() {
    form.forget();
    secrets.forget();
    for (const { field } of shape.plain) errors.clear(field);
  }
  async function submit() {
    const seen = { ...pickSeen(form.seen, form.changed), ...secretsSeen(shape.secrets, secrets) };
    await send(
      () => saves[kind]({ ...changes, seen }),
      () => {
        notifySuccess(words.saved(kind));
        forget();
      },
    );
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
        <EditedField key={field} form={form} field={field} stored={storedText(field)}>
          <LabeledField label={label} error={errors.of(field)}>
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
        </EditedField>
      ))}
      {shape.hasEnvironment && (
        <EditedField form={form} field="environment" stored={storedText("environment")}>
          <EnvironmentField
            label={words.environment}
            value={values.environment === "production" ? "production" : "sandbox"}
            onChange={(environment) => type("environment", environment)}
          />
        </EditedField>
      )}
      {kind === "whatsapp" && (
        <EditedField form={form} field="gateway" stored={storedText("gateway")}>
          <GatewayField value={String(values.gateway ?? "")} onChange={(gateway) => type("gateway", gateway)} />
        </EditedField>
      )}
      {shape.secrets.map(({ field, name, label }) => {
        const mask = maskOf(settings, kind, field);
        const author = form.authorOf(name);
        return (
          <div key={name} className="flex flex-col gap-2">
            <SecretField
              name={name}
              label={label}
              mask={mask}
              draft={secrets.draftOf(name)}
              onChange={(draft) => secrets.change(name, draft, mask)}
            />
            {secrets.hasConflict(name, mask) && (
              <ChangedMeanwhile
                actorName={author?.actorName ?? null}
                shown={mask.masked ?? words.noSecret}
                at={author?.at ?? mask.updatedAt}
                onUseTheirs={() => secrets.settle(name, "theirs", mask)}
                onKeepMine={() => secrets.settle(name, "mine", mask)}
              />
            )}
          </div>
        );
      })}
      {kind === "bling" && settings.bling.tokenExpiresAt !== null && (
        <Text as="p" size="2" color="gray">
          {words.expiresAt(formatInstant(settings.bling.tokenExpiresAt))}
        </Text>
      )}
      {kind === "mercado_pago" && <Webhook address={settings.mercado_pago.webhookUrl} />}
      {kind === "mercado_pago" && <TestConnection />}
      <ServiceScreen kind={kind} />
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
