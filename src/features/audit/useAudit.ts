import { useConvex } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import { useTenant } from "../../lib/tenant";
import { useLivePages } from "../../lib/useLivePages";
import { useLiveQuery } from "../../lib/useLiveQuery";
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

export function useInstallationLines(filter: AuditFilter) {
  return useLivePages(api.audit.installation, filter, PAGE);
}

/** Whom the filter of the installation's log offers: the super admins. */
export function useInstallationPeople() {
  return useLiveQuery(api.people.superAdmins, {});
}

/** Reads every line of a filter, page by page, newest first. */
export type ReadAll = (filter: AuditFilter) => Promise<AuditLine[]>;

export function useAllAuditLines(): ReadAll {
  const client = useConvex();
  const { tenant } = useTenant();
  const tenantId = tenant?.id;
  return useCallback(
    (filter) => {
      if (tenantId === undefined) throw new Error("a company should be chosen before its log is exported");
      return readPages((paginationOpts) => client.query(api.audit.list, { ...filter, tenantId, paginationOpts }));
    },
    [client, tenantId],
  );
}

export function useAllInstallationLines(): ReadAll {
  const client = useConvex();
  return useCallback(
    (filter) => readPages((paginationOpts) => client.query(api.audit.installation, { ...filter, paginationOpts })),
    [client],
  );
}

type Page = (options: { numItems: number; cursor: string | null }) => Promise<{
  page: AuditLine[];
  isDone: boolean;
  continueCursor: string;
}>;

async function readPages(read: Page): Promise<AuditLine[]> {
  const lines: AuditLine[] = [];
  for (let cursor: string | null = null, isDone = false; !isDone;) {
    const page = await read({ numItems: EXPORT_PAGE, cursor });
    lines.push(...page.page);
    cursor = page.continueCursor;
    isDone = page.isDone;
  }
  return lines;
}
