import { formatDate } from "../../../domain/calendar";
import { formatPhone } from "../../../domain/phone";
import { isOnEmptyArea } from "../../lib/listKeys";
import { FreightText, LabelNews, StateBadge, TrackingText } from "./labelParts";
import type { LabelListProps } from "./LabelsList";
import { OpenLink, Price } from "./LabelsTable";
import { RowActions } from "./RowActions";
import { SelectLabel } from "./SelectLabel";
import { texts } from "./texts";

/** The table on the phone: the same facts in the same order, one card per shipment (UX conventions M2). */
export function LabelCards({ rows, controls, actions, selection }: LabelListProps) {
  return (
    <ul aria-label={texts.list} className="border-t border-(--gray-a4)">
      {rows.map((row) => (
        <li
          key={row.orderId}
          aria-busy={row.step !== null}
          className={`flex flex-col gap-1 border-b border-(--gray-a4) py-3 text-[14px] ${
            selection.isSelected(row.orderId) ? "bg-(--accent-2)" : ""
          }`}
          onClick={(event) => {
            if (!isOnEmptyArea(event)) return;
            if (selection.isPicking) selection.toggle(row);
            else controls.open(row);
          }}
        >
          <div className="flex items-center gap-2">
            {selection.isPicking && <SelectLabel row={row} selection={selection} className="-my-2 -ml-2 size-11" />}
            <OpenLink row={row} controls={controls} className="font-semibold" />
            <span className="ml-auto">
              <StateBadge state={row.state} />
            </span>
          </div>
          <div className="flex justify-between gap-3">
            <span className="min-w-0 truncate">{row.customerName ?? texts.noCustomer}</span>
            <span className="whitespace-nowrap text-(--gray-11)">{formatPhone(row.customerPhone)}</span>
          </div>
          <div className="flex justify-between gap-3">
            <span className="min-w-0 truncate">
              <FreightText row={row} />
              {row.eventDate !== null && <span className="text-(--gray-11)"> · {formatDate(row.eventDate)}</span>}
            </span>
            <span className="font-medium whitespace-nowrap">
              <Price row={row} />
            </span>
          </div>
          <span className="text-[13px]">
            <LabelNews row={row} onAddFunds={actions.addFunds} />
          </span>
          <div className="flex min-h-11 items-center justify-between gap-3">
            <span className="min-w-0">{row.trackingCode !== null && <TrackingText row={row} />}</span>
            <RowActions row={row} actions={actions} />
          </div>
        </li>
      ))}
    </ul>
  );
}
