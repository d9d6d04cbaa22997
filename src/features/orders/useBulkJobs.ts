import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { PERSONAL_PREFIX, useStored } from "../../lib/localStore";
import { reportError } from "../../lib/reportError";
import { useTenant } from "../../lib/tenant";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { useTenantQuery } from "../../lib/useTenantQuery";
import { jobsToShow, parseFollowed, withFollowed, withoutFollowed } from "./followedJobs";
import type { OrderFilters } from "./orderFilters";
import { texts } from "./texts";

export type Job = FunctionReturnType<typeof api.jobs.list>[number];
type OrderId = Id<"orders">;

export type BulkTarget = { readonly orderIds: readonly OrderId[] } | { readonly filter: OrderFilters };
export type BulkDeed =
  | { readonly kind: "printed"; readonly printed: boolean }
  | { readonly kind: "remove"; readonly returnPaidStock: boolean };

export interface BulkJobs {
  /** Begins the work on the server; resolves to whether it has begun. */
  readonly start: (target: BulkTarget, deed: BulkDeed) => Promise<boolean>;
  /** What runs, whoever began it, and what has ended and was begun here; oldest first. */
  readonly shown: readonly Job[];
  readonly cancel: (job: Job) => void;
  readonly dismiss: (job: Job) => void;
}

/**
 * Work on more orders than one request takes. It goes on by itself: leaving the screen does not stop it, and whoever
 * comes back finds it, or how it ended (UX conventions B5).
 */
export function useBulkJobs(): BulkJobs {
  const startBulk = useTenantMutation(api.orders.startBulk);
  const cancelJob = useTenantMutation(api.jobs.cancel);
  const live = useTenantQuery(api.jobs.list, {});
  const { tenant } = useTenant();
  const [stored, write] = useStored(`${PERSONAL_PREFIX}bulkJobs:${tenant?.id ?? ""}`);
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const followed = parseFollowed(stored);

  return {
    start: async (target, deed) => {
      try {
        const args = "filter" in target ? { filter: target.filter } : { orderIds: [...target.orderIds] };
        const { jobId } = await startBulk({ ...args, action: deed });
        write(withFollowed(followed, jobId));
        return true;
      } catch (error) {
        reportError(error, deed.kind === "printed" ? texts.bulkPrintedFailed : texts.bulkRemoveFailed);
        return false;
      }
    },
    shown: jobsToShow(live.status === "ready" ? live.value : [], followed, dismissed),
    cancel: ({ jobId }) => {
      cancelJob({ jobId }).catch((error: unknown) => reportError(error, texts.jobCancelFailed));
    },
    dismiss: ({ jobId }) => {
      setDismissed((before) => new Set(before).add(jobId));
      write(withoutFollowed(followed, jobId));
    },
  };
}
