import type { FunctionReturnType } from "convex/server";
import { useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { ROWS_PER_CHUNK, type ImportKind } from "../../../domain/jobs";
import type { SheetRow } from "../../../domain/sheet";
import { reportError } from "../../lib/reportError";
import { useAllRows } from "../../lib/useAllRows";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { useTenantPaginatedQuery } from "../../lib/useTenantPaginatedQuery";
import { useTenantQuery } from "../../lib/useTenantQuery";
import { texts } from "./texts";

export type JobId = Id<"jobs">;
export type Job = NonNullable<FunctionReturnType<typeof api.jobs.get>>;
export type JobFailure = FunctionReturnType<typeof api.jobs.failures>["page"][number];

const FAILURES_PAGE = 50;
const MAX_RECENT = 5;

/** A file that is to be imported, as it was chosen. */
export interface ImportFile {
  readonly name: string;
  readonly rows: readonly SheetRow[];
  readonly updateExisting: boolean;
}

/** How far a file has come on its way to the server. */
export interface Sending {
  readonly file: ImportFile;
  /** Null until the server knows of it. */
  readonly jobId: JobId | null;
  readonly sent: number;
  readonly isStuck: boolean;
}

export interface SendControls {
  readonly sending: Sending | null;
  readonly send: (file: ImportFile) => void;
  /** Goes on where it got stuck: what has arrived counts once. */
  readonly sendAgain: () => void;
  readonly stop: () => void;
}

/** Sends a file in pieces, one after the other, then has it imported. It goes on when the dialog is closed. */
export function useSendImport(kind: ImportKind): SendControls {
  const begin = useTenantMutation(api.imports.begin);
  const addRows = useTenantMutation(api.imports.addRows);
  const start = useTenantMutation(api.imports.start);
  const [sending, setSending] = useState<Sending | null>(null);
  const turn = useRef(0);

  async function sendFrom(from: Sending) {
    const own = ++turn.current;
    const { name: fileName, rows, updateExisting } = from.file;
    let now: Sending = { ...from, isStuck: false };
    const step = (next: Partial<Sending>) => {
      now = { ...now, ...next };
      if (own === turn.current) setSending(now);
    };
    step({});
    try {
      const jobId = now.jobId ?? (await begin({ kind, fileName, total: rows.length, updateExisting })).jobId;
      step({ jobId });
      for (let first = now.sent; first < rows.length && own === turn.current; first += ROWS_PER_CHUNK) {
        const piece = rows.slice(first, first + ROWS_PER_CHUNK).map(({ line, cells }) => ({ line, cells }));
        await addRows({ jobId, first, rows: piece });
        step({ sent: first + piece.length });
      }
      if (own === turn.current) await start({ jobId });
    } catch (error) {
      // Whoever stopped it does not want to hear that it did not arrive.
      if (own !== turn.current) return;
      step({ isStuck: true });
      reportError(error, texts.sendFailed);
    }
  }

  return {
    sending,
    send: (file) => void sendFrom({ file, jobId: null, sent: 0, isStuck: false }),
    sendAgain: () => {
      if (sending !== null) void sendFrom(sending);
    },
    stop: () => {
      turn.current += 1;
    },
  };
}

/** How far a job is, live; null when there is none. */
export function useJob(jobId: JobId) {
  return useTenantQuery(api.jobs.get, { jobId });
}

/** Refused while rendering: put a `PanelBoundary` around it. */
export function useJobFailures(jobId: JobId) {
  return useTenantPaginatedQuery(api.jobs.failures, { jobId }, FAILURES_PAGE);
}

export function useAllFailures(): (args: { jobId: JobId }) => Promise<JobFailure[]> {
  return useAllRows(api.jobs.failures);
}

export function useCancelJob() {
  return useTenantMutation(api.jobs.cancel);
}

/** The last imports of a kind, whoever began them, newest first; none while they are not known. */
export function useRecentImports(kind: ImportKind): readonly Job[] {
  const jobs = useTenantQuery(api.jobs.list, {});
  if (jobs.status !== "ready") return [];
  return jobs.value.filter((job) => job.kind === kind).slice(0, MAX_RECENT);
}
