import { refusalMessage, refuse, type Refusal, type Result } from "../../../domain/errors";
import { parseBRL, type Cents } from "../../../domain/money";
import { adjustAmount, type OrderAmount } from "../../../domain/orderTotal";
import { parsePhone } from "../../../domain/phone";
import type { FieldDraft } from "./useFieldDraft";

export type OrderEditField = "phone" | "total";

export interface OrderChange {
  readonly phone?: string;
  readonly seenPhone?: string;
  readonly totalCents?: Cents;
  readonly seenTotalCents?: Cents;
}

export type OrderEdit =
  | { readonly kind: "nothing" }
  | { readonly kind: "change"; readonly change: OrderChange }
  | { readonly kind: "refused"; readonly field: OrderEditField; readonly message: string };

interface Typed {
  readonly phone: Pick<FieldDraft<string>, "text" | "isDirty" | "seen">;
  readonly total: Pick<FieldDraft<Cents>, "text" | "isDirty" | "seen">;
}

/** What saving the two fields means: only what was touched is sent, so that nobody else's change is undone by it. */
export function readOrderEdit(order: OrderAmount, { phone, total }: Typed): OrderEdit {
  let change: OrderChange = {};
  if (phone.isDirty) {
    const parsed = parsePhone(phone.text);
    if (!parsed.ok) return refused("phone", parsed.refusal);
    change = { ...change, phone: parsed.value, seenPhone: phone.seen };
  }
  if (total.isDirty) {
    const parsed = parseTotal(total.text);
    if (!parsed.ok) return refused("total", parsed.refusal);
    const planned = adjustAmount(order, parsed.value);
    if (!planned.ok) return refused("total", planned.refusal);
    change = { ...change, totalCents: parsed.value, seenTotalCents: total.seen };
  }
  return Object.keys(change).length === 0 ? { kind: "nothing" } : { kind: "change", change };
}

/** An amount as it is typed; a minus is understood, so that it can be refused for what it is. */
export function parseTotal(text: string): Result<Cents> {
  const parsed = parseBRL(text.replace(/^\s*(R\$)?\s*-/, ""));
  return parsed.ok && /^\s*(R\$)?\s*-/.test(text) && parsed.value > 0 ? refuse("negative_total") : parsed;
}

function refused(field: OrderEditField, { code, params }: Refusal): OrderEdit {
  const sentence = refusalMessage as (code: Refusal["code"], params: object) => string;
  return { kind: "refused", field, message: sentence(code, params) };
}
