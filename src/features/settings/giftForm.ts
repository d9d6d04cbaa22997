import { refusalMessage, type RefusalCode } from "../../../domain/errors";
import { checkGiftDraft, MAX_GIFT_NAME, type GiftDraft, type GiftFields } from "../../../domain/gifts";
import { parseBRL } from "../../../domain/money";
import { moneyText } from "../../ui/MoneyField";
import type { FieldErrors } from "../../ui/useFieldErrors";

export const GIFT_FIELDS = ["name", "description", "minimum"] as const;
export type GiftField = (typeof GIFT_FIELDS)[number];

/** A gift as its fields show it. */
export interface GiftText {
  readonly name: string;
  readonly description: string;
  readonly minimum: string;
  readonly isActive: boolean;
}

export const NEW_GIFT: GiftText = { name: "", description: "", minimum: "", isActive: true };

export function giftText({ name, description, minimumPurchaseCents, isActive }: GiftFields): GiftText {
  return { name, description: description ?? "", minimum: moneyText(minimumPurchaseCents), isActive };
}

/** What of a gift a person edits. */
export type EditedGift = GiftDraft;

export const NO_GIFT: EditedGift = { name: "", description: null, minimumPurchaseCents: null, isActive: true };

export const GIFT_SHOWS = {
  name: ["name"],
  description: ["description"],
  minimumPurchaseCents: ["minimum"],
  isActive: ["isActive"],
} as const satisfies Record<keyof EditedGift, readonly (keyof GiftText)[]>;

export function editedText({ minimumPurchaseCents, ...gift }: EditedGift): GiftText {
  return minimumPurchaseCents === null ? NEW_GIFT : giftText({ ...gift, minimumPurchaseCents });
}

export type GiftReading =
  { readonly ok: true; readonly draft: GiftDraft } | { readonly ok: false; readonly errors: FieldErrors<GiftField> };

/** What the fields say, by the rule that the server applies again. Source: specification §5 "Gift". */
export function readGift(text: GiftText): GiftReading {
  const missing = refusalMessage("fields_required");
  const empty = {
    ...(text.name.trim() === "" ? { name: missing } : {}),
    ...(text.minimum.trim() === "" ? { minimum: missing } : {}),
  };
  if (Object.keys(empty).length > 0) return { ok: false, errors: empty };
  const minimum = parseBRL(text.minimum);
  if (!minimum.ok) return { ok: false, errors: { minimum: refusalMessage("invalid_amount") } };
  const draft: GiftDraft = {
    name: text.name,
    description: text.description.trim() === "" ? null : text.description,
    minimumPurchaseCents: minimum.value,
    isActive: text.isActive,
  };
  const checked = checkGiftDraft(draft);
  if (checked.ok) return { ok: true, draft };
  const { code, params } = checked.refusal;
  const tooLong = text.name.trim().length > MAX_GIFT_NAME ? "name" : "description";
  const field = code === "value_too_long" ? tooLong : (giftFieldOf(code) ?? "name");
  return { ok: false, errors: { [field]: refusalMessage(code, params) } };
}

/** The field that a refusal of the server is about. */
export function giftFieldOf(code: RefusalCode): GiftField | null {
  return code === "invalid_amount" ? "minimum" : null;
}
