import { Text } from "@radix-ui/themes";
import { notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { texts } from "./texts";
import { useCustomerChanges, type CustomerRow } from "./useCustomers";
import { whoIs } from "./who";

interface Props {
  readonly customer: CustomerRow;
  /** Gets the focus when the row is gone (UX conventions F4). */
  readonly neighbour: CustomerRow | null;
  readonly onClose: () => void;
}

export function RemoveCustomer({ customer, neighbour, onClose }: Props) {
  const { remove } = useCustomerChanges();
  const who = whoIs(customer);

  function focusAfter(): HTMLElement | null {
    const row = neighbour === null ? null : document.querySelector<HTMLElement>(`[data-customer="${neighbour._id}"]`);
    return row ?? document.querySelector<HTMLElement>("main h1");
  }
  async function confirm(): Promise<boolean> {
    try {
      await remove({ customerId: customer._id });
      notifySuccess(texts.removed);
      return true;
    } catch (error) {
      reportError(error, texts.removeFailed);
      return false;
    }
  }
  return (
    <ConfirmDialog
      title={texts.remove(who)}
      question={texts.removeQuestion(who)}
      confirmLabel={texts.remove(who)}
      isDestructive
      focusAfter={focusAfter}
      onClose={onClose}
      onConfirm={confirm}
    >
      <Text as="p" size="2" mt="2">
        {texts.removeHint}
      </Text>
    </ConfirmDialog>
  );
}
