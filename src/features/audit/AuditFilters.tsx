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
import { useAllAuditLines, useAuditPeople, type AuditFilter } from "./useAudit";

/** One record whose lines are wanted alone. */
export interface ChosenRecord {
  readonly key: string;
  readonly label: string;
}

interface Props {
  readonly filter: AuditFilter;
  readonly record: ChosenRecord | null;
  readonly onActor: (actorId: Id<"profiles"> | null) => void;
  readonly onDay: (day: string | null) => void;
  readonly onRecord: (record: ChosenRecord | null) => void;
  readonly onClear: () => void;
}

const EVERYBODY = "everybody";

/** By person, by day, by the record chosen in a line; and what is found as a file. */
export function AuditFilters({ filter, record, onActor, onDay, onRecord, onClear }: Props) {
  const people = useAuditPeople();
  const known = people.status === "ready" ? people.value : [];
  return (
    <Flex align="start" gap="3" wrap="wrap">
      <div className="flex flex-col gap-1">
        <Text size="2" weight="medium" id="audit-person">
          {texts.person}
        </Text>
        <Select.Root
          value={filter.actorId ?? EVERYBODY}
          onValueChange={(value) => onActor(known.find(({ actorId }) => actorId === value)?.actorId ?? null)}
        >
          <Select.Trigger aria-labelledby="audit-person" className="min-w-44" />
          <Select.Content position="popper">
            <Select.Item value={EVERYBODY}>{texts.everybody}</Select.Item>
            {known.map(({ actorId, actorName }) => (
              <Select.Item key={actorId} value={actorId}>
                {actorName}
              </Select.Item>
            ))}
          </Select.Content>
        </Select.Root>
      </div>
      <DateField label={texts.day} value={filter.day ?? null} onChange={onDay} className="w-40" />
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
              onClick={() => onRecord(null)}
            >
              <Cross2Icon width="14" height="14" />
            </IconButton>
          </span>
        )}
        {Object.keys(filter).length > 0 && (
          <Button variant="ghost" color="gray" highContrast className="m-0 px-2" onClick={onClear}>
            {texts.clearFilters}
          </Button>
        )}
        <ExportButton filter={filter} />
      </Flex>
    </Flex>
  );
}

function ExportButton({ filter }: { readonly filter: AuditFilter }) {
  const readAll = useAllAuditLines();
  const today = useToday();
  const [isBusy, setIsBusy] = useState(false);

  async function save() {
    if (isBusy) return;
    setIsBusy(true);
    try {
      const lines = await readAll(filter);
      const content = toCsv([texts.csvHeader, ...lines.map(csvRow)]);
      saveFile(texts.fileName(filter.day ?? today), content, "text/csv;charset=utf-8");
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
