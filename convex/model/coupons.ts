import type { AuditValues } from "../../domain/audit";
import {
  applyCoupon,
  checkCouponDraft,
  normalizeCouponCode,
  type CouponDraft,
  type CouponFields,
} from "../../domain/coupons";
import { refuse } from "../../domain/errors";
import { assertCents, type Cents } from "../../domain/money";
import { couponValues, type SeenValues } from "../../domain/seenValues";
import type { Doc, Id } from "../_generated/dataModel";
import { appError, orThrow, refuseWith } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { findAuditAuthor, writeAudit, writeAuditOfChanges } from "./audit";
import { requireSeen } from "./meanwhile";
import type { Deed } from "./orderEvents";

/** More than a shop thinks up; keeps the list one read. */
export const MAX_COUPONS = 500;

/** Newest first. */
export async function listCoupons(db: TenantReader): Promise<Doc<"coupons">[]> {
  const coupons = await db.query("coupons").withIndex("by_tenantId_and_code").take(MAX_COUPONS);
  return coupons.sort((one, other) => other._creationTime - one._creationTime);
}

/** Refused as `checkCouponDraft` says, with `coupon_code_in_use` and `too_many_rows`. */
export async function createCoupon(db: TenantWriter, draft: CouponDraft, deed: Deed): Promise<Id<"coupons">> {
  const fields = orThrow(checkCouponDraft(draft));
  if ((await findByCode(db, fields.code)) !== null) return refuseWith("coupon_code_in_use");
  if ((await listCoupons(db)).length >= MAX_COUPONS)
    throw appError(refuse("too_many_rows", { max: MAX_COUPONS }).refusal);
  const couponId = await db.insert("coupons", { ...fields, usedCount: 0 });
  const record = { kind: "coupon", key: couponId, label: fields.code } as const;
  await writeAudit(db, deed, { action: "coupon_created", record, after: auditValues(fields) });
  return couponId;
}

/**
 * How often it was used stays as it is. Refused as a new one, with `coupon_not_found`, and with `changed_meanwhile` where
 * somebody has made another of a field than the screen showed.
 */
export async function updateCoupon(
  db: TenantWriter,
  couponId: Id<"coupons">,
  { draft, seen }: { readonly draft: CouponDraft; readonly seen: SeenValues | undefined },
  deed: Deed,
): Promise<void> {
  const coupon = (await db.get("coupons", couponId)) ?? refuseWith("coupon_not_found");
  const fields = orThrow(checkCouponDraft(draft));
  const change = { stored: couponValues(coupon), wanted: couponValues(fields), seen };
  await requireSeen(change, (field) => findAuditAuthor(db, couponId, field), deed);
  const namesake = await findByCode(db, fields.code);
  if (namesake !== null && namesake._id !== couponId) return refuseWith("coupon_code_in_use");
  await db.patch("coupons", coupon, fields);
  const record = { kind: "coupon", key: couponId, label: fields.code } as const;
  const [before, after] = [auditValues(coupon), auditValues(fields)];
  await writeAuditOfChanges(db, deed, { action: "coupon_changed", record, before, after });
}

/** Refused with `coupon_not_found`. */
export async function removeCoupon(db: TenantWriter, couponId: Id<"coupons">, deed: Deed): Promise<void> {
  const coupon = (await db.get("coupons", couponId)) ?? refuseWith("coupon_not_found");
  await db.delete("coupons", coupon);
  const record = { kind: "coupon", key: couponId, label: coupon.code } as const;
  await writeAudit(db, deed, {
    action: "coupon_removed",
    record,
    before: { ...auditValues(coupon), usedCount: coupon.usedCount },
  });
}

export interface AppliedCoupon {
  readonly couponId: Id<"coupons">;
  readonly code: string;
  readonly discountCents: Cents;
}

/** What a typed code takes off. Refused with `coupon_not_found` and as `applyCoupon` says. */
export async function tryCoupon(
  db: TenantReader,
  { code, totalCents, today }: { readonly code: string; readonly totalCents: Cents; readonly today: string },
): Promise<AppliedCoupon> {
  assertCents(totalCents);
  const coupon = (await findByCode(db, normalizeCouponCode(code))) ?? refuseWith("coupon_not_found");
  const discountCents = orThrow(applyCoupon(coupon, totalCents, today));
  return { couponId: coupon._id, code: coupon.code, discountCents };
}

async function findByCode(db: TenantReader, code: string): Promise<Doc<"coupons"> | null> {
  return await db
    .query("coupons")
    .withIndex("by_tenantId_and_code", (q) => q.eq("code", code))
    .unique();
}

function auditValues({ code, discount, expiresDate, usageLimit, isActive }: CouponFields): AuditValues {
  const amount = discount.kind === "percentage" ? discount.percent : discount.amountCents;
  return { code, discountKind: discount.kind, discount: amount, expiresDate, usageLimit, isActive };
}
