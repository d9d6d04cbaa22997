import { refusalMessage, type RefusalCode } from "../../../domain/errors";
import { kgText, parseCm, parseKg } from "../../../domain/measures";
import { formatPhone, parsePhone } from "../../../domain/phone";
import { checkShippingFields, type ShippingFields } from "../../../domain/shippingSettings";
import { cepText, maskCep, maskDocument, maskState } from "../../lib/personText";
import type { FieldErrors } from "../../ui/useFieldErrors";

/** The fields that are typed, from top to bottom. Source: specification §3 "frete_config", product.md. */
export const SETTING_FIELDS = [
  "apiBaseUrl",
  "clientId",
  "redirectUri",
  "senderName",
  "senderDocument",
  "senderEmail",
  "senderPhone",
  "originCep",
  "senderStreet",
  "senderNumber",
  "senderComplement",
  "senderNeighborhood",
  "senderCity",
  "senderState",
  "defaultWeightGrams",
  "defaultLengthCm",
  "defaultHeightCm",
  "defaultWidthCm",
  "defaultDiameterCm",
  "pickupUrl",
] as const satisfies readonly (keyof ShippingFields)[];
export type SettingField = (typeof SETTING_FIELDS)[number];

/** The settings as their fields show them: masked, weight in kg. */
export interface SettingsText extends Record<SettingField, string> {
  readonly environment: ShippingFields["environment"];
}

const MEASURES = ["defaultLengthCm", "defaultHeightCm", "defaultWidthCm", "defaultDiameterCm"] as const;
type Measure = (typeof MEASURES)[number];

export function settingsText(settings: ShippingFields): SettingsText {
  const sides = Object.fromEntries(MEASURES.map((side) => [side, String(settings[side])])) as Record<Measure, string>;
  return {
    ...settings,
    ...sides,
    originCep: cepText(settings.originCep),
    senderDocument: maskDocument(settings.senderDocument),
    senderPhone: phoneText(settings.senderPhone),
    defaultWeightGrams: kgText(settings.defaultWeightGrams),
  };
}

/** Each value has a field of its own. */
export const SHOWS = Object.fromEntries(
  ([...SETTING_FIELDS, "environment"] as const).map((field) => [field, [field]]),
) as unknown as Readonly<Record<keyof ShippingFields, readonly (keyof SettingsText)[]>>;

/** What a field shows while somebody types at its end. */
export function maskSetting(field: SettingField, typed: string): string {
  switch (field) {
    case "originCep":
      return maskCep(typed);
    case "senderDocument":
      return maskDocument(typed);
    case "senderState":
      return maskState(typed);
    default:
      return typed;
  }
}

export type SettingsReading =
  | { readonly ok: true; readonly changes: Partial<ShippingFields> }
  | { readonly ok: false; readonly errors: FieldErrors<SettingField> };

/** What was changed, by the rule that the server applies again: only that is sent. */
export function readSettings(text: SettingsText, changed: readonly (keyof ShippingFields)[]): SettingsReading {
  const values = valuesOf(text);
  const errors: FieldErrors<SettingField> = {};
  for (const field of SETTING_FIELDS) {
    const checked = changed.includes(field) ? checkShippingFields({ [field]: values[field] }) : null;
    if (checked?.ok === false) errors[field] = refusalMessage(checked.refusal.code, checked.refusal.params);
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, changes: Object.fromEntries(changed.map((field) => [field, values[field]])) };
}

function valuesOf(text: SettingsText): ShippingFields {
  const sides = Object.fromEntries(MEASURES.map((side) => [side, parseCm(text[side])])) as Record<Measure, number>;
  return { ...text, ...sides, defaultWeightGrams: parseKg(text.defaultWeightGrams) };
}

/** As phones are written, where it is one. */
function phoneText(digits: string): string {
  const phone = parsePhone(digits);
  return phone.ok ? formatPhone(phone.value) : digits;
}

/** The field that a refusal of the server is about, where one can be told. */
export function settingFieldOf(code: RefusalCode): SettingField | null {
  switch (code) {
    case "invalid_cep":
      return "originCep";
    case "invalid_document":
      return "senderDocument";
    case "invalid_state":
      return "senderState";
    case "invalid_email":
      return "senderEmail";
    case "invalid_phone":
    case "unknown_area_code":
      return "senderPhone";
    default:
      return null;
  }
}

/** What of the settings is typed, without credentials and what the connection brings. */
export function plainSettings(settings: ShippingFields): ShippingFields {
  const fields = [...SETTING_FIELDS, "environment"] as const;
  return Object.fromEntries(fields.map((field) => [field, settings[field]])) as unknown as ShippingFields;
}
