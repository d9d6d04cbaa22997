import type { Key, ReactNode } from "react";
import { useIsNarrow } from "../lib/useMediaQuery";
import { DataCell, DataHeaderCell, DataRow, DataTable, type Column } from "./DataTable";

export interface RecordColumn<Row> extends Column {
  readonly show: (row: Row) => ReactNode;
}

interface Props<Row> {
  /** What the list holds, for who does not see it. */
  readonly caption: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => Key;
  /** The first names the row. */
  readonly columns: readonly [RecordColumn<Row>, ...RecordColumn<Row>[]];
  /** What one does with a row; absent where it is only read. */
  readonly actions?: (row: Row) => ReactNode;
  readonly actionsLabel?: string;
}

/** A short list of records: a table, and on the phone one card per record with the same facts (UX conventions M2). */
export function RecordList<Row>(props: Props<Row>) {
  return useIsNarrow() ? <Cards {...props} /> : <Table {...props} />;
}

function Table<Row>({ caption, rows, keyOf, columns, actions, actionsLabel = "" }: Props<Row>) {
  const [name, ...facts] = columns;
  const last = actions === undefined ? [] : [{ label: actionsLabel, align: "right" } as const];
  return (
    <DataTable caption={caption} columns={[...columns, ...last]}>
      {rows.map((row) => (
        <DataRow key={keyOf(row)}>
          <DataHeaderCell className="max-w-80 truncate">{name.show(row)}</DataHeaderCell>
          {facts.map(({ label, align, isFlexible = false, show }) => (
            <DataCell
              key={label}
              isRight={align === "right"}
              isFlexible={isFlexible}
              className={isFlexible ? "truncate" : ""}
            >
              {show(row)}
            </DataCell>
          ))}
          {actions !== undefined && <DataCell isRight>{actions(row)}</DataCell>}
        </DataRow>
      ))}
    </DataTable>
  );
}

function Cards<Row>({ caption, rows, keyOf, columns, actions }: Props<Row>) {
  const [name, ...facts] = columns;
  return (
    <ul aria-label={caption} className="flex flex-col border-t border-(--gray-a4)">
      {rows.map((row) => (
        <li key={keyOf(row)} className="flex flex-col gap-1 border-b border-(--gray-a4) py-3 text-[14px]">
          <div className="flex min-h-11 items-center justify-between gap-3">
            <span className="min-w-0 font-semibold break-words">{name.show(row)}</span>
            {actions?.(row)}
          </div>
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
            {facts.map(({ label, show }) => (
              <div key={label} className="contents">
                <dt className="text-(--gray-11)">{label}</dt>
                <dd className="min-w-0 text-right break-words">{show(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
