import { Button } from "@radix-ui/themes";
import { useState } from "react";
import { customerTags } from "../../../domain/customerTags";
import { useToday } from "../../lib/clock";
import { moveInList } from "../../lib/listKeys";
import { useIsNarrow } from "../../lib/useMediaQuery";
import { EmptyState } from "../../ui/EmptyState";
import { AllRows, FoundRows, neighbourOf, pageOf, type PageableRows } from "../../ui/PagedRows";
import { Pager } from "../../ui/Pager";
import { CustomerCards } from "./CustomerCards";
import { CustomersTable } from "./CustomersTable";
import { RemoveCustomer } from "./RemoveCustomer";
import { texts } from "./texts";
import { MAX_FOUND, useCustomerOverview, useCustomerPages, useCustomersFound, type CustomerRow } from "./useCustomers";
import type { PlaceControls } from "./useCustomersPlace";

interface Props {
  readonly controls: PlaceControls;
}

/** Every customer, newest first. */
export function AllCustomers({ controls }: Props) {
  const { page, pageSize } = controls.place;
  const [firstCount] = useState(page * pageSize);
  return (
    <AllRows
      pages={useCustomerPages(pageSize, firstCount)}
      wanted={page * pageSize}
      loading={texts.loading}
      empty={
        <EmptyState
          line={texts.empty}
          action={<Button onClick={() => controls.show("register")}>{texts.registerTitle}</Button>}
        />
      }
    >
      {(rows) => <CustomerPage controls={controls} {...rows} />}
    </AllRows>
  );
}

/** The customers that match what is typed, newest first. */
export function CustomersFound({ controls }: Props) {
  return (
    <FoundRows
      found={useCustomersFound(controls.place.search)}
      max={MAX_FOUND}
      loading={texts.loading}
      failed={texts.loadFailed}
      empty={
        <EmptyState
          line={texts.noneFound}
          action={
            <Button variant="soft" color="gray" highContrast onClick={() => controls.search("")}>
              {texts.clearSearch}
            </Button>
          }
        />
      }
    >
      {(rows) => <CustomerPage controls={controls} {...rows} />}
    </FoundRows>
  );
}

function CustomerPage({ controls, rows, hasMore, isBusy }: Props & PageableRows<CustomerRow>) {
  const { page, rows: customers, isLast } = pageOf(rows, controls.place);
  const [leaving, setLeaving] = useState<CustomerRow | null>(null);
  const tagsOf = useTags();
  const List = useIsNarrow() ? CustomerCards : CustomersTable;

  return (
    <section aria-label={texts.list} aria-busy={isBusy} onKeyDown={moveInList}>
      <List customers={customers} tagsOf={tagsOf} onOpen={controls.open} onRemove={setLeaving} />
      <Pager page={page} hasNext={!isLast || hasMore} isBusy={isBusy} onGo={(next) => controls.go({ page: next })} />
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
