import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { useTenantQuery } from "../../lib/useTenantQuery";

export type GiftRow = FunctionReturnType<typeof api.gifts.list>[number];

/** By minimum purchase, smallest first. */
export function useGifts() {
  return useTenantQuery(api.gifts.list, {});
}

export function useGiftChanges() {
  return {
    create: useTenantMutation(api.gifts.create),
    update: useTenantMutation(api.gifts.update),
    remove: useTenantMutation(api.gifts.remove),
  };
}
