import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { useTenant } from "./tenant";
import { questionOf, useKeepList, useLeftList } from "./useLeftList";
import type { Live } from "./useLiveQuery";
import { useTenantQuery, type WithoutTenant } from "./useTenantQuery";

/**
 * As `useTenantQuery`, for a query that answers with rows: a list that is opened again shows those it was left with, as stale ones, until the
 * server has said its own (UX conventions SP3).
 */
export function useTenantList<Query extends FunctionReference<"query", "public", Record<string, unknown>, unknown[]>>(
  query: Query,
  args: WithoutTenant<FunctionArgs<Query>> | "skip",
): Live<FunctionReturnType<Query>> {
  const { tenant } = useTenant();
  const live = useTenantQuery(query, args);
  const name = args === "skip" || tenant === null ? null : questionOf(query, { ...args, tenantId: tenant.id });
  const isFresh = live.status === "ready" && !live.isStale;
  const left = useLeftList(name);
  useKeepList(name, isFresh ? { rows: live.value, hasMore: false } : null);
  if (live.status !== "loading" || left === null) return live;
  return { status: "ready", value: left.rows as FunctionReturnType<Query>, isStale: true };
}
