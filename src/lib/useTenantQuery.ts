import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { useTenant } from "./tenant";
import { useLiveQuery, type Live } from "./useLiveQuery";

export type { Live };

/** The arguments of a company function without the company, which the hook adds. */
export type WithoutTenant<Args> = Omit<Args, "tenantId">;

/**
 * A live query of the current company. Loading while there is no company or while skipped.
 *
 * When the arguments change, the last value stays (`isStale`) until the new one is there, so that nothing flickers.
 */
export function useTenantQuery<Query extends FunctionReference<"query">>(
  query: Query,
  args: WithoutTenant<FunctionArgs<Query>> | "skip",
): Live<FunctionReturnType<Query>> {
  const { tenant } = useTenant();
  const complete = args === "skip" || tenant === null ? "skip" : { ...args, tenantId: tenant.id };
  return useLiveQuery(query, complete, tenant?.id);
}
