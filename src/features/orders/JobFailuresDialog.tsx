import { Button, Dialog, Flex } from "@radix-ui/themes";
import { useState } from "react";
import { toCsv } from "../../../domain/csv";
import { reportError } from "../../lib/reportError";
import { saveFile } from "../../lib/saveFile";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { useReturnFocus } from "../../ui/useReturnFocus";
import { texts } from "./texts";
import type { Job } from "./useBulkJobs";
import { useJobFailures, useReadFailures } from "./useJobFailures";

interface Props {
  readonly job: Job;
  readonly onClose: () => void;
}

/** Which orders a job could not change, and why, each; with a file of them (UX conventions B5). */
export function JobFailuresDialog({ job, onClose }: Props) {
  const onCloseAutoFocus = useReturnFocus();
  const readAll = useReadFailures(job.jobId);
  const [isBusy, setIsBusy] = useState(false);

  async function exportAll() {
    if (isBusy) return;
    setIsBusy(true);
    try {
      const rows = (await readAll()).map(({ label, reason }) => [label, reason]);
      const file = toCsv([[texts.failureOrder, texts.failureReason], ...rows]);
      saveFile(texts.failuresFile(job.jobId), file, "text/csv;charset=utf-8");
    } catch (error) {
      reportError(error, texts.failuresFailed);
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Content maxWidth="560px" aria-describedby={undefined} onCloseAutoFocus={onCloseAutoFocus}>
        <Dialog.Title size="4">{texts.failuresTitle(job.failed)}</Dialog.Title>
        <PanelBoundary fallback={texts.failuresFailed}>
          <Failures job={job} />
        </PanelBoundary>
        <Flex gap="3" mt="4" justify="end" wrap="wrap">
          <Button variant="soft" color="gray" highContrast aria-busy={isBusy} onClick={() => void exportAll()}>
            {texts.exportFailures}
          </Button>
          <Button onClick={onClose}>{texts.close}</Button>
        </Flex>
      </Dialog.Content>
    </Dialog.Root>
  );
}

function Failures({ job }: Pick<Props, "job">) {
  const failures = useJobFailures(job.jobId);
  if (failures.status === "loading") return <ListSkeleton rows={Math.min(job.failed, 5)} label={texts.loading} />;
  return (
    <>
      <ul className="max-h-[50dvh] overflow-y-auto" tabIndex={0} aria-label={texts.failuresTitle(job.failed)}>
        {failures.rows.map(({ label, reason }, at) => (
          <li key={at} className="border-b border-(--gray-a4) py-2 text-[14px]">
            <span className="block font-medium">{label}</span>
            <span className="text-(--gray-11)">{reason}</span>
          </li>
        ))}
      </ul>
      {failures.canLoadMore && (
        <Button mt="2" variant="ghost" color="gray" highContrast onClick={failures.loadMore}>
          {texts.loadMore}
        </Button>
      )}
    </>
  );
}
