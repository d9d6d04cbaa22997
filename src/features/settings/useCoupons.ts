import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { useTenantQuery } from "../../lib/useTenantQuery";

export type CouponRow = FunctionReturnType<typeof api.coupons.list>[number];

/** Newest first. */
export function useCoupons() {
  return useTenantQuery(api.coupons.list, {});
}

export function useCouponChanges() {
  return {
    create: useTenantMutation(api.coupons.create),
    update: useTenantMutation(api.coupons.update),
    remove: useTenantMutation(api.coupons.remove),
  };
}
