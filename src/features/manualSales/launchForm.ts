import { normalizeCode } from "../../../domain/codes";
import { refusalMessage } from "../../../domain/errors";
import { parseQuantity, planLaunch } from "../../../domain/launch";
import { parsePhone } from "../../../domain/phone";
import type { CatalogueProduct } from "./useCatalogue";
import type { LaunchDraft } from "./ownLaunches";
import { texts } from "./texts";

/** What stands in the three fields, as typed. */
export interface LaunchForm {
  readonly phone: string;
  readonly code: string;
  readonly quantity: string;
}

export type LaunchField = keyof LaunchForm;
export type LaunchErrors = Partial<Record<LaunchField, string>>;

/** What is known about the product of the code: not yet, that there is none, or which it is and how much is left. */
export type KnownProduct =
  | { readonly kind: "unknown" }
  | { readonly kind: "absent" }
  | { readonly kind: "found"; readonly product: CatalogueProduct; readonly stock: number | null };

export type Step =
  | { readonly kind: "focus"; readonly field: LaunchField }
  | { readonly kind: "correct"; readonly field: LaunchField; readonly message: string }
  | { readonly kind: "send"; readonly draft: LaunchDraft };

/** The quantity a field starts with. Source: specification §5. */
export const UNTOUCHED_QUANTITY = "1";

export const EMPTY_LINE: LaunchForm = { phone: "", code: "", quantity: UNTOUCHED_QUANTITY };

/**
 * What `Enter` does in a field: it moves phone → code → quantity → send, skips what is filled, and sends straight away
 * when the quantity is untouched and both others are valid. A wrong value keeps the focus where it has to be mended.
 *
 * Source: UX conventions L3, F5.
 */
export function onEnter(form: LaunchForm, field: LaunchField, known: KnownProduct): Step {
  const own = errorOf(form, field, known);
  if (own !== null) return { kind: "correct", field, message: own };
  if (field === "quantity") return sendStep(form, known);
  const other: LaunchField = field === "phone" ? "code" : "phone";
  if (form[other].trim() === "") return { kind: "focus", field: other };
  if (form.quantity.trim() !== UNTOUCHED_QUANTITY) return { kind: "focus", field: "quantity" };
  return sendStep(form, known);
}

/** What pressing Lançar does: send, or go to the first field that has to be mended. */
export function sendStep(form: LaunchForm, known: KnownProduct): Step {
  for (const field of ["phone", "code", "quantity"] as const) {
    const message = errorOf(form, field, known);
    if (message !== null) return { kind: "correct", field, message };
  }
  const phone = parsePhone(form.phone);
  const quantity = parseQuantity(form.quantity);
  if (!phone.ok || !quantity.ok) throw new Error("fields without an error should be readable");
  const product = known.kind === "found" ? known.product : null;
  return {
    kind: "send",
    draft: {
      productId: product?._id ?? null,
      productName: product?.name ?? null,
      unitPriceCents: product?.priceCents ?? null,
      code: product?.code ?? normalizeCode(form.code),
      phone: phone.value,
      quantity: quantity.value,
    },
  };
}

function errorOf(form: LaunchForm, field: LaunchField, known: KnownProduct): string | null {
  switch (field) {
    case "phone": {
      const phone = parsePhone(form.phone);
      return phone.ok ? null : sentence(phone.refusal);
    }
    case "code":
      if (form.code.trim() === "") return texts.codeRequired;
      return known.kind === "absent" ? texts.unknownCode(normalizeCode(form.code)) : null;
    case "quantity":
      return quantityError(form.quantity, known);
    default:
      return field satisfies never;
  }
}

/** The server checks again with the stock of that moment; this only spares a launch that is known to fail. */
function quantityError(text: string, known: KnownProduct): string | null {
  const quantity = parseQuantity(text);
  if (!quantity.ok) return sentence(quantity.refusal);
  if (known.kind !== "found" || known.stock === null) return null;
  const { product, stock } = known;
  const plan = planLaunch({ quantity: quantity.value, unitPriceCents: product.priceCents, stock }, null);
  return plan.ok ? null : sentence(plan.refusal);
}

function sentence(refusal: { readonly code: Parameters<typeof refusalMessage>[0]; readonly params: object }): string {
  return refusalMessage(refusal.code, refusal.params);
}
