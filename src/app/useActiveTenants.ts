import { useQueries, type RequestForQueries } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api";

type TenantCard = FunctionReturnType<typeof api.tenants.listActive>[number];

const REQUEST: RequestForQueries = { active: { query: api.tenants.listActive, args: {} } };
const NONE: readonly TenantCard[] = [];

/** The companies that may be chosen here; none where companies are not previewed, and none until it is known. */
export function useActiveTenants(): readonly TenantCard[] {
  // A failure leaves the choice out and nothing else: whoever needs a company is told by the guard.
  const { active } = useQueries(REQUEST) as { active: readonly TenantCard[] | Error | undefined };
  return active === undefined || active instanceof Error ? NONE : active;
}
