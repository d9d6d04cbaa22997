import { Checkbox } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { formatDate } from "../../../domain/calendar";
import { formatBRL } from "../../../domain/money";
import { formatPhone } from "../../../domain/phone";
import { isOnEmptyArea, moveInList, selectInList } from "../../lib/listKeys";
import { DataCell, DataHeaderCell, DataRow, DataTable, type Column } from "../../ui/DataTable";
import { useGlow } from "../../ui/glow";
import { FreightText, LabelNews, StateBadge, TrackingText } from "./labelParts";
import { RowActions } from "./RowActions";
import { SelectLabel } from "./SelectLabel";
import { texts } from "./texts";
import type { LabelListProps } from "./LabelsList";
import type { LabelRow } from "./useLabels";

const { columns } = texts;
const COLUMNS: readonly Column[] = [
  { label: columns.order },
  { label: columns.customer },
  { label: columns.freight },
  { label: columns.price, align: "right" },
  { label: columns.state, isFlexible: true },
  { label: columns.tracking },
  { label: columns.actions, align: "right" },
];

/** One shipment per row; ↑ and ↓ lead from row to row, Space and Shift+↓ select (UX conventions K6). */
export function LabelsTable({ rows, ...shared }: LabelListProps) {
  const { selection } = shared;
  return (
    <>
      <SelectPage selection={selection} />
      <div
        onKeyDown={(event) => {
          selectInList(event, { toggle: selection.toggleAt, extend: selection.step, selectPage: selection.selectPage });
          moveInList(event);
        }}
      >
        <DataTable caption={texts.list} columns={COLUMNS}>
          {rows.map((row, at) => (
            <Row key={row.orderId} row={row} at={at} {...shared} />
          ))}
        </DataTable>
      </div>
    </>
  );
}

/** None, some or all of the rows on screen. */
function SelectPage({ selection }: Pick<LabelListProps, "selection">) {
  const { page } = selection;
  return (
    <label className="mb-1 inline-flex min-h-8 cursor-pointer items-center gap-2 text-[13px] text-(--gray-11) select-none">
      <Checkbox
        size="2"
        data-select-page
        checked={page === "all" ? true : page === "some" ? "indeterminate" : false}
        onCheckedChange={() => (page === "all" ? selection.clearPage() : selection.selectPage())}
      />
      {texts.selectPage}
    </label>
  );
}

interface RowProps extends Omit<LabelListProps, "rows"> {
  readonly row: LabelRow;
  /** Position on the page, from 0. */
  readonly at: number;
}

function Row({ row, at, controls, actions, selection }: RowProps) {
  const glow = useGlow(JSON.stringify([row.state, row.problem, row.trackingCode, row.priceCents]), false);
  const isSelected = selection.isSelected(row.orderId);
  return (
    <DataRow
      data-row={at}
      aria-busy={row.step !== null}
      className={`cursor-pointer ${isSelected ? "bg-(--accent-2)" : ""} ${glow}`}
      onClick={(event) => {
        if (isOnEmptyArea(event)) controls.open(row);
      }}
    >
      <DataHeaderCell>
        <span className="inline-flex items-center gap-2">
          <SelectLabel row={row} selection={selection} className="size-8" />
          <OpenLink row={row} controls={controls} />
        </span>
      </DataHeaderCell>
      <DataCell>
        <span className="block">
          {row.customerName ?? <span className="text-(--gray-11)">{texts.noCustomer}</span>}
        </span>
        <span className="block text-[13px] text-(--gray-11)">{formatPhone(row.customerPhone)}</span>
      </DataCell>
      <DataCell>
        <FreightText row={row} />
        {row.eventDate !== null && (
          <span className="block text-[13px] text-(--gray-11)">{formatDate(row.eventDate)}</span>
        )}
      </DataCell>
      <DataCell isRight className="font-medium">
        <Price row={row} />
      </DataCell>
      <DataCell className="min-w-52 whitespace-normal">
        <StateBadge state={row.state} />
        <span className="text-[13px]">
          <LabelNews row={row} onAddFunds={actions.addFunds} />
        </span>
      </DataCell>
      <DataCell>
        <TrackingText row={row} />
      </DataCell>
      <DataCell isRight>
        <RowActions row={row} actions={actions} />
      </DataCell>
    </DataRow>
  );
}

interface OpenProps extends Pick<RowProps, "row" | "controls"> {
  readonly className?: string;
}

/** The row's one link (UX conventions D4). */
export function OpenLink({ row, controls, className = "" }: OpenProps) {
  return (
    <>
      <Link
        to={controls.hrefOf(row.orderNumber)}
        data-column="number"
        aria-label={texts.open(row.orderNumber)}
        className={`inline-flex min-h-6 items-center rounded-sm hover:underline ${className}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          controls.open(row);
        }}
      >
        #{row.orderNumber}
      </Link>
      {row.publicId === null && <span className="text-[13px] font-normal text-(--gray-11)">{texts.orderGone}</span>}
    </>
  );
}

export function Price({ row }: { readonly row: LabelRow }) {
  if (row.priceCents !== null) return <>{formatBRL(row.priceCents)}</>;
  return (
    <span className="text-(--gray-11)">
      <span aria-hidden>–</span>
      <span className="visually-hidden">{texts.noPrice}</span>
    </span>
  );
}
