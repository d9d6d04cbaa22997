import { texts } from "./texts";
import type { OrderRow } from "./useOrders";

/**
 * Which messages an order's customer got, in words. The payment's confirmation counts only while the order is paid.
 *
 * Source: specification §4 "Message flags".
 */
export function messagesOf({ messagesSent, isPaid }: Pick<OrderRow, "messagesSent" | "isPaid">): string {
  const sent = [
    ...(messagesSent.itemAdded ? [texts.itemAddedMessage] : []),
    ...(isPaid && messagesSent.paymentConfirmation ? [texts.paymentMessage] : []),
  ];
  return sent.length === 0 ? texts.noMessage : sent.join(", ");
}
