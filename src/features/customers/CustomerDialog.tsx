import { Cross1Icon } from "@radix-ui/react-icons";
import { Button, Dialog, Flex, IconButton } from "@radix-ui/themes";
import { formatDate, saoPauloDate } from "../../../domain/calendar";
import { formatBRL } from "../../../domain/money";
import { formatPhone } from "../../../domain/phone";
import { addressText, cpfText } from "../../lib/personText";
import { Fact, FactList, SectionTitle } from "../../ui/FactList";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { useReturnFocus } from "../../ui/useReturnFocus";
import { CustomerOptOut } from "../messaging";
import { CustomerHistory } from "./CustomerHistory";
import { useTags } from "./CustomersList";
import { Tags } from "./CustomersTable";
import type { CustomerId } from "./customersAddress";
import { texts } from "./texts";
import type { Customer } from "./useCustomers";
import type { PlaceControls } from "./useCustomersPlace";
import { whoIs } from "./who";
import { WithCustomer } from "./WithCustomer";

interface Props {
  readonly customerId: CustomerId;
  readonly controls: PlaceControls;
}

/** Everything known of one customer, and everything bought. Source: specification §2 "Customers" (view-data dialog). */
export function CustomerDialog({ customerId, controls }: Props) {
  return (
    <WithCustomer customerId={customerId} onClose={controls.close}>
      {(customer) => <Shown customer={customer} controls={controls} />}
    </WithCustomer>
  );
}

interface ShownProps {
  readonly customer: Customer;
  readonly controls: PlaceControls;
}

function Shown({ customer, controls }: ShownProps) {
  const { _id: customerId } = customer;
  const onCloseAutoFocus = useReturnFocus(
    () =>
      document.querySelector<HTMLElement>(`[data-customer="${customerId}"]`) ??
      document.querySelector<HTMLElement>("main h1"),
  );
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && controls.close()}>
      <Dialog.Content
        maxWidth="860px"
        aria-describedby={undefined}
        onCloseAutoFocus={onCloseAutoFocus}
        className="max-sm:!p-4"
      >
        <Flex align="center" justify="between" gap="3" mb="3">
          <Dialog.Title size="5" mb="0" className="min-w-0 break-words">
            {whoIs(customer)}
          </Dialog.Title>
          <IconButton variant="ghost" color="gray" size="3" aria-label={texts.close} onClick={controls.close}>
            <Cross1Icon width="16" height="16" />
          </IconButton>
        </Flex>
        <div className="grid gap-x-8 gap-y-5 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
          <div className="flex flex-col gap-5">
            <Personal customer={customer} />
            <Address customer={customer} />
            <Summary customer={customer} />
          </div>
          <section aria-labelledby="customer-history" className="min-w-0">
            <SectionTitle id="customer-history">{texts.history}</SectionTitle>
            <PanelBoundary fallback={texts.historyFailed}>
              <CustomerHistory customerId={customerId} />
            </PanelBoundary>
          </section>
        </div>
        <Flex gap="3" mt="5" justify="end" wrap="wrap">
          <Button variant="soft" color="gray" highContrast onClick={() => controls.swap({ kind: "merge", customerId })}>
            {texts.mergeThis}
          </Button>
          <Button variant="soft" color="gray" highContrast onClick={controls.close}>
            {texts.close}
          </Button>
          <Button onClick={() => controls.swap({ kind: "edit", customerId })}>{texts.editThis}</Button>
        </Flex>
      </Dialog.Content>
    </Dialog.Root>
  );
}

function Personal({ customer }: { readonly customer: Customer }) {
  const { name, phone, cpf, email, whatsappGroup, createdAt, totals } = customer;
  // Orders may be older than the record: of customers who were imported, or deleted and made again.
  const since = Math.min(createdAt, totals.firstOrderAt ?? createdAt);
  return (
    <section aria-labelledby="customer-personal">
      <SectionTitle id="customer-personal">{texts.personal}</SectionTitle>
      <FactList>
        <Fact name={texts.columns.name}>{name ?? texts.noName}</Fact>
        <Fact name={texts.phone}>{formatPhone(phone)}</Fact>
        <Fact name={texts.cpf}>{cpf === null ? texts.none : cpfText(cpf)}</Fact>
        <Fact name={texts.email}>{email ?? texts.none}</Fact>
        <Fact name={texts.group}>{whatsappGroup ?? texts.none}</Fact>
        <Fact name={texts.since}>{formatDate(saoPauloDate(since))}</Fact>
        <Fact name={texts.bulkMessages}>
          <CustomerOptOut phone={phone} />
        </Fact>
      </FactList>
    </section>
  );
}

function Address({ customer: { address } }: { readonly customer: Customer }) {
  return (
    <section aria-labelledby="customer-address">
      <SectionTitle id="customer-address">{texts.address}</SectionTitle>
      <p className="text-[14px] break-words">{address === null ? texts.noAddress : addressText(address)}</p>
    </section>
  );
}

function Summary({ customer }: { readonly customer: Customer }) {
  const { orders, paidOrders, spentCents, firstOrderAt, lastOrderAt } = customer.totals;
  const tags = useTags()(customer);
  return (
    <section aria-labelledby="customer-summary">
      <SectionTitle id="customer-summary">{texts.summary}</SectionTitle>
      <FactList>
        <Fact name={texts.columns.orders}>{orders}</Fact>
        <Fact name={texts.paidOrders}>{paidOrders}</Fact>
        <Fact name={texts.spent}>
          <span className="text-[20px] leading-none font-semibold">{formatBRL(spentCents)}</span>
        </Fact>
        <Fact name={texts.first}>{firstOrderAt === null ? texts.never : formatDate(saoPauloDate(firstOrderAt))}</Fact>
        <Fact name={texts.last}>{lastOrderAt === null ? texts.never : formatDate(saoPauloDate(lastOrderAt))}</Fact>
        {tags.length > 0 && (
          <Fact name={texts.tags}>
            <Tags tags={tags} />
          </Fact>
        )}
      </FactList>
    </section>
  );
}
