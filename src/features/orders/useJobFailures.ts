import type { FunctionReturnType } from "convex/server";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import { useAskTenant } from "../../lib/useAskTenant";
import { useTenantPaginatedQuery } from "../../lib/useTenantPaginatedQuery";
import type { Job } from "./useBulkJobs";

type Failure = FunctionReturnType<typeof api.jobs.failures>["page"][number];

const SHOWN = 50;
const READ = 200;

export function useJobFailures(jobId: Job["jobId"]) {
  return useTenantPaginatedQuery(api.jobs.failures, { jobId }, SHOWN);
}

/** All of them once, for a file. */
export function useReadFailures(jobId: Job["jobId"]): () => Promise<Failure[]> {
  const ask = useAskTenant(api.jobs.failures);
  return useCallback(async () => {
    const rows: Failure[] = [];
    for (let cursor: string | null = null, isDone = false; !isDone;) {
      const page: Awaited<ReturnType<typeof ask>> = await ask({ jobId, paginationOpts: { numItems: READ, cursor } });
      rows.push(...page.page);
      [cursor, isDone] = [page.continueCursor, page.isDone];
    }
    return rows;
  }, [ask, jobId]);
}
