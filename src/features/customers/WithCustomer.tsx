import { useState, type ReactNode } from "react";
import { sentenceOf } from "../../lib/refusal";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { NoticeDialog } from "../../ui/NoticeDialog";
import { RefusedState } from "../../ui/RefusedState";
import type { CustomerId } from "./customersAddress";
import { texts } from "./texts";
import { useCustomer, type Customer } from "./useCustomers";

interface Props {
  readonly customerId: CustomerId;
  readonly onClose: () => void;
  /** What is being typed stays when the customer goes; saving it says why it cannot be. */
  readonly keepsLast?: boolean;
  readonly children: (customer: Customer) => ReactNode;
}

/** One customer, live, for a dialog: loading, refused and gone are said here. */
export function WithCustomer({ customerId, onClose, keepsLast = false, children }: Props) {
  const live = useCustomer(customerId);
  const [last, setLast] = useState<Customer | null>(null);
  const value = live.status === "ready" ? live.value : null;
  if (value !== null && value !== last) setLast(value);
  const customer = value ?? (keepsLast ? last : null);
  if (customer !== null) return children(customer);
  return (
    <NoticeDialog title={texts.title} onClose={onClose}>
      {live.status === "loading" && <ListSkeleton rows={4} label={texts.loading} />}
      {live.status === "refused" && <RefusedState message={sentenceOf(live.error, texts.loadOneFailed)} />}
      {live.status === "ready" && <RefusedState message={texts.goneMeanwhile} />}
    </NoticeDialog>
  );
}
