import { v, type Infer, type VLiteral, type VUnion } from "convex/values";
import { EVENT_TYPES } from "../../domain/events";

/** One validator for a list of texts that is written down once, in `domain/`. */
export function literals<const T extends readonly [string, string, ...string[]]>(
  values: T,
): VUnion<T[number], VLiteral<T[number]>[]> {
  return v.union(...values.map((value) => v.literal<T[number]>(value)));
}

/** An integer number of centavos. Whether it is whole is checked by `assertCents` where it is computed. */
export const vCents = v.number();
/** Digits with country code, as `parsePhone` gives them. */
export const vPhone = v.string();
/** "YYYY-MM-DD". Whether the day exists is checked by `requireEventDate` where it comes from outside. */
export const vEventDate = v.string();
export const vEventType = literals(EVENT_TYPES);

export const ROLES = ["super_admin", "owner", "staff"] as const;
export const vRole = literals(ROLES);
export type Role = Infer<typeof vRole>;

/** A number, a flag, a text or nothing: enough to write down what a field was and became. */
export const vPlainValue = v.union(v.null(), v.boolean(), v.number(), v.string());

export const vSums = v.object({ orders: v.number(), totalCents: vCents, pieces: v.number() });

export const vAddress = v.object({
  /** 8 digits. */
  cep: v.string(),
  street: v.string(),
  number: v.string(),
  complement: v.string(),
  neighborhood: v.string(),
  city: v.string(),
  /** UF. */
  state: v.string(),
});
