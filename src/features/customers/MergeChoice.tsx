import { Text } from "@radix-ui/themes";
import { useState } from "react";
import { formatPhone } from "../../../domain/phone";
import { formatBRL } from "../../../domain/money";
import { sentenceOf } from "../../lib/refusal";
import { ListSearch } from "../../ui/ListSearch";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RefusedState } from "../../ui/RefusedState";
import type { CustomerId } from "./customersAddress";
import { texts } from "./texts";
import { useCustomersFound, type Customer, type CustomerRow } from "./useCustomers";
import { whoIs } from "./who";

/** More namesakes than fit are found by typing more. */
const MAX_SHOWN = 8;

interface Props {
  readonly customer: Customer;
  readonly onChoose: (customerId: CustomerId) => void;
}

/** Which other record is of the same person: those of the same name at first. */
export function MergeChoice({ customer, onChoose }: Props) {
  const [search, setSearch] = useState(customer.name ?? "");
  return (
    <>
      <Text as="p" size="2" mb="3">
        {texts.mergePick(whoIs(customer))}
      </Text>
      <ListSearch label={texts.search} placeholder={texts.searchHint} value={search} onSearch={setSearch} autoFocus />
      <div className="min-h-48 pt-3">
        {search !== "" && <Found search={search} except={customer._id} onChoose={onChoose} />}
      </div>
    </>
  );
}

interface FoundProps {
  readonly search: string;
  readonly except: CustomerId;
  readonly onChoose: Props["onChoose"];
}

function Found({ search, except, onChoose }: FoundProps) {
  const found = useCustomersFound(search, MAX_SHOWN + 1);
  if (found.status === "loading") return <ListSkeleton rows={3} label={texts.loading} />;
  if (found.status === "refused") return <RefusedState message={sentenceOf(found.error, texts.loadFailed)} />;
  const others = found.value.filter(({ _id }) => _id !== except).slice(0, MAX_SHOWN);
  if (others.length === 0)
    return (
      <p role="status" className="text-[14px] text-(--gray-11)">
        {texts.mergeNoOther}
      </p>
    );
  return (
    <ul aria-label={texts.list} aria-busy={found.isStale} className="flex flex-col border-t border-(--gray-a4)">
      {others.map((other) => (
        <Candidate key={other._id} other={other} onChoose={onChoose} />
      ))}
    </ul>
  );
}

function Candidate({ other, onChoose }: { readonly other: CustomerRow; readonly onChoose: Props["onChoose"] }) {
  const { _id, name, phone, totals } = other;
  return (
    <li className="border-b border-(--gray-a4)">
      <button
        type="button"
        aria-label={texts.mergeChoose(`${name ?? texts.noName} ${formatPhone(phone)}`)}
        className="flex min-h-11 w-full cursor-pointer flex-wrap items-baseline gap-x-4 rounded-sm px-1 py-2 text-left text-[14px] hover:bg-(--gray-a2)"
        onClick={() => onChoose(_id)}
      >
        <span className="min-w-0 flex-1 basis-40 font-medium break-words">{name ?? texts.noName}</span>
        <span className="whitespace-nowrap">{formatPhone(phone)}</span>
        <span className="min-w-36 text-right whitespace-nowrap text-(--gray-11)">
          {texts.orders(totals.orders)} · {formatBRL(totals.spentCents)}
        </span>
      </button>
    </li>
  );
}
