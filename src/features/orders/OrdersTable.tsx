import { EyeOpenIcon, Pencil1Icon } from "@radix-ui/react-icons";
import { memo, useRef } from "react";
import { formatDate } from "../../../domain/calendar";
import { formatBRL } from "../../../domain/money";
import { formatPhone } from "../../../domain/phone";
import { useGlow } from "../../ui/glow";
import { PLAIN_ROWS, rowsToRender, useRangeInSight } from "../../ui/rowWindow";
import { isOnEmptyArea, moveInList, selectInList } from "../../lib/listKeys";
import { isPlainClick } from "../../lib/plainClick";
import { RowAction } from "../../ui/rowControls";
import { LabelLink } from "./LabelLink";
import { MessagesCell } from "./MessagesCell";
import { ObservationCell } from "./ObservationCell";
import { PaidSwitch } from "./PaidSwitch";
import type { ShownRow } from "./presentRows";
import { PrintedToggle } from "./PrintedToggle";
import { SelectBox, SelectPageBox } from "./SelectBox";
import { texts } from "./texts";
import { ticked } from "../../lib/ticks";
import type { OpenOrder } from "./orderFilters";
import type { OrderActions } from "./useOrderActions";
import type { OrderRow } from "./useOrders";
import type { OrderSelection } from "./useOrderSelection";
import { selectionKeysOf } from "./selectionKeys";

export interface OrderListProps {
  readonly rows: readonly ShownRow<OrderRow>[];
  /** The rows that came in while the list was open. */
  readonly arrived: ReadonlySet<string>;
  readonly busy: ReadonlySet<string>;
  /** The orders of which a message lately did not go out. */
  readonly troubled: ReadonlySet<string>;
  readonly actions: OrderActions;
  readonly selection: OrderSelection;
  /** The rows that must stay in the document: they are being edited or have the focus. */
  readonly kept: ReadonlySet<string>;
  /** Tells that a row has something open (an edit, a question), or no longer. */
  readonly onUse: (orderId: string, isInUse: boolean) => void;
  readonly onOpen: (order: OpenOrder) => void;
  /** Where an order's own address leads. */
  readonly hrefOf: (order: OpenOrder) => string;
  /** Leads to another screen. */
  readonly goTo: (path: string) => void;
}

export interface OrderItemProps extends Pick<OrderListProps, "actions" | "onUse" | "onOpen" | "hrefOf" | "goTo"> {
  readonly order: OrderRow;
  readonly hasLeft: boolean;
  readonly hasArrived: boolean;
  readonly isSelected: boolean;
  readonly select: Pick<OrderSelection, "toggle" | "extendTo" | "pick">;
  readonly isPaidBusy: boolean;
  readonly isPrintedBusy: boolean;
  readonly isTroubled: boolean;
  /** Position in the whole list, from 0. */
  readonly at: number;
}

const { columns } = texts;

/** Fixed, so that rows coming and going under a scroll never move a column. */
const COLUMNS: readonly { readonly label: string; readonly width?: number; readonly isRight?: boolean }[] = [
  { label: columns.number, width: 76 },
  { label: columns.phone, width: 168 },
  { label: columns.customer, width: 132 },
  { label: columns.total, width: 106, isRight: true },
  { label: columns.paid, width: 124 },
  { label: columns.printed, width: 112 },
  { label: columns.eventType, width: 94 },
  { label: columns.eventDate, width: 99 },
  { label: columns.messages, width: 88 },
  { label: columns.observation },
  { label: columns.actions, width: 90 },
];

const SELECT_PX = 36;
const COLUMN_COUNT = COLUMNS.length + 1;

/** Source: look.md, tables 44 px comfortable. */
const ROW_PX = 44;

/** The list as a table: sticky header and first column, rows of one height, only those in sight when there are many. */
export function OrdersTable({ rows, arrived, busy, troubled, kept, selection, ...shared }: OrderListProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const range = useRangeInSight(body, rows.length, ROW_PX);
  const isWindowed = rows.length > PLAIN_ROWS;
  const keptAt = isWindowed ? [...rows.keys()].filter((at) => kept.has(rows[at]!.row._id)) : [];
  const indexes = rowsToRender(range, keptAt, rows.length);
  return (
    <table
      aria-rowcount={isWindowed ? rows.length + 1 : undefined}
      className="w-full min-w-[1216px] table-fixed border-separate border-spacing-0 text-left text-[14px]"
    >
      <caption className="visually-hidden">{texts.list}</caption>
      <colgroup>
        <col style={{ width: SELECT_PX }} />
        {COLUMNS.map(({ label, width }) => (
          <col key={label} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={isWindowed ? 1 : undefined}>
          <th scope="col" className={`${HEADER} left-0 p-0 max-xl:z-20`}>
            <SelectPageBox
              selection={selection}
              state={ticked(
                selection.isSelected,
                rows.map(({ row }) => row._id),
              )}
            />
          </th>
          {COLUMNS.map(({ label, isRight }) => (
            <th
              key={label}
              scope="col"
              aria-sort={label === columns.number ? "descending" : undefined}
              className={`${HEADER} px-2 ${label === columns.number ? "left-9 max-xl:z-20" : ""} ${
                isRight === true ? "text-right" : ""
              }`}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody
        ref={body}
        onKeyDown={(event) => {
          selectInList(event, selectionKeysOf(selection, rows));
          moveInList(event);
        }}
      >
        {withGaps(indexes, rows.length).map((piece) =>
          "rows" in piece ? (
            <Gap key={`gap-${piece.before}`} rows={piece.rows} />
          ) : (
            <OrderTableRow
              key={rows[piece.at]!.row._id}
              order={rows[piece.at]!.row}
              hasLeft={rows[piece.at]!.hasLeft}
              hasArrived={arrived.has(rows[piece.at]!.row._id)}
              isSelected={selection.isSelected(rows[piece.at]!.row._id)}
              select={selection.select}
              isPaidBusy={busy.has(`paid:${rows[piece.at]!.row._id}`)}
              isPrintedBusy={busy.has(`printed:${rows[piece.at]!.row._id}`)}
              isTroubled={troubled.has(rows[piece.at]!.row._id)}
              at={piece.at}
              {...shared}
            />
          ),
        )}
      </tbody>
    </table>
  );
}

/** The rows in the document and the gaps between them, which keep their height. */
function withGaps(indexes: readonly number[], count: number): ({ at: number } | { before: number; rows: number })[] {
  const pieces: ({ at: number } | { before: number; rows: number })[] = [];
  let next = 0;
  for (const at of indexes) {
    if (at > next) pieces.push({ before: at, rows: at - next });
    pieces.push({ at });
    next = at + 1;
  }
  if (next < count) pieces.push({ before: count, rows: count - next });
  return pieces;
}

function Gap({ rows }: { readonly rows: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={COLUMN_COUNT} style={{ height: rows * ROW_PX, padding: 0 }} />
    </tr>
  );
}

const HEADER =
  "sticky top-0 z-10 h-9 border-b border-(--gray-a6) bg-(--color-background) text-[13px] font-medium whitespace-nowrap text-(--gray-11)";
const CELL = "h-11 border-b border-(--gray-a4) px-2 py-0 whitespace-nowrap";

const OrderTableRow = memo(function OrderTableRow(props: OrderItemProps) {
  const { order, hasLeft, hasArrived, isSelected, select, isPaidBusy, isPrintedBusy, isTroubled, at } = props;
  const { actions, onUse, onOpen, hrefOf, goTo } = props;
  const glow = useGlow(JSON.stringify(order), hasArrived);
  const onInUse = (isInUse: boolean) => onUse(order._id, isInUse);
  const detail: OpenOrder = { kind: "detail", number: order.number };
  return (
    <tr
      data-row={at}
      aria-rowindex={at + 2}
      onFocus={() => onUse(`focus:${order._id}`, true)}
      onBlur={() => onUse(`focus:${order._id}`, false)}
      onClick={(event) => {
        if (isOnEmptyArea(event)) onOpen(detail);
      }}
      className={`cursor-pointer ${isSelected ? "bg-(--accent-2) hover:bg-(--accent-3)" : "bg-(--color-background) hover:bg-(--gray-2)"} ${hasLeft ? "opacity-50" : ""} ${glow}`}
    >
      <td className={`${CELL} bg-inherit !p-0 max-xl:sticky max-xl:left-0 max-xl:z-[1]`}>
        <SelectBox order={order} isSelected={isSelected} select={select} className="h-11" />
      </td>
      <th scope="row" className={`${CELL} bg-inherit font-semibold max-xl:sticky max-xl:left-9 max-xl:z-[1]`}>
        <a
          href={hrefOf(detail)}
          data-column="number"
          onClick={(event) => {
            if (isPlainClick(event)) onOpen(detail);
          }}
          className="inline-flex min-h-6 items-center rounded-sm hover:underline"
        >
          #{order.number}
        </a>
      </th>
      <td className={CELL}>{formatPhone(order.customerPhone)}</td>
      <td className={`${CELL} truncate`} title={order.customerName ?? undefined}>
        {order.customerName ?? <span className="text-(--gray-11)">{texts.noCustomer}</span>}
        {hasLeft && <span className="text-(--gray-12) italic"> · {texts.hasLeft}</span>}
      </td>
      <td className={`${CELL} text-right font-medium`}>{formatBRL(order.totalCents)}</td>
      <td className={CELL}>
        <PaidSwitch order={order} isBusy={isPaidBusy} setPaid={actions.setPaid} onAsking={onInUse} />
      </td>
      <td className={CELL}>
        <PrintedToggle order={order} isBusy={isPrintedBusy} setPrinted={actions.setPrinted} print={actions.print} />
      </td>
      <td className={CELL}>{order.eventType}</td>
      <td className={CELL}>{formatDate(order.eventDate)}</td>
      <td className={`${CELL} truncate text-(--gray-11)`}>
        <MessagesCell order={order} isTroubled={isTroubled} onAsking={onInUse} />
      </td>
      <td className={`${CELL} cursor-default`}>
        <ObservationCell order={order} save={actions.saveObservation} onEditing={onInUse} />
      </td>
      <td className={`${CELL} cursor-default`}>
        <span className="flex gap-3">
          <RowAction
            title={texts.seeOrderTip}
            data-column="see"
            aria-label={texts.seeOrder(order.number)}
            onClick={() => onOpen(detail)}
          >
            <EyeOpenIcon width="16" height="16" />
          </RowAction>
          <RowAction
            title={texts.editOrderTip}
            data-column="edit"
            aria-label={texts.editOrder(order.number)}
            onClick={() => onOpen({ kind: "edit", number: order.number })}
          >
            <Pencil1Icon width="16" height="16" />
          </RowAction>
          <LabelLink order={order} iconPx={16} goTo={goTo} />
        </span>
      </td>
    </tr>
  );
});
