import type { Id } from "../../../convex/_generated/dataModel";
import { UNTOUCHED_QUANTITY } from "./launchForm";

/** What was typed into one row of the product table. */
export interface RowDraft {
  readonly phone: string;
  readonly quantity: string;
  /** Why the row was not launched, at the field that has to be mended. */
  readonly error: { readonly field: "phone" | "quantity"; readonly message: string } | null;
}

export interface RowDrafts {
  readonly rows: ReadonlyMap<Id<"products">, RowDraft>;
  /** The default phone that was applied last; rows that still carry it follow the next one. */
  readonly appliedPhone: string;
}

export const NO_DRAFTS: RowDrafts = { rows: new Map(), appliedPhone: "" };

const UNTOUCHED: RowDraft = { phone: "", quantity: UNTOUCHED_QUANTITY, error: null };

export function draftOf(drafts: RowDrafts, productId: Id<"products">): RowDraft {
  return drafts.rows.get(productId) ?? UNTOUCHED;
}

export function withDraft(drafts: RowDrafts, productId: Id<"products">, change: Partial<RowDraft>): RowDrafts {
  const rows = new Map(drafts.rows).set(productId, { ...draftOf(drafts, productId), ...change });
  return { ...drafts, rows };
}

/**
 * Copies the default phone to the listed rows whose phone is empty or still the default applied before; a phone typed
 * by hand stays. Rows that are not listed now and carry the default before are freed, so that they do not come back with
 * a customer whom nobody chose for them.
 *
 * @returns the drafts, and how many rows changed
 * Source: UX conventions L14.
 */
export function applyPhone(
  drafts: RowDrafts,
  listed: readonly Id<"products">[],
  phone: string,
): { drafts: RowDrafts; changed: number } {
  const rows = new Map(drafts.rows);
  for (const [productId, draft] of drafts.rows) {
    if (draft.phone === drafts.appliedPhone && !listed.includes(productId))
      rows.set(productId, { ...draft, phone: "" });
  }
  let changed = 0;
  for (const productId of listed) {
    const draft = draftOf(drafts, productId);
    const isFree = draft.phone.trim() === "" || draft.phone === drafts.appliedPhone;
    if (!isFree || draft.phone === phone) continue;
    rows.set(productId, { ...draft, phone, error: null });
    changed += 1;
  }
  return { drafts: { rows, appliedPhone: phone }, changed };
}

/** After a launch the row starts over: quantity 1, and the default phone where one was applied. */
export function startOver(drafts: RowDrafts, productId: Id<"products">): RowDrafts {
  return withDraft(drafts, productId, { ...UNTOUCHED, phone: drafts.appliedPhone });
}
