import { formatInstant } from "../../lib/ago";
import { useIsNarrow } from "../../lib/useMediaQuery";
import { DataCell, DataRow, DataTable } from "../../ui/DataTable";
import { actionText, changedFields, recordText, whenText, type AuditLine } from "./auditText";
import { texts } from "./texts";
import type { ChosenRecord } from "./useLogFilter";

interface Props {
  readonly lines: readonly AuditLine[];
  readonly onRecord: (record: ChosenRecord) => void;
}

/** The lines, newest first: a table, and cards on the phone. */
export function AuditList({ lines, onRecord }: Props) {
  const { columns } = texts;
  if (useIsNarrow())
    return (
      <ul aria-label={texts.caption} className="flex flex-col border-t border-(--gray-a4)">
        {lines.map((line) => (
          <li key={line._id} className="flex flex-col gap-1 border-b border-(--gray-a4) py-3 text-[14px]">
            <span>
              <span className="font-semibold">{line.actorName}</span> {actionText(line)}
            </span>
            <RecordButton record={line.record} onRecord={onRecord} />
            <Change line={line} />
            <time dateTime={new Date(line.at).toISOString()} className="text-(--gray-11)">
              {whenText(line.at)}
            </time>
          </li>
        ))}
      </ul>
    );
  return (
    <DataTable
      caption={texts.caption}
      columns={[
        { label: columns.at },
        { label: columns.actor },
        { label: columns.action },
        { label: columns.record },
        { label: columns.change },
      ]}
    >
      {lines.map((line) => (
        <DataRow key={line._id} className="align-top">
          <DataCell>
            <time dateTime={new Date(line.at).toISOString()} title={formatInstant(line.at)}>
              {whenText(line.at)}
            </time>
          </DataCell>
          <DataCell className="max-w-48 truncate">
            <span title={line.actorName}>{line.actorName}</span>
          </DataCell>
          <DataCell>{actionText(line)}</DataCell>
          <DataCell className="max-w-64 truncate">
            <RecordButton record={line.record} onRecord={onRecord} />
          </DataCell>
          <DataCell className="w-full whitespace-normal">
            <Change line={line} />
          </DataCell>
        </DataRow>
      ))}
    </DataTable>
  );
}

interface RecordProps {
  readonly record: AuditLine["record"];
  readonly onRecord: (record: ChosenRecord) => void;
}

/** Leads to everything that was done with the same record. */
function RecordButton({ record, onRecord }: RecordProps) {
  const label = recordText(record);
  return (
    <button
      type="button"
      className="max-w-full cursor-pointer truncate rounded-sm text-left underline decoration-(--gray-a7) underline-offset-2 pointer-coarse:min-h-11"
      title={texts.seeRecord(label)}
      aria-label={texts.seeRecord(label)}
      onClick={() => onRecord({ key: record.key, label })}
    >
      {label}
    </button>
  );
}

/** `Preço: R$ 89,90 → R$ 79,90`, a field a line. */
function Change({ line }: { readonly line: AuditLine }) {
  const fields = changedFields(line);
  if (fields.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 py-1">
      {fields.map(({ name, before, after }) => (
        <li key={name} className="min-w-0 break-words">
          <span className="text-(--gray-11)">{name}: </span>
          {before !== null && (
            <span>
              <span className="visually-hidden">{texts.before} </span>
              {before}
            </span>
          )}
          {before !== null && after !== null && (
            <span aria-hidden className="text-(--gray-11)">
              {" → "}
            </span>
          )}
          {after !== null && (
            <span className="font-medium">
              <span className="visually-hidden">{texts.after} </span>
              {after}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
