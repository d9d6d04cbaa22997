import { EyeOpenIcon, Pencil1Icon } from "@radix-ui/react-icons";
import { memo, useRef } from "react";
import { formatDate } from "../../../domain/calendar";
import { formatBRL } from "../../../domain/money";
import { formatPhone } from "../../../domain/phone";
import { useGlow } from "../../ui/glow";
import { PLAIN_ROWS, rowsToRender, useRangeInSight } from "../../ui/rowWindow";
import { isOnEmptyArea, selectInList } from "../../lib/listKeys";
import { isPlainClick } from "../../lib/plainClick";
import { RowAction } from "../../ui/rowControls";
import { LabelLink } from "./LabelLink";
import { MessagesCell } from "./MessagesCell";
import { ObservationCell } from "./ObservationCell";
import type { OpenOrder } from "./orderFilters";
import type { OrderItemProps, OrderListProps } from "./OrdersTable";
import { PaidSwitch } from "./PaidSwitch";
import { PrintedToggle } from "./PrintedToggle";
import { SelectBox } from "./SelectBox";
import { selectionKeysOf } from "./selectionKeys";
import { texts } from "./texts";
import { useLongPress } from "./useLongPress";

const { columns } = texts;

/** Room for five lines, two of them as high as a finger (A4). */
const CARD_PX = 200;

/** The orders table on the phone: the same facts in the same order, one card of one height per order (M2). */
export function OrderCards({ rows, arrived, busy, troubled, kept, selection, ...shared }: OrderListProps) {
  const list = useRef<HTMLUListElement>(null);
  const range = useRangeInSight(list, rows.length, CARD_PX);
  const keptAt = rows.length > PLAIN_ROWS ? [...rows.keys()].filter((at) => kept.has(rows[at]!.row._id)) : [];
  return (
    <ul
      ref={list}
      aria-label={texts.list}
      className="relative border-t border-(--gray-a4)"
      style={{ height: rows.length * CARD_PX }}
      onKeyDown={(event) => selectInList(event, selectionKeysOf(selection, rows))}
    >
      {rowsToRender(range, keptAt, rows.length).map((at) => {
        const { row, hasLeft } = rows[at]!;
        return (
          <OrderCard
            key={row._id}
            order={row}
            hasLeft={hasLeft}
            hasArrived={arrived.has(row._id)}
            isSelected={selection.isSelected(row._id)}
            isPicking={selection.isPicking}
            select={selection.select}
            isPaidBusy={busy.has(`paid:${row._id}`)}
            isPrintedBusy={busy.has(`printed:${row._id}`)}
            isTroubled={troubled.has(row._id)}
            at={at}
            {...shared}
          />
        );
      })}
    </ul>
  );
}

interface CardProps extends OrderItemProps {
  /** The boxes are there, and a press on a card selects it. */
  readonly isPicking: boolean;
}

const OrderCard = memo(function OrderCard(props: CardProps) {
  const { order, hasLeft, hasArrived, isSelected, isPicking, select, isPaidBusy, isPrintedBusy, isTroubled, at } =
    props;
  const { actions, onUse, onOpen, hrefOf, goTo } = props;
  const longPress = useLongPress(() => {
    select.pick();
    select.toggle(order);
  });
  const glow = useGlow(JSON.stringify(order), hasArrived);
  const onInUse = (isInUse: boolean) => onUse(order._id, isInUse);
  const detail: OpenOrder = { kind: "detail", number: order.number };
  return (
    <li
      data-row={at}
      style={{ top: at * CARD_PX, height: CARD_PX }}
      onFocus={() => onUse(`focus:${order._id}`, true)}
      onBlur={() => onUse(`focus:${order._id}`, false)}
      {...longPress.handlers}
      onClick={(event) => {
        if (longPress.hasJustHappened() || !isOnEmptyArea(event)) return;
        if (isPicking) select.toggle(order);
        else onOpen(detail);
      }}
      className={`absolute inset-x-0 flex flex-col justify-between border-b border-(--gray-a4) py-3 text-[14px] ${isSelected ? "bg-(--accent-2)" : ""} ${
        hasLeft ? "opacity-50" : ""
      } ${glow}`}
    >
      <div className="flex items-center justify-between gap-3">
        {isPicking && (
          <SelectBox order={order} isSelected={isSelected} select={select} className="-my-3 -ml-2 size-11 flex-none" />
        )}
        <a
          href={hrefOf(detail)}
          onClick={(event) => {
            if (isPlainClick(event)) onOpen(detail);
          }}
          className="mr-auto inline-flex min-h-6 items-center font-semibold"
        >
          #{order.number}
        </a>
        <span className="text-[16px] font-semibold whitespace-nowrap">{formatBRL(order.totalCents)}</span>
      </div>
      <div className="flex justify-between gap-x-3">
        <span className="whitespace-nowrap">{formatPhone(order.customerPhone)}</span>
        <span className="min-w-0 truncate text-(--gray-11)">
          {order.customerName ?? texts.noCustomer}
          {hasLeft && ` · ${texts.hasLeft}`}
        </span>
      </div>
      <div className="flex min-h-11 items-center justify-between gap-3">
        <PaidSwitch order={order} isBusy={isPaidBusy} setPaid={actions.setPaid} onAsking={onInUse} />
        <PrintedToggle order={order} isBusy={isPrintedBusy} setPrinted={actions.setPrinted} print={actions.print} />
      </div>
      <div className="flex justify-between gap-x-3 text-[13px] whitespace-nowrap text-(--gray-11)">
        <span>
          {order.eventType} · {formatDate(order.eventDate)}
        </span>
        <span className="truncate">
          {columns.messages}: <MessagesCell order={order} isTroubled={isTroubled} onAsking={onInUse} />
        </span>
      </div>
      <div className="flex items-center gap-4">
        <div className="min-w-0 flex-1 pl-2 text-[13px]">
          <ObservationCell order={order} save={actions.saveObservation} onEditing={onInUse} />
        </div>
        <RowAction className="m-0 size-11" aria-label={texts.seeOrder(order.number)} onClick={() => onOpen(detail)}>
          <EyeOpenIcon width="18" height="18" />
        </RowAction>
        <RowAction
          className="m-0 size-11"
          aria-label={texts.editOrder(order.number)}
          onClick={() => onOpen({ kind: "edit", number: order.number })}
        >
          <Pencil1Icon width="18" height="18" />
        </RowAction>
        <LabelLink order={order} iconPx={18} goTo={goTo} className="m-0 size-11" />
      </div>
    </li>
  );
});
