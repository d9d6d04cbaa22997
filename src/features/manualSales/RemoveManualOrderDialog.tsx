import { Checkbox, Flex, Text } from "@radix-ui/themes";
import { useState } from "react";
import { formatBRL } from "../../../domain/money";
import { formatPhone } from "../../../domain/phone";
import { notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { useManualOrderChanges, type ManualOrder } from "./useManualOrders";
import { manageTexts } from "./manageTexts";

interface Props {
  readonly order: ManualOrder;
  readonly onClose: () => void;
  readonly focusAfter: () => HTMLElement | null;
}

/** Asks before an order is deleted, names it, and says what becomes of the stock (product.md, Selling). */
export function RemoveManualOrderDialog({ order, onClose, focusAfter }: Props) {
  const { remove } = useManualOrderChanges();
  const [returnsStock, setReturnsStock] = useState(false);
  const words = manageTexts;
  return (
    <ConfirmDialog
      title={words.remove(order.number)}
      question={words.removeQuestion}
      confirmLabel={words.remove(order.number)}
      isDestructive
      focusAfter={focusAfter}
      onClose={onClose}
      onConfirm={() =>
        remove({ orderIds: [order._id], returnPaidStock: order.isPaid && returnsStock }).then(
          () => {
            notifySuccess(words.removed);
            return true;
          },
          (error: unknown) => {
            reportError(error, words.removeFailed);
            return false;
          },
        )
      }
    >
      <Flex direction="column" gap="3" mt="3">
        <Text as="p" size="2" weight="medium">
          {[`#${order.number}`, formatPhone(order.customerPhone), formatBRL(order.totalCents)].join(" · ")}
        </Text>
        <Text as="p" size="2" color="gray">
          {order.isPaid ? words.removePaid : words.removeUnpaid}
        </Text>
        {order.isPaid && (
          <Text as="label" size="2">
            <Flex gap="2" align="center">
              <Checkbox checked={returnsStock} onCheckedChange={(checked) => setReturnsStock(checked === true)} />
              {words.returnStock}
            </Flex>
          </Text>
        )}
      </Flex>
    </ConfirmDialog>
  );
}
