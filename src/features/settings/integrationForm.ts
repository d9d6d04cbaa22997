import type { Integration, SecretName } from "../../../domain/secrets";
import type { SecretDraft } from "./SecretField";
import { texts } from "./texts";
import type { IntegrationSettings } from "./useSettings";
import { cepText } from "./systemForm";

const words = texts.integrations;

interface PlainField {
  readonly field: string;
  readonly label: string;
  readonly inputMode?: "url" | "numeric";
}

interface Secret {
  readonly field: string;
  readonly name: SecretName;
  readonly label: string;
}

export interface IntegrationShape {
  readonly plain: readonly PlainField[];
  readonly secrets: readonly Secret[];
  readonly hasEnvironment: boolean;
  readonly hasSwitch: boolean;
}

/** What each service's form asks for. Source: specification §3 "Integration settings", "bling_integrations", "integration_whatsapp". */
export const SHAPES: Readonly<Record<Integration, IntegrationShape>> = {
  mercado_pago: {
    plain: [
      { field: "publicKey", label: words.publicKey },
      { field: "clientId", label: words.clientId },
    ],
    secrets: [
      { field: "clientSecret", name: "mercado_pago.client_secret", label: words.clientSecret },
      { field: "accessToken", name: "mercado_pago.access_token", label: words.accessToken },
      { field: "webhookSecret", name: "mercado_pago.webhook_secret", label: words.webhookSecret },
    ],
    hasEnvironment: false,
    hasSwitch: false,
  },
  melhor_envio: {
    plain: [
      { field: "clientId", label: words.clientId },
      { field: "originCep", label: words.originCep, inputMode: "numeric" },
    ],
    secrets: [
      { field: "clientSecret", name: "melhor_envio.client_secret", label: words.clientSecret },
      { field: "accessToken", name: "melhor_envio.access_token", label: words.accessToken },
    ],
    hasEnvironment: true,
    hasSwitch: false,
  },
  bling: {
    plain: [{ field: "clientId", label: words.clientId }],
    secrets: [
      { field: "clientSecret", name: "bling.client_secret", label: words.clientSecret },
      { field: "accessToken", name: "bling.access_token", label: words.accessToken },
      { field: "refreshToken", name: "bling.refresh_token", label: words.refreshToken },
    ],
    hasEnvironment: true,
    hasSwitch: true,
  },
  whatsapp: {
    plain: [
      { field: "apiUrl", label: words.apiUrl, inputMode: "url" },
      { field: "instanceName", label: words.instanceName },
    ],
    secrets: [{ field: "webhookSecret", name: "whatsapp.webhook_secret", label: words.webhookSecret }],
    hasEnvironment: false,
    hasSwitch: true,
  },
};

/** Fields by name, as they are shown. */
export type PlainValues = Readonly<Record<string, string | boolean>>;
export type SecretDrafts = Readonly<Record<string, SecretDraft>>;

/** What of a service's settings is readable, as its fields show it. */
export function plainValues(kind: Integration, settings: IntegrationSettings): PlainValues {
  const values: Record<string, string | boolean> = {};
  for (const [field, value] of Object.entries(settings[kind])) {
    if (typeof value === "boolean") values[field] = value;
    if (typeof value === "string") values[field] = field === "originCep" ? cepText(value) : value;
  }
  return values;
}

/** What is to be saved: the fields that were touched, and the secrets that get a value or lose theirs. */
export function integrationChanges(typed: PlainValues, drafts: SecretDrafts): Record<string, unknown> {
  const secrets = Object.entries(drafts).filter(([, draft]) => draft !== undefined);
  return { ...typed, ...Object.fromEntries(secrets) };
}
