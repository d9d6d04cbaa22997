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
    secrets: [
      { field: "apiKey", name: "whatsapp.api_key", label: words.apiKey },
      { field: "webhookSecret", name: "whatsapp.webhook_secret", label: words.webhookSecret },
    ],
    hasEnvironment: false,
    hasSwitch: true,
  },
};

/** Fields by name, as they are shown. */
export type PlainValues = Readonly<Record<string, string | boolean>>;

/** What of a service's settings is readable. */
export function plainValues(kind: Integration, settings: IntegrationSettings): PlainValues {
  const entries: [string, unknown][] = Object.entries(settings[kind]);
  return Object.fromEntries(entries.filter((entry): entry is [string, string | boolean] => isReadable(entry[1])));
}

function isReadable(value: unknown): value is string | boolean {
  return typeof value === "string" || typeof value === "boolean";
}

/** The same as its fields show it. */
export function plainText(values: PlainValues): PlainValues {
  const { originCep } = values;
  return typeof originCep === "string" ? { ...values, originCep: cepText(originCep) } : values;
}

/** Each value has a field of its own. */
export function showsOf(values: PlainValues): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.keys(values).map((field) => [field, [field]]));
}

export function picked(values: PlainValues, fields: readonly string[]): PlainValues {
  return Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field)));
}

/** The secrets that get a value or lose theirs. */
export function secretChanges(
  secrets: readonly Secret[],
  draftOf: (name: SecretName) => SecretDraft,
): Record<string, string | null> {
  return Object.fromEntries(
    secrets.flatMap(({ field, name }): [string, string | null][] => {
      const draft = draftOf(name);
      return draft === undefined ? [] : [[field, draft]];
    }),
  );
}

/** What was seen of those. */
export function secretsSeen(
  secrets: readonly Secret[],
  drafts: {
    readonly draftOf: (name: SecretName) => SecretDraft;
    readonly seen: Partial<Record<SecretName, number | null>>;
  },
): Record<string, number | null> {
  const typed = secrets.filter(({ name }) => drafts.draftOf(name) !== undefined);
  return Object.fromEntries(typed.map(({ name }) => [name, drafts.seen[name] ?? null]));
}
