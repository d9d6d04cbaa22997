import { v } from "convex/values";
import type { Doc } from "./_generated/dataModel";
import { ownerMutation, ownerQuery, tenantQuery } from "./lib/functions";
import { vSeen } from "./lib/settingShapes";
import { vCents } from "./lib/validators";
import { createGift, findBestGift, listGifts, removeGift, updateGift } from "./model/gifts";
import { actorOf } from "./model/orderEvents";

const vDraft = {
  name: v.string(),
  description: v.union(v.null(), v.string()),
  minimumPurchaseCents: v.union(v.null(), vCents),
  isActive: v.boolean(),
};

const vGift = v.object({
  giftId: v.id("gifts"),
  name: v.string(),
  description: v.union(v.null(), v.string()),
  minimumPurchaseCents: vCents,
  isActive: v.boolean(),
  createdAt: v.number(),
});

/** Owner: by minimum purchase, smallest first. */
export const list = ownerQuery({
  args: {},
  returns: v.array(vGift),
  handler: async (ctx) => (await listGifts(ctx.db)).map(toGift),
});

/** Owner. Refused with `fields_required`, `invalid_amount`, `value_too_long`, `too_many_rows`. */
export const create = ownerMutation({
  args: vDraft,
  returns: v.object({ giftId: v.id("gifts") }),
  handler: async (ctx, draft) => ({
    giftId: await createGift(ctx.db, draft, { actor: actorOf(ctx.profile), at: Date.now() }),
  }),
});

/** Owner; `seen` is what the screen showed. Refused as `create`, and with `gift_not_found`, `changed_meanwhile`. */
export const update = ownerMutation({
  args: { giftId: v.id("gifts"), ...vDraft, seen: vSeen },
  returns: v.object({ giftId: v.id("gifts") }),
  handler: async (ctx, { giftId, seen, ...draft }) => {
    await updateGift(ctx.db, giftId, { draft, seen }, { actor: actorOf(ctx.profile), at: Date.now() });
    return { giftId };
  },
});

/** Owner. Refused with `gift_not_found`. */
export const remove = ownerMutation({
  args: { giftId: v.id("gifts") },
  returns: v.null(),
  handler: async (ctx, { giftId }) => {
    await removeGift(ctx.db, giftId, { actor: actorOf(ctx.profile), at: Date.now() });
    return null;
  },
});

/** Staff: the best gift a total earns, or null. */
export const best = tenantQuery({
  args: { totalCents: vCents },
  returns: v.union(v.null(), vGift),
  handler: async (ctx, { totalCents }) => {
    const gift = await findBestGift(ctx.db, totalCents);
    return gift === null ? null : toGift(gift);
  },
});

function toGift({ _id, _creationTime, tenantId: _tenantId, ...gift }: Doc<"gifts">) {
  return { giftId: _id, createdAt: _creationTime, ...gift };
}
