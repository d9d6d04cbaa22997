import { Cross2Icon } from "@radix-ui/react-icons";
import { Button, IconButton } from "@radix-ui/themes";
import { lazy, Suspense, useState } from "react";
import { JOB_BROKEN } from "../../../domain/jobs";
import { useAuth } from "../../lib/auth";
import { useCalm } from "../../lib/useCalm";
import { texts } from "./texts";
import type { BulkJobs, Job } from "./useBulkJobs";

const JobFailuresDialog = lazy(() =>
  import("./JobFailuresDialog").then((module) => ({ default: module.JobFailuresDialog })),
);

interface Props {
  readonly jobs: BulkJobs;
}

/** The server's work on many orders: how far it is, how it ended, why some did not (UX conventions B5). */
export function BulkJobStrips({ jobs }: Props) {
  const [failuresOf, setFailuresOf] = useState<Job | null>(null);
  return (
    <>
      {jobs.shown.length > 0 && (
        <section aria-label={texts.jobs} className="mb-3 flex flex-col gap-1">
          {jobs.shown.map((job) => (
            <JobStrip key={job.jobId} job={job} jobs={jobs} onFailures={() => setFailuresOf(job)} />
          ))}
        </section>
      )}
      {failuresOf !== null && (
        <Suspense fallback={null}>
          <JobFailuresDialog job={failuresOf} onClose={() => setFailuresOf(null)} />
        </Suspense>
      )}
    </>
  );
}

interface StripProps extends Props {
  readonly job: Job;
  readonly onFailures: () => void;
}

function JobStrip({ job, jobs, onFailures }: StripProps) {
  const { profile } = useAuth();
  const isRunning = job.state === "running";
  const isOwn = job.createdByName === profile?.name;
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-(--gray-a2) py-1 pr-2 pl-3 text-[14px]">
      <span className="font-medium">{job.label}</span>
      {!isOwn && <span className="text-(--gray-11)">{texts.jobBy(job.createdByName)}</span>}
      {isRunning ? <Progress job={job} /> : <Result job={job} />}
      <span className="ml-auto flex items-center gap-2">
        {!isRunning && job.failed > 0 && (
          <Button size="1" variant="soft" color="gray" highContrast onClick={onFailures}>
            {texts.seeFailures}
          </Button>
        )}
        {isRunning ? (
          <Button
            size="1"
            variant="soft"
            color="gray"
            highContrast
            aria-label={texts.cancelJobOf(job.label)}
            onClick={() => jobs.cancel(job)}
          >
            {texts.cancelJob}
          </Button>
        ) : (
          <IconButton
            size="1"
            variant="ghost"
            color="gray"
            aria-label={texts.dismissJob}
            className="m-0 size-6 pointer-coarse:size-11"
            onClick={() => jobs.dismiss(job)}
          >
            <Cross2Icon width="14" height="14" />
          </IconButton>
        )}
      </span>
    </div>
  );
}

function Progress({ job }: { readonly job: Job }) {
  const done = useCalm(job.done);
  const part = job.total === 0 ? 0 : Math.min(1, done / job.total);
  return (
    <>
      <span
        role="progressbar"
        aria-label={job.label}
        aria-valuemin={0}
        aria-valuemax={job.total}
        aria-valuenow={done}
        className="h-1.5 w-24 overflow-hidden rounded-full bg-(--gray-a5) sm:w-40"
      >
        <span
          className="block h-full origin-left bg-(--accent-9) transition-transform duration-150 motion-reduce:transition-none"
          style={{ transform: `scaleX(${part})` }}
        />
      </span>
      <span className="whitespace-nowrap">{texts.jobProgress(done, job.total)}</span>
    </>
  );
}

function Result({ job }: { readonly job: Job }) {
  const { ok, failed } = job;
  return (
    <span role="status" className={failed > 0 || job.state === "broken" ? "font-medium" : "text-(--gray-11)"}>
      {resultText(job.state)(ok, failed)}
      {job.state === "broken" && `. ${JOB_BROKEN}`}
    </span>
  );
}

function resultText(state: Job["state"]) {
  if (state === "broken") return texts.jobBroken;
  return state === "canceled" ? texts.jobCanceled : texts.jobResult;
}
