import { isWebAddress } from "../../../domain/addresses";
import { kgText, parseCm, parseKg } from "../../../domain/measures";
import { refusalMessage, type RefusalCode } from "../../../domain/errors";
import { checkShippingFields } from "../../../domain/shippingSettings";
import { MAX_SLIP_TEXT } from "../../../domain/slips";
import type { FieldErrors } from "../../ui/useFieldErrors";
import type { SystemSettings } from "./useSettings";

export const SYSTEM_FIELDS = [
  "publicBaseUrl",
  "originCep",
  "defaultWeightGrams",
  "defaultLengthCm",
  "defaultHeightCm",
  "defaultWidthCm",
  "defaultDiameterCm",
  "slipShipping",
  "slipPayment",
] as const;
export type SystemField = (typeof SYSTEM_FIELDS)[number];

/** The settings as their fields show them: weight in kg, the rest as it is kept. */
export interface SystemText extends Record<SystemField, string> {
  readonly environment: SystemSettings["environment"];
}

export function systemText(settings: SystemSettings): SystemText {
  return {
    publicBaseUrl: settings.publicBaseUrl,
    originCep: cepText(settings.originCep),
    environment: settings.environment,
    defaultWeightGrams: kgText(settings.defaultWeightGrams),
    defaultLengthCm: String(settings.defaultLengthCm),
    defaultHeightCm: String(settings.defaultHeightCm),
    defaultWidthCm: String(settings.defaultWidthCm),
    defaultDiameterCm: String(settings.defaultDiameterCm),
    slipShipping: settings.slipShipping,
    slipPayment: settings.slipPayment,
  };
}

/** `31575060` → `31575-060`. */
export function cepText(digits: string): string {
  return /^\d{8}$/.test(digits) ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits;
}

export type SystemReading =
  | { readonly ok: true; readonly changes: Partial<SystemSettings> }
  | { readonly ok: false; readonly errors: FieldErrors<SystemField> };

/**
 * What was changed of the settings that the form began with. Only that is sent: what a colleague changed in another
 * field meanwhile stays.
 */
export function readSystem(text: SystemText, before: SystemText): SystemReading {
  const values: SystemSettings = {
    publicBaseUrl: text.publicBaseUrl.trim(),
    originCep: text.originCep,
    environment: text.environment,
    defaultWeightGrams: parseKg(text.defaultWeightGrams),
    defaultLengthCm: parseCm(text.defaultLengthCm),
    defaultHeightCm: parseCm(text.defaultHeightCm),
    defaultWidthCm: parseCm(text.defaultWidthCm),
    defaultDiameterCm: parseCm(text.defaultDiameterCm),
    slipShipping: text.slipShipping.trim(),
    slipPayment: text.slipPayment.trim(),
  };
  const changed = (Object.keys(values) as (keyof SystemSettings)[]).filter((name) => text[name] !== before[name]);
  const errors: FieldErrors<SystemField> = {};
  for (const field of SYSTEM_FIELDS) {
    const message = changed.includes(field) ? whyNot(field, values) : null;
    if (message !== null) errors[field] = message;
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, changes: Object.fromEntries(changed.map((name) => [name, values[name]])) };
}

function whyNot(field: SystemField, values: SystemSettings): string | null {
  if (field === "publicBaseUrl")
    return values.publicBaseUrl === "" || isWebAddress(values.publicBaseUrl) ? null : refusalMessage("invalid_url");
  if (field === "slipShipping" || field === "slipPayment")
    return values[field].length <= MAX_SLIP_TEXT ? null : refusalMessage("value_too_long", { max: MAX_SLIP_TEXT });
  const checked = checkShippingFields({ [field]: values[field] });
  return checked.ok ? null : refusalMessage(checked.refusal.code, checked.refusal.params);
}

/** The field that a refusal of the server is about. */
export function systemFieldOf(code: RefusalCode): SystemField | null {
  if (code === "invalid_url" || code === "value_too_long") return "publicBaseUrl";
  return code === "invalid_cep" ? "originCep" : null;
}
