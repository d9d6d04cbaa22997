import { Button, Dialog, Flex } from "@radix-ui/themes";
import { useState } from "react";
import { useReturnFocus } from "../../ui/useReturnFocus";
import type { CustomerId } from "./customersAddress";
import { MergeChoice } from "./MergeChoice";
import { MergeComparison } from "./MergeComparison";
import { texts } from "./texts";
import type { Customer } from "./useCustomers";
import type { PlaceControls } from "./useCustomersPlace";
import { WithCustomer } from "./WithCustomer";

interface Props {
  readonly customerId: CustomerId;
  readonly controls: PlaceControls;
}

/** 'Juntar cadastros': finding the other record of a person, comparing the two, and making them one. */
export function MergeDialog({ customerId, controls }: Props) {
  return (
    <WithCustomer customerId={customerId} onClose={controls.close} keepsLast>
      {(customer) => <Steps customer={customer} onClose={controls.close} />}
    </WithCustomer>
  );
}

function Steps({ customer, onClose }: { readonly customer: Customer; readonly onClose: () => void }) {
  const [otherId, setOtherId] = useState<CustomerId | null>(null);
  const onCloseAutoFocus = useReturnFocus(
    () => document.querySelector<HTMLElement>("[data-customer]") ?? document.querySelector<HTMLElement>("main h1"),
  );
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Content
        maxWidth="720px"
        aria-describedby={undefined}
        onCloseAutoFocus={onCloseAutoFocus}
        className="max-sm:!p-4"
      >
        <Dialog.Title size="4">{texts.mergeTitle}</Dialog.Title>
        {otherId === null ? (
          <>
            <MergeChoice customer={customer} onChoose={setOtherId} />
            <Flex justify="end" mt="4">
              <Button variant="soft" color="gray" highContrast onClick={onClose}>
                {texts.close}
              </Button>
            </Flex>
          </>
        ) : (
          <WithCustomer customerId={otherId} onClose={() => setOtherId(null)} keepsLast>
            {(other) => (
              <MergeComparison
                customer={customer}
                other={other}
                onChooseOther={() => setOtherId(null)}
                onClose={onClose}
              />
            )}
          </WithCustomer>
        )}
      </Dialog.Content>
    </Dialog.Root>
  );
}
