import { normalizeCode } from "../../../domain/codes";
import { refusalMessage, type ChangedMeanwhile, type RefusalCode } from "../../../domain/errors";
import { formatBRL, parseBRL } from "../../../domain/money";
import {
  checkProductDraft,
  MAX_PRODUCT_CODE,
  MAX_PRODUCT_NAME,
  MAX_VARIATION,
  type ProductDraft,
} from "../../../domain/products";
import { moneyText } from "../../ui/MoneyField";
import type { FieldErrors } from "../../ui/useFieldErrors";

/** The fields that are typed, from top to bottom. */
export const PRODUCT_FIELDS = ["code", "name", "priceCents", "stock", "color", "size"] as const;
export type ProductField = (typeof PRODUCT_FIELDS)[number];

/** A product as its fields show it. */
export type ProductText = Readonly<Record<ProductField, string>> & { readonly isActive: boolean };

export const NEW_PRODUCT: ProductText = {
  code: "",
  name: "",
  priceCents: "",
  stock: "",
  color: "",
  size: "",
  isActive: true,
};

export function productText({ code, name, priceCents, stock, color, size, isActive }: ProductDraft): ProductText {
  return {
    code,
    name,
    priceCents: priceCents === null ? "" : moneyText(priceCents),
    stock: stock === null ? "" : String(stock),
    color: color ?? "",
    size: size ?? "",
    isActive,
  };
}

export type ProductReading =
  | { readonly ok: true; readonly draft: ProductDraft }
  | { readonly ok: false; readonly errors: FieldErrors<ProductField> };

/** What the fields say, by the rule that the server applies again. Source: specification §5 "Product". */
export function readProduct(text: ProductText): ProductReading {
  const errors = { ...emptyOf(text), ...tooLongOf(text) };
  const price = parseBRL(text.priceCents);
  if (!price.ok && text.priceCents.trim() !== "") errors.priceCents = refusalMessage("invalid_amount");
  const pieces = text.stock.trim();
  if (!/^\d*$/.test(pieces)) errors.stock = refusalMessage("invalid_stock");
  if (Object.keys(errors).length > 0 || !price.ok) return { ok: false, errors };
  const draft: ProductDraft = {
    ...text,
    priceCents: price.value,
    stock: pieces === "" ? null : Number(pieces),
  };
  const checked = checkProductDraft(draft);
  if (checked.ok) return { ok: true, draft: checked.value };
  const { code, params } = checked.refusal;
  return { ok: false, errors: { [fieldOfRefusal(code) ?? "code"]: refusalMessage(code, params) } };
}

function emptyOf(text: ProductText): FieldErrors<ProductField> {
  const errors: FieldErrors<ProductField> = {};
  for (const field of ["code", "name", "priceCents"] as const)
    if (text[field].trim() === "") errors[field] = refusalMessage("fields_required");
  return errors;
}

const LONGEST = { code: MAX_PRODUCT_CODE, name: MAX_PRODUCT_NAME, color: MAX_VARIATION, size: MAX_VARIATION } as const;

function tooLongOf(text: ProductText): FieldErrors<ProductField> {
  const errors: FieldErrors<ProductField> = {};
  for (const field of ["code", "name", "color", "size"] as const) {
    const kept = field === "code" ? normalizeCode(text.code) : text[field].trim();
    if (kept.length > LONGEST[field]) errors[field] = refusalMessage("value_too_long", { max: LONGEST[field] });
  }
  return errors;
}

/** The field that a refusal of the server is about; null where it is about no field, or none can be told. */
export function fieldOfRefusal(code: RefusalCode): ProductField | null {
  switch (code) {
    case "product_code_in_use":
      return "code";
    case "invalid_amount":
      return "priceCents";
    case "invalid_stock":
      return "stock";
    default:
      return null;
  }
}

/** What has been typed, and what it began from: the second is sent along, so that nobody is overwritten unseen. */
export interface ProductEdit {
  readonly text: ProductText;
  readonly seen: ProductDraft;
}

/** Somebody made another value of a field that is being typed in. */
export interface FieldConflict {
  readonly value: string | number | null;
  readonly shown: string;
  /** Null until the server has said who. */
  readonly by: { readonly actorName: string; readonly at: number } | null;
}

/**
 * The edit over what is stored now: fields that nobody has typed in follow, those that say the same now are settled;
 * what is left over are conflicts (UX conventions F6, P3).
 */
export function follow(edit: ProductEdit, stored: ProductDraft): ProductEdit {
  const before = productText(edit.seen);
  const now = productText(stored);
  let { text, seen } = edit;
  for (const field of [...PRODUCT_FIELDS, "isActive"] as const) {
    if (seen[field] === stored[field]) continue;
    if (text[field] !== before[field] && text[field] !== now[field]) continue;
    text = { ...text, [field]: now[field] };
    seen = { ...seen, [field]: stored[field] };
  }
  return seen === edit.seen ? edit : { text, seen };
}

/** The field holds its own value still, but knows of the other: sending it now overwrites knowingly. */
export function keepMine(edit: ProductEdit, field: ProductField, value: string | number | null): ProductEdit {
  return { ...edit, seen: { ...edit.seen, [field]: value } };
}

export function takeTheirs(edit: ProductEdit, field: ProductField, value: string | number | null): ProductEdit {
  const { text, seen } = keepMine(edit, field, value);
  return { seen, text: { ...text, [field]: productText(seen)[field] } };
}

/** After `follow`: what is stored and neither typed nor seen. A flag has two values and is never in conflict. */
export function conflictsOf(
  { seen }: ProductEdit,
  stored: ProductDraft,
  known: ChangedMeanwhile | null,
): Partial<Record<ProductField, FieldConflict>> {
  const conflicts: Partial<Record<ProductField, FieldConflict>> = {};
  for (const field of PRODUCT_FIELDS) {
    const value = stored[field];
    if (seen[field] === value) continue;
    const by = known?.field === field && known.value === value ? { actorName: known.actorName, at: known.at } : null;
    conflicts[field] = { value, shown: shownAs(field, value), by };
  }
  return conflicts;
}

function shownAs(field: ProductField, value: string | number | null): string {
  if (value === null || value === "") return "vazio";
  return field === "priceCents" && typeof value === "number" ? formatBRL(value) : String(value);
}

/** Only what was changed is sent. */
export function changedFields(draft: ProductDraft, seen: ProductDraft): Partial<ProductDraft> {
  const changed = ([...PRODUCT_FIELDS, "isActive"] as const).filter((field) => draft[field] !== seen[field]);
  return Object.fromEntries(changed.map((field) => [field, draft[field]]));
}
