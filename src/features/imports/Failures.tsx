import { DownloadIcon } from "@radix-ui/react-icons";
import { Button, Flex, Text } from "@radix-ui/themes";
import { useState } from "react";
import type { SheetColumn, SheetRow } from "../../../domain/sheet";
import { reportError } from "../../lib/reportError";
import { saveFile } from "../../lib/saveFile";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { LoadMore } from "../../ui/LoadMore";
import { failuresCsv } from "./failuresCsv";
import { texts } from "./texts";
import { useAllFailures, useJobFailures, type Job } from "./useImports";

interface Props {
  readonly job: Job;
  /** The rows of the file where it was sent from here: then the bad ones can be saved whole, to be mended. */
  readonly rows: readonly SheetRow[] | null;
  readonly columns: readonly SheetColumn[];
}

/** Which rows were not imported and why, and a file of them. */
export function Failures({ job, rows, columns }: Props) {
  const { jobId } = job;
  const failures = useJobFailures(jobId);
  if (failures.status === "loading") return <ListSkeleton rows={3} label={texts.failuresLoading} />;
  return (
    <section aria-label={texts.failures} className="mt-4">
      <Flex align="center" justify="between" gap="3" wrap="wrap" mb="1">
        <Text as="p" size="2" weight="medium">
          {texts.failures}
        </Text>
        <SaveButton job={job} rows={rows} columns={columns} />
      </Flex>
      <ul
        aria-label={texts.failures}
        tabIndex={0}
        className="max-h-[40dvh] overflow-y-auto rounded-sm border-y border-(--gray-a4)"
      >
        {failures.rows.map(({ line, label, reason }) => (
          <li key={line} className="flex flex-wrap gap-x-3 border-b border-(--gray-a4) py-2 text-[14px] last:border-0">
            <span className="min-w-20 text-(--gray-11)">{texts.failedLine(line)}</span>
            <span className="min-w-0 flex-1 basis-32 truncate font-medium" title={label}>
              {label}
            </span>
            <span className="basis-full text-(--red-11) sm:basis-auto">{reason}</span>
          </li>
        ))}
      </ul>
      <LoadMore pages={failures} />
    </section>
  );
}

function SaveButton({ job, rows, columns }: Props) {
  const readAll = useAllFailures();
  const [isBusy, setIsBusy] = useState(false);

  async function save() {
    if (isBusy) return;
    setIsBusy(true);
    try {
      const failures = await readAll({ jobId: job.jobId });
      saveFile(texts.failuresName(job.label), failuresCsv(failures, rows, columns), "text/csv;charset=utf-8");
    } catch (error) {
      reportError(error, texts.saveFailuresFailed);
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Button variant="soft" color="gray" highContrast aria-busy={isBusy} onClick={() => void save()}>
      <DownloadIcon aria-hidden width="16" height="16" />
      {texts.saveFailures}
    </Button>
  );
}
