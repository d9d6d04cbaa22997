import type { PaginatedQueryItem } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { useTenantPaginatedQuery, type LivePages } from "../../lib/useTenantPaginatedQuery";
import { useTenantQuery, type Live } from "../../lib/useTenantQuery";

export type ManualOrder = PaginatedQueryItem<typeof api.manualSales.orders>;
export type ManualOrderDetail = FunctionReturnType<typeof api.orders.byNumber>;

type WithoutTenantId<Args> = Omit<Args, "tenantId">;

/** Every order launched by hand, newest first, live. Throws the server's refusal while rendering. */
export function useManualOrders(pageSize: number): LivePages<ManualOrder> {
  return useTenantPaginatedQuery(api.manualSales.orders, {}, pageSize);
}

/** One order as it is now, with its adjustment and who changed it last; null when it is gone. */
export function useManualOrder(number: number): Live<ManualOrderDetail> {
  return useTenantQuery(api.orders.byNumber, { number });
}

export interface ManualOrderChanges {
  readonly update: (args: WithoutTenantId<FunctionArgs<typeof api.orders.update>>) => Promise<unknown>;
  readonly merge: (
    args: WithoutTenantId<FunctionArgs<typeof api.orders.merge>>,
  ) => Promise<FunctionReturnType<typeof api.orders.merge>>;
  readonly remove: (args: WithoutTenantId<FunctionArgs<typeof api.orders.remove>>) => Promise<unknown>;
}

export function useManualOrderChanges(): ManualOrderChanges {
  return {
    update: useTenantMutation(api.orders.update),
    merge: useTenantMutation(api.orders.merge),
    remove: useTenantMutation(api.orders.remove),
  };
}
