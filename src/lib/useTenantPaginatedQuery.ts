import type { PaginatedQueryArgs, PaginatedQueryItem, PaginatedQueryReference } from "convex/react";
import { useTenant } from "./tenant";
import { useLivePages, type LivePages } from "./useLivePages";
import type { WithoutTenant } from "./useTenantQuery";

export type { LivePages };

/** As `useLivePages`, of the current company. */
export function useTenantPaginatedQuery<Query extends PaginatedQueryReference>(
  query: Query,
  args: WithoutTenant<PaginatedQueryArgs<Query>>,
  pageSize: number,
  firstCount: number = pageSize,
): LivePages<PaginatedQueryItem<Query>> {
  const { tenant } = useTenant();
  const complete =
    tenant === null ? "skip" : ({ ...args, tenantId: tenant.id } as unknown as PaginatedQueryArgs<Query>);
  return useLivePages(query, complete, pageSize, firstCount);
}
