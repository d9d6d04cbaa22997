import { useConvex } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import { useTenant } from "../../lib/tenant";
import { useTenantPaginatedQuery } from "../../lib/useTenantPaginatedQuery";
import { useTenantQuery } from "../../lib/useTenantQuery";
import type { AuditLine } from "./auditText";

type Args = FunctionArgs<typeof api.audit.list>;
export type AuditFilter = Pick<Args, "actorId" | "recordKey" | "day">;

const PAGE = 25;
/** As much as the server gives at a time. */
const EXPORT_PAGE = 200;

export function useAuditLines(filter: AuditFilter) {
  return useTenantPaginatedQuery(api.audit.list, filter, PAGE);
}

/** Whom the filter by person offers: the people of the company. */
export function useAuditPeople() {
  return useTenantQuery(api.audit.people, {});
}

/** Reads every line of a filter, page by page, newest first. */
export function useAllAuditLines(): (filter: AuditFilter) => Promise<AuditLine[]> {
  const client = useConvex();
  const { tenant } = useTenant();
  const tenantId = tenant?.id;
  return useCallback(
    async (filter) => {
      if (tenantId === undefined) throw new Error("a company should be chosen before its log is exported");
      const lines: AuditLine[] = [];
      for (let cursor: string | null = null, isDone = false; !isDone;) {
        const paginationOpts = { numItems: EXPORT_PAGE, cursor };
        const page: { page: AuditLine[]; isDone: boolean; continueCursor: string } = await client.query(
          api.audit.list,
          { ...filter, tenantId, paginationOpts },
        );
        lines.push(...page.page);
        cursor = page.continueCursor;
        isDone = page.isDone;
      }
      return lines;
    },
    [client, tenantId],
  );
}
