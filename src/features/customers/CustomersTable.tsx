import { Badge } from "@radix-ui/themes";
import type { MouseEvent } from "react";
import { formatDate } from "../../../domain/calendar";
import type { CustomerTag } from "../../../domain/customerTags";
import { formatBRL } from "../../../domain/money";
import { formatPhone } from "../../../domain/phone";
import { DataCell, DataHeaderCell, DataRow, DataTable, type Column } from "../../ui/DataTable";
import { RecordActions } from "../../ui/RecordActions";
import type { OpenDialog } from "./customersAddress";
import { texts } from "./texts";
import type { CustomerRow } from "./useCustomers";
import { whoIs } from "./who";

export interface ListProps {
  readonly customers: readonly CustomerRow[];
  readonly tagsOf: (customer: CustomerRow) => readonly CustomerTag[];
  readonly onOpen: (dialog: OpenDialog) => void;
  readonly onRemove: (customer: CustomerRow) => void;
}

const { columns } = texts;
const COLUMNS: readonly Column[] = [
  { label: columns.name, isFlexible: true },
  { label: columns.phone },
  { label: columns.group },
  { label: columns.orders, align: "right" },
  { label: columns.spent, align: "right" },
  { label: columns.last },
  { label: columns.tags },
  { label: columns.actions, align: "right" },
];

export function CustomersTable({ customers, tagsOf, onOpen, onRemove }: ListProps) {
  return (
    <DataTable caption={texts.list} columns={COLUMNS}>
      {customers.map((customer, at) => (
        <Row
          key={customer._id}
          at={at}
          customer={customer}
          tags={tagsOf(customer)}
          onOpen={onOpen}
          onRemove={onRemove}
        />
      ))}
    </DataTable>
  );
}

interface RowProps extends Pick<ListProps, "onOpen" | "onRemove"> {
  /** Its position in the list. */
  readonly at: number;
  readonly customer: CustomerRow;
  readonly tags: readonly CustomerTag[];
}

function Row({ at, customer, tags, onOpen, onRemove }: RowProps) {
  const { _id: customerId, phone, whatsappGroup, totals } = customer;
  function onRowClick({ target }: MouseEvent) {
    // The empty area of a row opens it; its buttons have their own meaning (UX conventions D4).
    if (target instanceof Element && target.closest("button, a, input") === null) onOpen({ kind: "view", customerId });
  }
  return (
    <DataRow data-row={at} onClick={onRowClick} className="cursor-pointer">
      <DataHeaderCell className="max-w-0 min-w-40">
        <NameButton customer={customer} onOpen={onOpen} className="max-w-full truncate" />
      </DataHeaderCell>
      <DataCell>{formatPhone(phone)}</DataCell>
      <DataCell className="max-w-40 truncate" title={whatsappGroup ?? undefined}>
        {whatsappGroup ?? <Nothing says={texts.none} />}
      </DataCell>
      <DataCell isRight>{totals.orders}</DataCell>
      <DataCell isRight>{formatBRL(totals.spentCents)}</DataCell>
      <DataCell>
        {totals.lastOrderDate === null ? <Nothing says={texts.never} /> : formatDate(totals.lastOrderDate)}
      </DataCell>
      <DataCell>
        <Tags tags={tags} />
      </DataCell>
      <DataCell isRight>
        <RowActions customer={customer} onOpen={onOpen} onRemove={onRemove} />
      </DataCell>
    </DataRow>
  );
}

interface NameProps extends Pick<RowProps, "customer" | "onOpen"> {
  readonly className?: string;
}

/** The row's one link: the name, and of somebody without one at least the phone for who hears it. */
export function NameButton({ customer, onOpen, className = "" }: NameProps) {
  const { _id: customerId, name, phone } = customer;
  return (
    <button
      type="button"
      data-customer={customerId}
      data-column="name"
      title={name ?? undefined}
      className={`min-h-6 cursor-pointer rounded-sm text-left hover:underline ${
        name === null ? "font-normal text-(--gray-11)" : "font-semibold"
      } ${className}`}
      onClick={() => onOpen({ kind: "view", customerId })}
    >
      {name ?? texts.noName}
      {name === null && <span className="visually-hidden">{` ${formatPhone(phone)}`}</span>}
    </button>
  );
}

function Nothing({ says }: { readonly says: string }) {
  return (
    <span className="text-(--gray-11)">
      <span aria-hidden>–</span>
      <span className="visually-hidden">{says}</span>
    </span>
  );
}

/** Told apart by word and weight: colour is for what is paid and what is not. */
export function Tags({ tags }: { readonly tags: readonly CustomerTag[] }) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      {tags.map((tag) => (
        <Badge key={tag} color="gray" highContrast={tag !== "Inativo"} variant={LOOKS[tag]}>
          {tag}
        </Badge>
      ))}
    </span>
  );
}

const LOOKS = { Novo: "outline", Recorrente: "soft", VIP: "solid", Inativo: "outline" } as const;

export function RowActions({ customer, onOpen, onRemove }: Omit<RowProps, "at" | "tags">) {
  const who = whoIs(customer);
  return (
    <RecordActions
      editLabel={texts.edit(who)}
      removeLabel={texts.remove(who)}
      onEdit={() => onOpen({ kind: "edit", customerId: customer._id })}
      onRemove={() => onRemove(customer)}
    />
  );
}
