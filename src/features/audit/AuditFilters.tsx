import { Cross2Icon } from "@radix-ui/react-icons";
import { Button, Flex, IconButton, Select, Text } from "@radix-ui/themes";
import { useState } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { toCsv } from "../../../domain/csv";
import { useToday } from "../../lib/clock";
import { saveFile } from "../../lib/saveFile";
import { notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { DateField } from "../../ui/DateField";
import { csvRow } from "./auditText";
import { texts } from "./texts";
import type { AuditFilter, ReadAll } from "./useAudit";
import type { LogFilter } from "./useLogFilter";

interface Props {
  readonly view: LogFilter;
  readonly people: readonly { readonly actorId: Id<"profiles">; readonly actorName: string }[];
  readonly readAll: ReadAll;
  /** Of the export, for the day it is about. */
  readonly fileName: (day: string) => string;
}

const EVERYBODY = "everybody";

/** By person, by day, by the record chosen in a line; and what is found as a file. */
export function AuditFilters({ view, people, readAll, fileName }: Props) {
  const { filter, record, setActor, setDay, setRecord, clear } = view;
  return (
    <Flex align="start" gap="3" wrap="wrap">
      <div className="flex flex-col gap-1">
        <Text size="2" weight="medium" id="audit-person">
          {texts.person}
        </Text>
        <Select.Root
          value={filter.actorId ?? EVERYBODY}
          onValueChange={(value) => setActor(people.find(({ actorId }) => actorId === value)?.actorId ?? null)}
        >
          <Select.Trigger aria-labelledby="audit-person" className="min-w-44" />
          <Select.Content position="popper">
            <Select.Item value={EVERYBODY}>{texts.everybody}</Select.Item>
            {people.map(({ actorId, actorName }) => (
              <Select.Item key={actorId} value={actorId}>
                {actorName}
              </Select.Item>
            ))}
          </Select.Content>
        </Select.Root>
      </div>
      <DateField label={texts.day} value={filter.day ?? null} onChange={setDay} className="w-40" />
      <Flex align="center" gap="2" wrap="wrap" className="min-h-8 pt-6">
        {record !== null && (
          <span className="inline-flex h-8 items-center gap-2 rounded-md bg-(--accent-a3) pl-3 pr-1 text-[14px] text-(--accent-12) pointer-coarse:h-11">
            {texts.onlyRecord(record.label)}
            <IconButton
              size="1"
              variant="ghost"
              highContrast
              className="m-0 size-6 pointer-coarse:size-11"
              aria-label={texts.removeRecord(record.label)}
              onClick={() => setRecord(null)}
            >
              <Cross2Icon width="14" height="14" />
            </IconButton>
          </span>
        )}
        {Object.keys(filter).length > 0 && (
          <Button variant="ghost" color="gray" highContrast className="m-0 px-2" onClick={clear}>
            {texts.clearFilters}
          </Button>
        )}
        <ExportButton filter={filter} readAll={readAll} fileName={fileName} />
      </Flex>
    </Flex>
  );
}

type ExportProps = Pick<Props, "readAll" | "fileName"> & { readonly filter: AuditFilter };

function ExportButton({ filter, readAll, fileName }: ExportProps) {
  const today = useToday();
  const [isBusy, setIsBusy] = useState(false);

  async function save() {
    if (isBusy) return;
    setIsBusy(true);
    try {
      const lines = await readAll(filter);
      const content = toCsv([texts.csvHeader, ...lines.map(csvRow)]);
      saveFile(fileName(filter.day ?? today), content, "text/csv;charset=utf-8");
      notifySuccess(texts.exported(lines.length));
    } catch (error) {
      reportError(error, texts.exportFailed);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Button variant="soft" color="gray" highContrast aria-busy={isBusy} onClick={() => void save()}>
      {isBusy ? texts.exporting : texts.exportCsv}
    </Button>
  );
}
