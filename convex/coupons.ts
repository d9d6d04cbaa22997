import { v } from "convex/values";
import { requireEventDate } from "./lib/eventDate";
import { ownerMutation, ownerQuery, tenantQuery } from "./lib/functions";
import { vDiscount } from "./lib/officeTables";
import { vSeen } from "./lib/settingShapes";
import { vCents, vEventDate } from "./lib/validators";
import { createCoupon, listCoupons, removeCoupon, tryCoupon, updateCoupon } from "./model/coupons";
import { actorOf } from "./model/orderEvents";

const vDraft = {
  code: v.string(),
  discount: v.union(v.null(), vDiscount),
  expiresDate: v.union(v.null(), vEventDate),
  usageLimit: v.union(v.null(), v.number()),
  isActive: v.boolean(),
};

/** Owner: newest first. */
export const list = ownerQuery({
  args: {},
  returns: v.array(
    v.object({
      couponId: v.id("coupons"),
      code: v.string(),
      discount: vDiscount,
      expiresDate: v.union(v.null(), vEventDate),
      usageLimit: v.union(v.null(), v.number()),
      usedCount: v.number(),
      isActive: v.boolean(),
      createdAt: v.number(),
    }),
  ),
  handler: async (ctx) =>
    (await listCoupons(ctx.db)).map(({ _id, _creationTime, tenantId: _tenantId, ...coupon }) => {
      return { couponId: _id, createdAt: _creationTime, ...coupon };
    }),
});

/** Owner. Refused with `fields_required`, `coupon_code_in_use` and what `checkCouponDraft` names. */
export const create = ownerMutation({
  args: vDraft,
  returns: v.object({ couponId: v.id("coupons") }),
  handler: async (ctx, draft) => ({
    couponId: await createCoupon(ctx.db, draft, { actor: actorOf(ctx.profile), at: Date.now() }),
  }),
});

/** Owner; `seen` is what the screen showed. Refused as `create`, and with `coupon_not_found`, `changed_meanwhile`. */
export const update = ownerMutation({
  args: { couponId: v.id("coupons"), ...vDraft, seen: vSeen },
  returns: v.object({ couponId: v.id("coupons") }),
  handler: async (ctx, { couponId, seen, ...draft }) => {
    await updateCoupon(ctx.db, couponId, { draft, seen }, { actor: actorOf(ctx.profile), at: Date.now() });
    return { couponId };
  },
});

/** Owner. Refused with `coupon_not_found`. */
export const remove = ownerMutation({
  args: { couponId: v.id("coupons") },
  returns: v.null(),
  handler: async (ctx, { couponId }) => {
    await removeCoupon(ctx.db, couponId, { actor: actorOf(ctx.profile), at: Date.now() });
    return null;
  },
});

/**
 * Staff: what a typed code takes off a total today. Uses nothing up: that happens when the order is paid.
 *
 * Refused with `coupon_not_found`, `coupon_inactive`, `coupon_expired`, `coupon_used_up`.
 */
export const check = tenantQuery({
  args: { code: v.string(), totalCents: vCents, today: vEventDate },
  returns: v.object({ couponId: v.id("coupons"), code: v.string(), discountCents: vCents }),
  handler: (ctx, args) => {
    requireEventDate(args.today);
    return tryCoupon(ctx.db, args);
  },
});
