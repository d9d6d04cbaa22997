import type { PaginationOptions, PaginationResult } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { DatabaseWriter } from "../_generated/server";
import { refuseWith } from "../lib/errors";
import { vJobKind, vJobState } from "../lib/jobTables";
import { TenantWriter, type TenantReader } from "../lib/tenantDb";
import type { Deed } from "./orderEvents";

/** A job as whoever waits for it sees it. */
export const vJobCard = v.object({
  jobId: v.id("jobs"),
  kind: vJobKind,
  label: v.string(),
  state: vJobState,
  total: v.number(),
  done: v.number(),
  ok: v.number(),
  failed: v.number(),
  createdAt: v.number(),
  createdByName: v.string(),
  finishedAt: v.union(v.null(), v.number()),
});
export type JobCard = Infer<typeof vJobCard>;

/** Writes a job down. Whoever calls it makes it run (`jobs:run`). */
export async function createJob(
  db: TenantWriter,
  job: Pick<Doc<"jobs">, "kind" | "label" | "state" | "total" | "work">,
  { profile, at }: { readonly profile: Doc<"profiles">; readonly at: number },
): Promise<Id<"jobs">> {
  const nothingYet = { done: 0, ok: 0, failed: 0, finishedAt: null };
  const by = { createdById: profile._id, createdByName: profile.name, createdAt: at };
  return await db.insert("jobs", { ...job, ...nothingYet, ...by });
}

/** Refused with `job_not_found`: absent and another company's alike. */
export async function requireJob(db: TenantReader, id: Id<"jobs">): Promise<Doc<"jobs">> {
  return (await db.get("jobs", id)) ?? refuseWith("job_not_found");
}

/** Who is written down for what a job does. */
export function deedOfJob({ createdById, createdByName }: Doc<"jobs">, at: number): Deed {
  return { actor: { id: createdById, name: createdByName }, at };
}

export function toJobCard({ _id: jobId, kind, label, state, total, done, ok, failed, ...job }: Doc<"jobs">): JobCard {
  const { createdAt, createdByName, finishedAt } = job;
  return { jobId, kind, label, state, total, done, ok, failed, createdAt, createdByName, finishedAt };
}

const LISTED = 20;

/** The last jobs of a company, newest first. */
export async function listJobs(db: TenantReader): Promise<JobCard[]> {
  return (await db.query("jobs").withIndex("by_tenantId").order("desc").take(LISTED)).map(toJobCard);
}

type Failure = Pick<Doc<"jobFailures">, "line" | "label" | "reason">;

/** A page of what a job could not do, in order. */
export async function listFailures(
  db: TenantReader,
  jobId: Id<"jobs">,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<Failure>> {
  const result = await failuresOf(db, jobId).paginate(paginationOpts);
  return { ...result, page: result.page.map(({ line, label, reason }) => ({ line, label, reason })) };
}

/** A handful: each may hold a couple of hundred rows. */
const CHUNKS_PER_STEP = 10;
const FAILURES_PER_STEP = 500;

/** Deletes some of what is left of a job to work through. @returns whether there may be more */
export async function clearChunks(db: TenantWriter, jobId: Id<"jobs">): Promise<boolean> {
  const chunks = await chunksOf(db, jobId).take(CHUNKS_PER_STEP);
  for (const chunk of chunks) await db.delete("jobChunks", chunk);
  return chunks.length === CHUNKS_PER_STEP;
}

/**
 * Deletes the oldest job that began before an instant, or, where much hangs on it, some of that first.
 *
 * @returns whether there was one
 */
export async function sweepJob(db: DatabaseWriter, before: number): Promise<boolean> {
  const job = await db
    .query("jobs")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", before))
    .first();
  if (job === null) return false;
  const own = new TenantWriter(db, job.tenantId);
  const failures = await failuresOf(own, job._id).take(FAILURES_PER_STEP);
  for (const failure of failures) await own.delete("jobFailures", failure);
  const hasMore = (await clearChunks(own, job._id)) || failures.length === FAILURES_PER_STEP;
  if (!hasMore) await own.delete("jobs", job);
  return true;
}

function chunksOf(db: TenantReader, jobId: Id<"jobs">) {
  return db.query("jobChunks").withIndex("by_tenantId_and_jobId_and_first", (q) => q.eq("jobId", jobId));
}

function failuresOf(db: TenantReader, jobId: Id<"jobs">) {
  return db.query("jobFailures").withIndex("by_tenantId_and_jobId", (q) => q.eq("jobId", jobId));
}

/** The piece of a job that begins at a position. */
export async function findChunk(db: TenantReader, jobId: Id<"jobs">, first: number): Promise<Doc<"jobChunks"> | null> {
  return await db
    .query("jobChunks")
    .withIndex("by_tenantId_and_jobId_and_first", (q) => q.eq("jobId", jobId).eq("first", first))
    .unique();
}
