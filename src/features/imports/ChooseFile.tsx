import { Button, Flex, Text } from "@radix-ui/themes";
import { useId, useRef, useState, type DragEvent } from "react";
import { toCsv } from "../../../domain/csv";
import { refusalMessage } from "../../../domain/errors";
import type { Sheet } from "../../../domain/sheet";
import { formatInstant } from "../../lib/ago";
import { saveFile } from "../../lib/saveFile";
import type { ImportDescription } from "./description";
import { texts } from "./texts";
import { useRecentImports, type Job, type JobId } from "./useImports";

interface Props {
  readonly description: ImportDescription;
  readonly onRead: (name: string, sheet: Sheet) => void;
  readonly onJob: (jobId: JobId) => void;
}

/** Which file; what it must have; a model of it; the imports before. */
export function ChooseFile({ description, onRead, onJob }: Props) {
  const recent = useRecentImports(description.kind);
  return (
    <div className="flex flex-col gap-5">
      <FileField description={description} onRead={onRead} />
      <Columns description={description} />
      {recent.length > 0 && (
        <section aria-label={texts.recent}>
          <Text as="p" size="2" weight="medium" mb="1">
            {texts.recent}
          </Text>
          <ul className="flex flex-col">
            {recent.map((job) => (
              <Recent key={job.jobId} job={job} onJob={onJob} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function FileField({ description, onRead }: Omit<Props, "onJob">) {
  const lineId = useId();
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef(0);
  const [error, setError] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);
  const [isOver, setIsOver] = useState(false);

  async function choose(file: File | undefined) {
    if (file === undefined) return;
    const turn = ++latest.current;
    setIsReading(true);
    setError(null);
    const reading = await readSheetOf(file, description).catch(() => texts.unreadable);
    if (turn !== latest.current) return;
    setIsReading(false);
    if (typeof reading === "string") setError(reading);
    else onRead(file.name, reading);
  }
  function onDrop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    void choose(event.dataTransfer.files[0]);
  }

  return (
    <div
      className={`flex flex-col items-center gap-2 rounded-md border border-dashed p-5 text-center ${
        isOver ? "border-(--accent-8) bg-(--accent-a2)" : "border-(--gray-a7)"
      }`}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <Button
        type="button"
        autoFocus
        aria-busy={isReading}
        aria-describedby={lineId}
        onClick={() => input.current?.click()}
      >
        {isReading ? texts.reading : texts.chooseFile}
      </Button>
      <Text as="p" size="2" color="gray" className="max-sm:hidden">
        {texts.dropHere}
      </Text>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        aria-label={texts.file}
        tabIndex={-1}
        className="visually-hidden"
        onChange={({ target }) => {
          void choose(target.files?.[0]);
          // Choosing the same file again is a choice, too.
          target.value = "";
        }}
      />
      <Text
        as="p"
        id={lineId}
        size="2"
        color={error === null ? "gray" : "red"}
        role={error === null ? undefined : "alert"}
      >
        {error ?? texts.fileHint}
      </Text>
    </div>
  );
}

/** @returns the rows, or why there are none. What reads them is loaded when a file is chosen. */
async function readSheetOf(file: File, { read }: ImportDescription): Promise<Sheet | string> {
  const { readCsvFile } = await import("./csvFile");
  const reading = await readCsvFile(file);
  if (!reading.ok) return reading.problem === "too_large" ? texts.tooLarge : texts.isSpreadsheet;
  const sheet = read(reading.rows);
  return sheet.ok ? sheet.value : refusalMessage(sheet.refusal.code, sheet.refusal.params);
}

function Columns({ description: { columns, example, modelName } }: { readonly description: ImportDescription }) {
  function saveModel() {
    saveFile(modelName, toCsv([columns.map(({ title }) => title), example]), "text/csv;charset=utf-8");
  }
  return (
    <section aria-label={texts.columns}>
      <Flex align="baseline" justify="between" gap="3" wrap="wrap" mb="2">
        <Text as="p" size="2" weight="medium">
          {texts.columns}
        </Text>
        <Button type="button" variant="ghost" color="gray" highContrast size="2" onClick={saveModel}>
          {texts.model}
        </Button>
      </Flex>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-[14px]">
        {columns.map(({ key, title, isRequired }) => (
          <li key={key} className={isRequired ? "font-medium" : ""}>
            {title}
            {isRequired && <span className="font-normal text-(--gray-11)">{` (${texts.required})`}</span>}
          </li>
        ))}
      </ul>
      <Text as="p" size="1" color="gray" mt="1">
        {texts.columnsHint}
      </Text>
    </section>
  );
}

function Recent({ job, onJob }: { readonly job: Job; readonly onJob: Props["onJob"] }) {
  const { jobId, label, state, ok, failed, createdByName, createdAt } = job;
  return (
    <li className="border-t border-(--gray-a4)">
      <button
        type="button"
        aria-label={texts.seeJob(label)}
        className="flex min-h-11 w-full cursor-pointer flex-wrap items-baseline gap-x-3 rounded-sm px-1 py-2 text-left text-[14px] hover:bg-(--gray-a2)"
        onClick={() => onJob(jobId)}
      >
        <span className="min-w-0 flex-1 basis-40 truncate font-medium">{label}</span>
        <span className="text-[13px] text-(--gray-11)">{texts.by(createdByName, formatInstant(createdAt))}</span>
        <span className="whitespace-nowrap">
          {texts.states[state]}
          {state === "collecting" ? "" : ` · ${texts.result(ok, failed)}`}
        </span>
      </button>
    </li>
  );
}
