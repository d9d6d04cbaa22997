import { isImportKind, type JobEnd } from "../../domain/jobs";
import type { Doc, Id } from "../_generated/dataModel";
import type { TenantWriter } from "../lib/tenantDb";
import { writeAudit } from "./audit";
import { deedOfJob } from "./jobs";
import type { Deed } from "./orderEvents";

/** How a job ends: what is done stays, and an import as a whole is one line of the audit log. */

type JobProgress = Pick<Doc<"jobs">, "work" | "done" | "ok" | "failed" | "total" | "cause">;

/** @param progress how far it has come since it was read */
export async function endJob(
  db: TenantWriter,
  job: Doc<"jobs">,
  end: JobEnd,
  deed: Deed,
  progress: Partial<JobProgress> = {},
): Promise<void> {
  await db.patch("jobs", job, { ...progress, state: end, finishedAt: deed.at });
  // Before it runs nothing of the file has been read.
  if (job.state === "running") await writeImport(db, { ...job, ...progress }, end, deed);
}

async function writeImport(db: TenantWriter, job: Doc<"jobs">, end: JobEnd, deed: Deed): Promise<void> {
  const { _id: key, kind, label, total: rows, ok: rowsDone, failed: rowsRefused } = job;
  if (!isImportKind(kind)) return;
  await writeAudit(db, deed, {
    action: kind === "product_import" ? "products_imported" : "customers_imported",
    record: { kind: "import", key, label },
    after: { rows, rowsDone, rowsRefused, end },
  });
}

/** Stops a job where it stands. One that is over stays as it is. @returns its state */
export async function cancelJob(db: TenantWriter, job: Doc<"jobs">, deed: Deed): Promise<Doc<"jobs">["state"]> {
  if (job.state !== "collecting" && job.state !== "running") return job.state;
  await endJob(db, job, "canceled", deed);
  return "canceled";
}

/** Says of a job whose slice threw that it goes no further. What the slices before it did stays. */
export async function breakJob(db: TenantWriter, jobId: Id<"jobs">, cause: string, at: number): Promise<void> {
  const job = await db.get("jobs", jobId);
  if (job === null || job.state !== "running") return;
  await endJob(db, job, "broken", deedOfJob(job, at), { cause });
}
