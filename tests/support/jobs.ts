import { vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import type { ImportKind } from "../../domain/jobs";
import type { SheetRow } from "../../domain/sheet";
import type { Deployment, Person, Shop } from "./builders";

const CHUNK = 200;

/** Call before anything is scheduled: the clock then moves only when `runJobs` moves it. */
export function holdJobs(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
}

/** Does everything that is scheduled, and what that schedules. */
export async function runJobs(deployment: Deployment): Promise<void> {
  await deployment.finishAllScheduledFunctions(() => vi.runOnlyPendingTimers(), 100_000);
}

/** Does what is scheduled now, and not what that schedules. */
export async function runOneStep(deployment: Deployment): Promise<void> {
  vi.runOnlyPendingTimers();
  await deployment.finishInProgressScheduledFunctions();
}

/** Sends a file as the screens do. */
export async function sendFile(
  shop: Shop,
  { session }: Person,
  file: { kind: ImportKind; rows: readonly SheetRow[]; updateExisting?: boolean; fileName?: string },
): Promise<Id<"jobs">> {
  const { tenantId } = shop;
  const { kind, rows, updateExisting = false, fileName = "arquivo.csv" } = file;
  const begun = { tenantId, kind, fileName, total: rows.length, updateExisting };
  const { jobId } = await session.mutation(api.imports.begin, begun);
  for (let first = 0; first < rows.length; first += CHUNK) {
    const piece = rows.slice(first, first + CHUNK).map(({ line, cells }) => ({ line, cells: { ...cells } }));
    await session.mutation(api.imports.addRows, { tenantId, jobId, first, rows: piece });
  }
  await session.mutation(api.imports.start, { tenantId, jobId });
  return jobId;
}
