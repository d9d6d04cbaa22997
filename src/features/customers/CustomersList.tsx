import { Button, Text } from "@radix-ui/themes";
import { useEffect, useState } from "react";
import { customerTags } from "../../../domain/customerTags";
import { useToday } from "../../lib/clock";
import { sentenceOf } from "../../lib/refusal";
import { useIsNarrow } from "../../lib/useMediaQuery";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { Pager } from "../../ui/Pager";
import { RefusedState } from "../../ui/RefusedState";
import { CustomerCards } from "./CustomerCards";
import { CustomersTable } from "./CustomersTable";
import { RemoveCustomer } from "./RemoveCustomer";
import { texts } from "./texts";
import { MAX_FOUND, useCustomerOverview, useCustomerPages, useCustomersFound, type CustomerRow } from "./useCustomers";
import type { PlaceControls } from "./useCustomersPlace";

interface Props {
  readonly controls: PlaceControls;
}

/** Every customer, newest first. An address that names a later page loads up to it at once. */
export function AllCustomers({ controls }: Props) {
  const { page, pageSize } = controls.place;
  const [firstCount] = useState(page * pageSize);
  const { status, rows, canLoadMore, isLoadingMore, isStale, loadMore } = useCustomerPages(pageSize, firstCount);
  const isShort = rows.length < page * pageSize && canLoadMore;
  useEffect(() => {
    if (isShort) loadMore();
  }, [isShort, loadMore]);

  if (status === "loading") return <ListSkeleton rows={10} label={texts.loading} />;
  if (rows.length === 0)
    return (
      <EmptyState
        line={texts.empty}
        action={<Button onClick={() => controls.show("register")}>{texts.registerTitle}</Button>}
      />
    );
  return (
    <CustomerPage
      controls={controls}
      rows={rows}
      hasMore={canLoadMore || isLoadingMore}
      isBusy={isStale || isLoadingMore}
    />
  );
}

/** The customers that match what is typed, newest first. */
export function CustomersFound({ controls }: Props) {
  const found = useCustomersFound(controls.place.search);
  if (found.status === "loading") return <ListSkeleton rows={10} label={texts.loading} />;
  if (found.status === "refused") return <RefusedState message={sentenceOf(found.error, texts.loadFailed)} />;
  if (found.value.length === 0)
    return (
      <EmptyState
        line={texts.noneFound}
        action={
          <Button variant="soft" color="gray" highContrast onClick={() => controls.search("")}>
            {texts.clearSearch}
          </Button>
        }
      />
    );
  return (
    <>
      <CustomerPage controls={controls} rows={found.value} hasMore={false} isBusy={found.isStale} />
      {found.value.length === MAX_FOUND && (
        <Text as="p" size="2" color="gray">
          {texts.onlyFirst(MAX_FOUND)}
        </Text>
      )}
    </>
  );
}

interface PageProps extends Props {
  readonly rows: readonly CustomerRow[];
  /** There are more on the server. */
  readonly hasMore: boolean;
  readonly isBusy: boolean;
}

/** One page of the rows; while the next is loaded, or when the address names one too far, the last there is. */
function CustomerPage({ controls, rows, hasMore, isBusy }: PageProps) {
  const { page, pageSize } = controls.place;
  const shown = Math.min(page, Math.max(1, Math.ceil(rows.length / pageSize)));
  const customers = rows.slice((shown - 1) * pageSize, shown * pageSize);
  const [leaving, setLeaving] = useState<CustomerRow | null>(null);
  const tagsOf = useTags();
  const List = useIsNarrow() ? CustomerCards : CustomersTable;

  return (
    <section aria-label={texts.list} aria-busy={isBusy}>
      <List customers={customers} tagsOf={tagsOf} onOpen={controls.open} onRemove={setLeaving} />
      <Pager
        page={shown}
        hasNext={rows.length > shown * pageSize || hasMore}
        isBusy={isBusy}
        onGo={(next) => controls.go({ page: next })}
      />
      {leaving !== null && (
        <RemoveCustomer
          customer={leaving}
          neighbour={neighbourOf(customers, leaving)}
          onClose={() => setLeaving(null)}
        />
      )}
    </section>
  );
}

/** Tags by today and by the company's own measure of a VIP; without the measure nobody is one yet. */
export function useTags() {
  const today = useToday();
  const overview = useCustomerOverview();
  const vipFromCents = overview.status === "ready" ? overview.value.vipFromCents : null;
  return ({ totals }: Pick<CustomerRow, "totals">) => customerTags(totals, { today, vipFromCents });
}

/** The row after it, else the one before it (UX conventions F4). */
function neighbourOf(customers: readonly CustomerRow[], customer: CustomerRow): CustomerRow | null {
  const at = customers.findIndex(({ _id }) => _id === customer._id);
  return customers[at + 1] ?? customers[at - 1] ?? null;
}
