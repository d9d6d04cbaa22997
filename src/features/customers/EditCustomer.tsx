import { FormDialog } from "../../ui/FormDialog";
import { CustomerFieldsPart } from "./CustomerFields";
import type { CustomerId } from "./customersAddress";
import { texts } from "./texts";
import { useCustomerForm } from "./useCustomerForm";
import type { Customer } from "./useCustomers";
import { whoIs } from "./who";
import { WithCustomer } from "./WithCustomer";

interface Props {
  readonly customerId: CustomerId;
  readonly onClose: () => void;
}

/** The edit dialog; the phone is who the customer is, and stays. Source: specification §2 "Customers", §5. */
export function EditCustomer({ customerId, onClose }: Props) {
  return (
    <WithCustomer customerId={customerId} onClose={onClose} keepsLast>
      {(customer) => <Form customer={customer} onClose={onClose} />}
    </WithCustomer>
  );
}

function Form({ customer, onClose }: { readonly customer: Customer; readonly onClose: () => void }) {
  const form = useCustomerForm(customer, onClose);
  return (
    <FormDialog
      title={texts.editTitle(whoIs(customer))}
      submitLabel={texts.submitEdit}
      busyLabel={texts.saving}
      isBusy={form.isBusy}
      isDirty={form.isDirty}
      onSubmit={() => void form.submit()}
      onClose={onClose}
      focusAfter={() =>
        document.querySelector<HTMLElement>(`[data-customer="${customer._id}"]`) ??
        document.querySelector<HTMLElement>("main h1")
      }
    >
      <CustomerFieldsPart form={form} phone={customer.phone} />
    </FormDialog>
  );
}
