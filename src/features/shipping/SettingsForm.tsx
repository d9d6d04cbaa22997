import { Button, Flex, Text } from "@radix-ui/themes";
import type { FormEvent, ReactNode } from "react";
import { AddressToCopy } from "../../ui/AddressToCopy";
import { ChangedMeanwhile } from "../../ui/ChangedMeanwhile";
import { EditedField } from "../../ui/EditedField";
import { CepHint, CepNotice } from "../postalCodes";
import { EnvironmentField, SecretField } from "../settings";
import { ReadOnlySecret } from "./ReadOnlySecret";
import { SettingField } from "./SettingField";
import { texts } from "./texts";
import { useWebhookAddress, type ShippingSettings } from "./useShipping";
import type { SettingsForm as Form } from "./useSettingsForm";

const words = texts.settings;

interface Props {
  readonly form: Form;
  readonly settings: ShippingSettings;
}

/** Everything a company sends from and with: the same record that Sistema and Integrações edit. */
export function SettingsForm({ form, settings }: Props) {
  return (
    <form
      aria-label={words.form}
      noValidate
      className="flex max-w-[720px] min-w-0 flex-1 flex-col gap-6"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!form.isBusy && form.isDirty) void form.submit();
      }}
    >
      <ApplicationFields form={form} settings={settings} />
      <SenderFields form={form} />
      <PackageFields form={form} />
      <Part title={words.pickup}>
        <SettingField
          form={form}
          field="pickupUrl"
          label={words.pickupUrl}
          hint={words.pickupUrlHint}
          type="url"
          className="col-span-6"
        />
      </Part>
      <SaveRow form={form} />
    </form>
  );
}

function Part({
  title,
  hint,
  children,
}: {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-[15px] font-semibold">{title}</legend>
      {hint !== undefined && (
        <Text as="p" size="2" color="gray" mb="3">
          {hint}
        </Text>
      )}
      <div className="grid grid-cols-6 items-start gap-x-3 gap-y-2">{children}</div>
    </fieldset>
  );
}

function ApplicationFields({ form, settings }: Props) {
  const { secret } = form;
  return (
    <Part title={words.application} hint={words.applicationHint}>
      <EditedField
        form={form}
        field="environment"
        stored={form.stored.environment}
        className="col-span-6 pb-[22px] sm:col-span-3"
      >
        <EnvironmentField label={words.environment} value={form.text.environment} onChange={form.setEnvironment} />
      </EditedField>
      <SettingField
        form={form}
        field="apiBaseUrl"
        label={words.apiBaseUrl}
        hint={words.apiBaseUrlHint}
        type="url"
        placeholder="https://"
        className="col-span-6 sm:col-span-3"
      />
      <SettingField form={form} field="clientId" label={words.clientId} className="col-span-6 sm:col-span-3" />
      <div className="col-span-6 flex min-w-0 flex-col gap-2 sm:col-span-3">
        <SecretField
          name="melhor_envio.client_secret"
          label={words.clientSecret}
          mask={settings.clientSecret}
          draft={secret.draft}
          onChange={secret.change}
        />
        {secret.hasConflict && (
          <ChangedMeanwhile
            actorName={form.authorOf("melhor_envio.client_secret")?.actorName ?? null}
            shown={settings.clientSecret.masked ?? words.blank}
            at={settings.clientSecret.updatedAt}
            onUseTheirs={() => secret.settle("theirs")}
            onKeepMine={() => secret.settle("mine")}
          />
        )}
      </div>
      <div className="col-span-6">
        <SettingField
          form={form}
          field="redirectUri"
          label={words.redirectUri}
          hint={words.redirectUriHint}
          type="url"
          placeholder="https://"
        />
        <UseCallback form={form} address={settings.callbackUrl} />
      </div>
      <ReadOnlySecret label={words.accessToken} mask={settings.accessToken} />
      <ReadOnlySecret label={words.refreshToken} mask={settings.refreshToken} />
      <WebhookAddress />
    </Part>
  );
}

function WebhookAddress() {
  const address = useWebhookAddress();
  if (address.status !== "ready") return null;
  return (
    <div className="col-span-6">
      <AddressToCopy label={words.webhook} hint={words.webhookHint} url={address.value.url} />
    </div>
  );
}

/** The address of this installation, as long as another one stands in the field. */
function UseCallback({ form, address }: { readonly form: Form; readonly address: string }) {
  if (form.text.redirectUri.trim() === address) return null;
  return (
    <Button
      type="button"
      size="1"
      variant="soft"
      color="gray"
      highContrast
      className="h-auto min-h-6 max-w-full py-1 text-left break-all whitespace-normal"
      onClick={() => form.typeField("redirectUri", address, false)}
    >
      {words.useCallback(address)}
    </Button>
  );
}

function SenderFields({ form }: Pick<Props, "form">) {
  return (
    <Part title={words.sender}>
      <SettingField form={form} field="senderName" label={words.name} className="col-span-6 sm:col-span-4" />
      <SettingField
        form={form}
        field="senderDocument"
        label={words.document}
        inputMode="numeric"
        className="col-span-6 sm:col-span-2"
      />
      <SettingField
        form={form}
        field="senderEmail"
        label={words.email}
        type="email"
        className="col-span-6 sm:col-span-4"
      />
      <SettingField
        form={form}
        field="senderPhone"
        label={words.phone}
        type="tel"
        className="col-span-6 sm:col-span-2"
      />
      <SettingField
        form={form}
        field="originCep"
        label={words.cep}
        hint={<CepHint state={form.cep.state} />}
        inputMode="numeric"
        className="col-span-6 sm:col-span-2"
      />
      <SettingField form={form} field="senderStreet" label={words.street} className="col-span-6 sm:col-span-4" />
      <CepNotice cep={form.cep} />
      <SettingField form={form} field="senderNumber" label={words.number} className="col-span-2" />
      <SettingField form={form} field="senderComplement" label={words.complement} className="col-span-4" />
      <SettingField
        form={form}
        field="senderNeighborhood"
        label={words.neighborhood}
        className="col-span-6 sm:col-span-2"
      />
      <SettingField form={form} field="senderCity" label={words.city} className="col-span-4 sm:col-span-3" />
      <SettingField form={form} field="senderState" label={words.state} className="col-span-2 sm:col-span-1" />
    </Part>
  );
}

const MEASURES = [
  { field: "defaultWeightGrams", label: words.weight, inputMode: "decimal" },
  { field: "defaultLengthCm", label: words.length, inputMode: "numeric" },
  { field: "defaultHeightCm", label: words.height, inputMode: "numeric" },
  { field: "defaultWidthCm", label: words.width, inputMode: "numeric" },
  { field: "defaultDiameterCm", label: words.diameter, inputMode: "numeric" },
] as const;

function PackageFields({ form }: Pick<Props, "form">) {
  return (
    <Part title={words.package}>
      {MEASURES.map((measure) => (
        <SettingField key={measure.field} form={form} {...measure} className="col-span-3 sm:col-span-2" />
      ))}
    </Part>
  );
}

function SaveRow({ form }: Pick<Props, "form">) {
  const { isBusy, isDirty } = form;
  return (
    <Flex align="center" gap="3" wrap="wrap" pb="6">
      <Button
        type="submit"
        aria-busy={isBusy}
        aria-disabled={!isDirty || undefined}
        className={isDirty ? "" : "cursor-default opacity-60"}
      >
        {isBusy ? words.saving : words.save}
      </Button>
      {isDirty && (
        <>
          <Button type="button" variant="soft" color="gray" highContrast onClick={form.forget}>
            {words.discard}
          </Button>
          <Text size="2" color="gray">
            {words.unsaved}
          </Text>
        </>
      )}
    </Flex>
  );
}
