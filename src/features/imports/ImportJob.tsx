import { Button, Flex, Text } from "@radix-ui/themes";
import { useState, type ReactNode } from "react";
import { JOB_BROKEN } from "../../../domain/jobs";
import { reportError } from "../../lib/reportError";
import { sentenceOf } from "../../lib/refusal";
import { useCalm } from "../../lib/useCalm";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { ProgressBar } from "../../ui/ProgressBar";
import { RefusedState } from "../../ui/RefusedState";
import type { ImportDescription } from "./description";
import { Failures } from "./Failures";
import { texts } from "./texts";
import { useCancelJob, useJob, type Job, type JobId, type SendControls } from "./useImports";

interface Props {
  readonly description: ImportDescription;
  /** Null until the server knows of the file. */
  readonly jobId: JobId | null;
  /** Of a file that is sent from here; null of a job that was begun before. */
  readonly sender: SendControls | null;
  readonly onAnother: () => void;
  readonly onClose: () => void;
}

/** An import from its first piece to its result. */
export function ImportJob(props: Props) {
  const { jobId, sender } = props;
  if (jobId !== null) return <Followed {...props} jobId={jobId} />;
  return sender === null ? null : <OnItsWay sender={sender} onCancel={null} onClose={props.onClose} />;
}

function Followed({ description, jobId, sender, onAnother, onClose }: Props & { readonly jobId: JobId }) {
  const live = useJob(jobId);
  const cancel = useCancel(jobId, sender);
  if (live.status === "loading") return <ListSkeleton rows={2} label={texts.jobLoading} />;
  if (live.status === "refused") return <RefusedState message={sentenceOf(live.error, texts.jobFailed)} />;
  const job = live.value;
  if (job === null) return <RefusedState message={texts.jobGone} />;
  switch (job.state) {
    case "collecting":
      if (sender !== null) return <OnItsWay sender={sender} onCancel={cancel} onClose={onClose} />;
      return <Interrupted onCancel={cancel} onClose={onClose} />;
    case "running":
      return <Running job={job} onCancel={cancel} onClose={onClose} />;
    case "done":
    case "canceled":
    case "broken": {
      const rows = sender?.sending?.file.rows ?? null;
      return <Ended job={job} rows={rows} description={description} onAnother={onAnother} onClose={onClose} />;
    }
    default:
      return job.state satisfies never;
  }
}

/** What is done stays; what is on its way is not sent any more. */
function useCancel(jobId: JobId, sender: SendControls | null) {
  const cancel = useCancelJob();
  return () => {
    sender?.stop();
    cancel({ jobId }).catch((error: unknown) => reportError(error, texts.cancelFailed));
  };
}

interface WayProps {
  readonly sender: SendControls;
  /** Null while there is nothing that could be cancelled. */
  readonly onCancel: (() => void) | null;
  readonly onClose: () => void;
}

function OnItsWay({ sender, onCancel, onClose }: WayProps) {
  const sent = useCalm(sender.sending?.sent ?? 0);
  const total = sender.sending?.file.rows.length ?? 0;
  const words = texts.sending(sent, total);
  return (
    <>
      <Text as="p" size="2" mb="2">
        {words}
      </Text>
      <ProgressBar label={words} done={sent} total={total} />
      <Text as="p" size="2" color="gray" mt="2">
        {texts.sendingStays}
      </Text>
      <Buttons onCancel={onCancel} onClose={onClose}>
        {sender.sending?.isStuck === true && <Button onClick={sender.sendAgain}>{texts.sendAgain}</Button>}
      </Buttons>
    </>
  );
}

interface StepProps {
  readonly onCancel: () => void;
  readonly onClose: () => void;
}

function Interrupted({ onCancel, onClose }: StepProps) {
  return (
    <>
      <Text as="p" size="2">
        {texts.interrupted}
      </Text>
      <Buttons onCancel={onCancel} onClose={onClose} />
    </>
  );
}

function Running({ job, onCancel, onClose }: StepProps & { readonly job: Job }) {
  const { done, ok, failed } = useCalm(job);
  const words = texts.running(done, job.total);
  return (
    <>
      <Text as="p" size="2" mb="2" className="flex flex-wrap justify-between gap-x-4">
        <span>{words}</span>
        <span>{texts.soFar(ok, failed)}</span>
      </Text>
      <ProgressBar label={words} done={done} total={job.total} />
      <Text as="p" size="2" color="gray" mt="2">
        {texts.runningStays}
      </Text>
      <Buttons onCancel={onCancel} onClose={onClose} />
    </>
  );
}

interface ButtonsProps extends Pick<WayProps, "onCancel" | "onClose"> {
  readonly children?: ReactNode;
}

function Buttons({ onCancel, onClose, children }: ButtonsProps) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <Flex gap="3" mt="4" justify="end" align="center" wrap="wrap">
      {onCancel !== null && (
        <Button
          variant="soft"
          color="red"
          highContrast
          title={texts.cancelHint}
          aria-busy={isAsked}
          onClick={() => {
            if (isAsked) return;
            setIsAsked(true);
            onCancel();
          }}
        >
          {texts.cancel}
        </Button>
      )}
      <Button variant="soft" color="gray" highContrast onClick={onClose}>
        {texts.close}
      </Button>
      {children}
    </Flex>
  );
}

function endText(state: Job["state"]): string {
  if (state === "broken") return texts.broken;
  return state === "done" ? texts.done : texts.canceled;
}

interface EndedProps extends Pick<Props, "description" | "onAnother" | "onClose"> {
  readonly job: Job;
  readonly rows: Parameters<typeof Failures>[0]["rows"];
}

function Ended({ job, rows, description, onAnother, onClose }: EndedProps) {
  const { ok, failed, total, done } = job;
  return (
    <>
      <p role="status" className="text-[14px]">
        <span className="font-medium">{endText(job.state)}</span>
        {`: ${texts.result(ok, failed)}`}
        {done < total && ` · ${texts.notReached(total - done)}`}
        {job.state === "broken" && <span className="mt-1 block">{JOB_BROKEN}</span>}
      </p>
      {failed > 0 && (
        <PanelBoundary fallback={texts.failuresFailed}>
          <Failures job={job} rows={rows} columns={description.columns} />
        </PanelBoundary>
      )}
      <Flex gap="3" mt="4" justify="end" wrap="wrap">
        <Button variant="soft" color="gray" highContrast onClick={onAnother}>
          {texts.another}
        </Button>
        <Button autoFocus onClick={onClose}>
          {texts.close}
        </Button>
      </Flex>
    </>
  );
}
