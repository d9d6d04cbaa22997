import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { JOB_KINDS, JOB_STATES } from "../../domain/jobs";
import { literals, vEventDate, vEventType } from "./validators";

export const vJobKind = literals(JOB_KINDS);
export const vJobState = literals(JOB_STATES);

/** `BulkAction` of domain/jobs.ts. */
export const vBulkAction = v.union(
  v.object({ kind: v.literal("printed"), printed: v.boolean() }),
  v.object({ kind: v.literal("paid"), isPaid: v.boolean() }),
  v.object({ kind: v.literal("remove"), returnPaidStock: v.boolean() }),
);

export const bulkFilter = {
  isPaid: v.optional(v.boolean()),
  eventType: v.optional(vEventType),
  eventDate: v.optional(vEventDate),
};

/** The cells of a file's row, by the key of their column. */
export const vCells = v.record(v.string(), v.string());

const vJobWork = v.union(
  /** The orders under a filter up to the number that was the last when it began, and how far it has come. */
  v.object({
    kind: v.literal("filtered_orders"),
    action: vBulkAction,
    filter: v.object(bulkFilter),
    afterNumber: v.number(),
    upToNumber: v.number(),
  }),
  /** The orders that its chunks list. */
  v.object({ kind: v.literal("listed_orders"), action: vBulkAction }),
  /** The rows that its chunks hold. */
  v.object({ kind: v.literal("rows"), updateExisting: v.boolean(), receivedRows: v.number() }),
);
export type JobWork = Infer<typeof vJobWork>;

const vJobRow = v.object({ line: v.number(), cells: vCells });
export type JobRow = Infer<typeof vJobRow>;

/** One step of a job, done whole or not at all. */
export const vJobItem = v.union(v.object({ orderId: v.id("orders") }), v.object({ cells: vCells }));
export type JobItem = Infer<typeof vJobItem>;

export const jobTables = {
  /**
   * Work that goes on by itself, and how far it is. Written by `model/jobs.ts`, `model/jobRun.ts` and
   * `model/jobEnds.ts`, deleted after 30 days.
   */
  jobs: defineTable({
    tenantId: v.id("tenants"),
    kind: vJobKind,
    /** What a person calls it: the file's name, or what is done. */
    label: v.string(),
    state: vJobState,
    /** What it is going to do as far as is known; when it is over, what it has done. */
    total: v.number(),
    done: v.number(),
    ok: v.number(),
    failed: v.number(),
    createdById: v.id("profiles"),
    createdByName: v.string(),
    /** Epoch milliseconds. */
    createdAt: v.number(),
    finishedAt: v.union(v.null(), v.number()),
    /** What the operator is to read where a mistake of ours stopped it. */
    cause: v.optional(v.string()),
    work: vJobWork,
  }).index("by_tenantId", ["tenantId"]),

  /** What a job works through, in pieces; each is deleted when it is done. Written by `model/jobs.ts`. */
  jobChunks: defineTable({
    tenantId: v.id("tenants"),
    jobId: v.id("jobs"),
    /** The position in the job of its first item. */
    first: v.number(),
    content: v.union(
      v.object({ rows: v.array(vJobRow) }),
      v.object({
        /** `number` is null where the order was gone already. */
        orders: v.array(v.object({ orderId: v.id("orders"), number: v.union(v.null(), v.number()) })),
      }),
    ),
  }).index("by_tenantId_and_jobId_and_first", ["tenantId", "jobId", "first"]),

  /** What a job could not do, and why, in order. Written by `model/jobRun.ts`. */
  jobFailures: defineTable({
    tenantId: v.id("tenants"),
    jobId: v.id("jobs"),
    /** The row of the file as a spreadsheet counts them, or the order's number. */
    line: v.number(),
    label: v.string(),
    reason: v.string(),
    /** What the operator is to read where it was a mistake of ours. */
    cause: v.optional(v.string()),
  }).index("by_tenantId_and_jobId", ["tenantId", "jobId"]),
};
