import { v } from "convex/values";
import { IMPORT_KINDS } from "../domain/jobs";
import { internal } from "./_generated/api";
import { tenantMutation } from "./lib/functions";
import { vCells } from "./lib/jobTables";
import { literals } from "./lib/validators";
import { addImportRows, beginImport, startImport } from "./model/imports";
import { requireJob } from "./model/jobs";

/** Staff: a file is going to be sent. Refused with `sheet_empty`, `sheet_too_long`, `value_too_long`. */
export const begin = tenantMutation({
  args: { kind: literals(IMPORT_KINDS), fileName: v.string(), total: v.number(), updateExisting: v.boolean() },
  returns: v.object({ jobId: v.id("jobs") }),
  handler: async (ctx, file) => ({ jobId: await beginImport(ctx, file) }),
});

/** Staff: a piece of it. Refused with `job_not_found`, `too_many_items`, `import_incomplete`. */
export const addRows = tenantMutation({
  args: { jobId: v.id("jobs"), first: v.number(), rows: v.array(v.object({ line: v.number(), cells: vCells })) },
  returns: v.object({ received: v.number() }),
  handler: async (ctx, { jobId, ...piece }) => {
    return { received: await addImportRows(ctx.db, await requireJob(ctx.db, jobId), piece) };
  },
});

/** Staff: all of it is sent. Refused with `job_not_found`, `import_incomplete`. */
export const start = tenantMutation({
  args: { jobId: v.id("jobs") },
  returns: v.null(),
  handler: async (ctx, { jobId }) => {
    await startImport(ctx.db, await requireJob(ctx.db, jobId));
    await ctx.scheduler.runAfter(0, internal.jobs.run, { tenantId: ctx.tenant._id, jobId });
    return null;
  },
});
