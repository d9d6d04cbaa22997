import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { refusalMessageOf } from "./lib/errors";
import { scopedMutation, systemMutation, tenantMutation, tenantQuery } from "./lib/functions";
import { vJobItem, vJobState, type JobItem } from "./lib/jobTables";
import { performOnOrder } from "./model/bulkOrders";
import { performRow } from "./model/imports";
import {
  clearChunks,
  deedOfJob,
  listFailures,
  listJobs,
  requireJob,
  sweepJob,
  toJobCard,
  vJobCard,
} from "./model/jobs";
import { breakJob, cancelJob } from "./model/jobEnds";
import { runSlice } from "./model/jobRun";
import { actorOf } from "./model/orderEvents";

/** Staff: how far a job is; null when there is none. */
export const get = tenantQuery({
  args: { jobId: v.id("jobs") },
  returns: v.union(v.null(), vJobCard),
  handler: async (ctx, { jobId }) => {
    const job = await ctx.db.get("jobs", jobId);
    return job === null ? null : toJobCard(job);
  },
});

/** Staff: the last twenty jobs, newest first. */
export const list = tenantQuery({
  args: {},
  returns: v.array(vJobCard),
  handler: (ctx) => listJobs(ctx.db),
});

/** Staff: what a job could not do, and why, in order. */
export const failures = tenantQuery({
  args: { jobId: v.id("jobs"), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(v.object({ line: v.number(), label: v.string(), reason: v.string() })),
  handler: (ctx, { jobId, paginationOpts }) => listFailures(ctx.db, jobId, paginationOpts),
});

/** Staff: stops a job; what is done stays. Refused with `job_not_found`. */
export const cancel = tenantMutation({
  args: { jobId: v.id("jobs") },
  returns: v.object({ state: vJobState }),
  handler: async (ctx, { jobId }) => {
    const deed = { actor: actorOf(ctx.profile), at: Date.now() };
    const state = await cancelJob(ctx.db, await requireJob(ctx.db, jobId), deed);
    await ctx.scheduler.runAfter(0, internal.jobs.clear, { tenantId: ctx.tenant._id, jobId });
    return { state };
  },
});

const ofJob = { jobId: v.id("jobs") };
/** What is said of a mistake of ours; what it was stands beside it for the operator. */
const UNEXPECTED = "Erro inesperado. Tente de novo.";

/** Goes on with a job. A slice that throws leaves no trace, and the job says that it goes no further. */
export const run = scopedMutation({
  args: ofJob,
  returns: v.null(),
  handler: async (ctx, { jobId }) => {
    const key = { tenantId: ctx.tenant._id, jobId };
    try {
      const hasMore = await ctx.runMutation(internal.jobs.slice, key);
      if (hasMore) await ctx.scheduler.runAfter(0, internal.jobs.run, key);
    } catch (error) {
      await breakJob(ctx.db, jobId, String(error), Date.now());
      await ctx.scheduler.runAfter(0, internal.jobs.clear, key);
    }
    return null;
  },
});

/** The next slice of a job: a transaction within the run's own. Tells whether there is another one. */
export const slice = scopedMutation({
  args: ofJob,
  returns: v.boolean(),
  handler: async (ctx, { jobId }) => {
    const perform = async (item: JobItem) => {
      try {
        await ctx.runMutation(internal.jobs.perform, { tenantId: ctx.tenant._id, jobId, item });
        return null;
      } catch (error) {
        const reason = refusalMessageOf(error);
        return reason === null ? { reason: UNEXPECTED, cause: String(error) } : { reason };
      }
    };
    return await runSlice(ctx.db, jobId, perform, Date.now());
  },
});

/** One item of a job: a transaction within the slice's own, so that one that fails leaves no trace and holds up no other. */
export const perform = scopedMutation({
  args: { ...ofJob, item: vJobItem },
  returns: v.null(),
  handler: async (ctx, { jobId, item }) => {
    const job = await requireJob(ctx.db, jobId);
    const deed = deedOfJob(job, Date.now());
    if ("cells" in item) await performRow(ctx.db, job, item.cells, deed);
    else if (job.work.kind !== "rows") await performOnOrder(ctx.db, item.orderId, job.work.action, deed);
    return null;
  },
});

/** Deletes what a job that was stopped will not work through any more, step by step. */
export const clear = scopedMutation({
  args: ofJob,
  returns: v.null(),
  handler: async (ctx, { jobId }) => {
    const hasMore = await clearChunks(ctx.db, jobId);
    if (hasMore) await ctx.scheduler.runAfter(0, internal.jobs.clear, { tenantId: ctx.tenant._id, jobId });
    return null;
  },
});

const JOB_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

/** Deletes jobs older than 30 days, of all companies, step by step; each step schedules the next. */
export const sweep = systemMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const hasMore = await sweepJob(ctx.db, Date.now() - JOB_LIFE_MS);
    if (hasMore) await ctx.scheduler.runAfter(0, internal.jobs.sweep, {});
    return null;
  },
});
