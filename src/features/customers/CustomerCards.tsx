import { formatDate } from "../../../domain/calendar";
import { formatBRL } from "../../../domain/money";
import { formatPhone } from "../../../domain/phone";
import { NameButton, RowActions, Tags, type ListProps } from "./CustomersTable";
import { texts } from "./texts";

/** The table on the phone: the same facts, one card per customer (UX conventions M2). */
export function CustomerCards({ customers, tagsOf, onOpen, onRemove }: ListProps) {
  return (
    <ul aria-label={texts.list} className="flex flex-col border-t border-(--gray-a4)">
      {customers.map((customer, at) => {
        const { _id, phone, whatsappGroup, totals } = customer;
        return (
          <li key={_id} data-row={at} className="flex flex-col gap-1 border-b border-(--gray-a4) py-3 text-[14px]">
            <div className="flex items-baseline justify-between gap-3">
              <NameButton customer={customer} onOpen={onOpen} className="min-w-0 break-words" />
              <span className="font-medium whitespace-nowrap">{formatBRL(totals.spentCents)}</span>
            </div>
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="whitespace-nowrap">{formatPhone(phone)}</span>
              <span className="text-(--gray-11)">
                {totals.lastOrderDate === null
                  ? texts.never
                  : `${texts.orders(totals.orders)} · ${formatDate(totals.lastOrderDate)}`}
              </span>
            </p>
            <div className="flex min-h-11 items-center justify-between gap-3">
              <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-[13px]">
                <Tags tags={tagsOf(customer)} />
                {whatsappGroup !== null && <span className="break-words text-(--gray-11)">{whatsappGroup}</span>}
              </span>
              <RowActions customer={customer} onOpen={onOpen} onRemove={onRemove} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
