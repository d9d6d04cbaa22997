import { Button, Flex, SegmentedControl, Switch, Text } from "@radix-ui/themes";
import { useMemo, useState } from "react";
import type { Sheet, SheetColumn } from "../../../domain/sheet";
import { DataCell, DataHeaderCell, DataRow } from "../../ui/DataTable";
import { checkRows, type CheckedRow } from "./checkedRows";
import type { ImportDescription } from "./description";
import { texts } from "./texts";
import type { ImportFile } from "./useImports";

/** Enough to see that columns stand where they belong; the count says the rest. */
const MAX_SHOWN = 100;

interface Props {
  readonly description: ImportDescription;
  readonly name: string;
  readonly sheet: Sheet;
  readonly onOther: () => void;
  readonly onSend: (file: ImportFile) => void;
}

/** Every row's fate before anything is sent. */
export function Preview({ description, name, sheet, onOther, onSend }: Props) {
  const [updateExisting, setUpdateExisting] = useState(false);
  const checked = useMemo(
    () => checkRows(sheet.rows, description, { updateExisting }),
    [sheet.rows, description, updateExisting],
  );
  const [onlyWrong, setOnlyWrong] = useState(checked.bad > 0);
  const isFiltered = onlyWrong && checked.bad > 0;
  const shown = isFiltered ? checked.rows.filter(({ problem }) => problem !== null) : checked.rows;

  return (
    <>
      <Text as="p" size="2" className="break-words">
        <span className="font-medium">{name}</span>: <span role="status">{summary(checked)}</span>
      </Text>
      {checked.bad > 0 && (
        <Text as="p" size="2" color="gray">
          {checked.good === 0 ? texts.nothingToImport : texts.wrongStay}
        </Text>
      )}
      {sheet.unknownTitles.length > 0 && (
        <Text as="p" size="2" color="gray">
          {texts.unknown(sheet.unknownTitles)}
        </Text>
      )}
      <Flex align="center" gap="4" my="3" wrap="wrap">
        <Text as="label" size="2">
          <Flex gap="2" align="center" className="min-h-8">
            <Switch checked={updateExisting} onCheckedChange={setUpdateExisting} />
            <span>
              {description.updateExisting}
              <Text as="span" size="1" color="gray" className="block">
                {description.updateHint}
              </Text>
            </span>
          </Flex>
        </Text>
        {checked.bad > 0 && (
          <SegmentedControl.Root
            aria-label={texts.show}
            value={isFiltered ? "wrong" : "all"}
            onValueChange={(value) => setOnlyWrong(value === "wrong")}
            className="ml-auto"
          >
            <SegmentedControl.Item value="all">{texts.showAll}</SegmentedControl.Item>
            <SegmentedControl.Item value="wrong">{texts.showWrong}</SegmentedControl.Item>
          </SegmentedControl.Root>
        )}
      </Flex>
      <Rows rows={shown} columns={usedColumns(description.columns, sheet)} />
      {shown.length > MAX_SHOWN && (
        <Text as="p" size="1" color="gray" mt="1">
          {texts.onlyFirst(MAX_SHOWN)}
        </Text>
      )}
      <Flex gap="3" mt="4" justify="end" wrap="wrap">
        <Button variant="soft" color="gray" highContrast onClick={onOther}>
          {texts.otherFile}
        </Button>
        {checked.good > 0 && (
          // All of them are sent: the result then lists the wrong ones as well, for everybody who looks at it.
          <Button onClick={() => onSend({ name, rows: sheet.rows, updateExisting })}>
            {texts.submit(checked.good)}
          </Button>
        )}
      </Flex>
    </>
  );
}

function summary({ good, bad }: { readonly good: number; readonly bad: number }): string {
  return bad === 0 ? texts.ready(good) : `${texts.ready(good)}, ${texts.wrong(bad)}`;
}

function usedColumns(columns: readonly SheetColumn[], { rows }: Sheet): readonly SheetColumn[] {
  const used = new Set<string>();
  for (const { cells } of rows) for (const key of Object.keys(cells)) used.add(key);
  return columns.filter(({ key, isRequired }) => isRequired || used.has(key));
}

interface RowsProps {
  readonly rows: readonly CheckedRow[];
  readonly columns: readonly SheetColumn[];
}

function Rows({ rows, columns }: RowsProps) {
  return (
    // What scrolls can be scrolled with the keys; it comes where the button was that chose the file, and has its focus.
    <div
      ref={focusOnce}
      role="region"
      aria-label={texts.preview}
      tabIndex={0}
      className="max-h-[46dvh] w-0 min-w-full overflow-auto rounded-sm border-y border-(--gray-a4)"
    >
      <table className="w-full border-separate border-spacing-0 text-left text-[14px]">
        <caption className="visually-hidden">{texts.preview}</caption>
        <thead>
          <tr>
            {[texts.line, texts.outcome, ...columns.map(({ title }) => title)].map((title) => (
              <th
                key={title}
                scope="col"
                className="sticky top-0 h-9 border-b border-(--gray-a6) bg-(--color-panel-solid) px-2 text-[13px] font-medium whitespace-nowrap text-(--gray-11) first:pl-0 last:pr-0"
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_SHOWN).map((row) => (
            <DataRow key={row.line}>
              <DataHeaderCell className="!font-normal text-(--gray-11)">{row.line}</DataHeaderCell>
              <DataCell className="max-w-56 min-w-36 !whitespace-normal">
                <Outcome row={row} />
              </DataCell>
              {columns.map(({ key }) => (
                <DataCell key={key} className="max-w-52 truncate" title={row.cells[key]}>
                  {row.cells[key] ?? <Empty />}
                </DataCell>
              ))}
            </DataRow>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function focusOnce(region: HTMLElement | null): void {
  region?.focus({ preventScroll: true });
}

function Outcome({ row: { problem, remark } }: { readonly row: CheckedRow }) {
  if (problem !== null) return <span className="font-medium text-(--red-11)">{problem}</span>;
  return <span className="text-(--gray-11)">{remark ?? texts.isReady}</span>;
}

function Empty() {
  return (
    <span className="text-(--gray-11)">
      <span aria-hidden>–</span>
      <span className="visually-hidden">{texts.none}</span>
    </span>
  );
}
