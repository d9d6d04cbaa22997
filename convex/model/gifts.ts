import type { AuditValues } from "../../domain/audit";
import { refuse } from "../../domain/errors";
import { bestGift, checkGiftDraft, type GiftDraft, type GiftFields } from "../../domain/gifts";
import { assertCents, type Cents } from "../../domain/money";
import { giftValues, type SeenValues } from "../../domain/seenValues";
import type { Doc, Id } from "../_generated/dataModel";
import { appError, orThrow, refuseWith } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { findAuditAuthor, writeAudit, writeAuditOfChanges } from "./audit";
import { requireSeen } from "./meanwhile";
import type { Deed } from "./orderEvents";

/** More than a shop gives away; keeps the list one read. */
export const MAX_GIFTS = 500;

/** By minimum purchase, smallest first. */
export async function listGifts(db: TenantReader): Promise<Doc<"gifts">[]> {
  return await db.query("gifts").withIndex("by_tenantId_and_minimumPurchaseCents").order("asc").take(MAX_GIFTS);
}

/** Refused as `checkGiftDraft` says, and with `too_many_rows`. */
export async function createGift(db: TenantWriter, draft: GiftDraft, deed: Deed): Promise<Id<"gifts">> {
  const fields = orThrow(checkGiftDraft(draft));
  if ((await listGifts(db)).length >= MAX_GIFTS) throw appError(refuse("too_many_rows", { max: MAX_GIFTS }).refusal);
  const giftId = await db.insert("gifts", fields);
  const record = { kind: "gift", key: giftId, label: fields.name } as const;
  await writeAudit(db, deed, { action: "gift_created", record, after: auditValues(fields) });
  return giftId;
}

/**
 * Refused as a new one, with `gift_not_found`, and with `changed_meanwhile` where somebody has made another of a field than
 * the screen showed.
 */
export async function updateGift(
  db: TenantWriter,
  giftId: Id<"gifts">,
  { draft, seen }: { readonly draft: GiftDraft; readonly seen: SeenValues | undefined },
  deed: Deed,
): Promise<void> {
  const gift = (await db.get("gifts", giftId)) ?? refuseWith("gift_not_found");
  const fields = orThrow(checkGiftDraft(draft));
  const change = { stored: giftValues(gift), wanted: giftValues(fields), seen };
  await requireSeen(change, (field) => findAuditAuthor(db, giftId, field), deed);
  await db.patch("gifts", gift, fields);
  const record = { kind: "gift", key: giftId, label: fields.name } as const;
  const [before, after] = [auditValues(gift), auditValues(fields)];
  await writeAuditOfChanges(db, deed, { action: "gift_changed", record, before, after });
}

/** Refused with `gift_not_found`. */
export async function removeGift(db: TenantWriter, giftId: Id<"gifts">, deed: Deed): Promise<void> {
  const gift = (await db.get("gifts", giftId)) ?? refuseWith("gift_not_found");
  await db.delete("gifts", gift);
  const record = { kind: "gift", key: giftId, label: gift.name } as const;
  await writeAudit(db, deed, { action: "gift_removed", record, before: auditValues(gift) });
}

/** The best gift a total earns, or null. */
export async function findBestGift(db: TenantReader, totalCents: Cents): Promise<Doc<"gifts"> | null> {
  assertCents(totalCents);
  return bestGift(await listGifts(db), totalCents);
}

function auditValues({ name, description, minimumPurchaseCents, isActive }: GiftFields): AuditValues {
  return { name, description, minimumPurchaseCents, isActive };
}
