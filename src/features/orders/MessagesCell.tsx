import { Suspense, useState } from "react";
import { OrderMessagesDialog } from "../messaging";
import { messagesOf } from "./messagesSent";
import { texts } from "./texts";
import type { OrderRow } from "./useOrders";

interface Props {
  readonly order: OrderRow;
  /** One of them lately did not go out. */
  readonly isTroubled: boolean;
  /** Whether something is open that the list must not move away. */
  readonly onAsking: (isAsking: boolean) => void;
}

/** Which messages an order's customer got, or that one did not go out; and the way to all of them and to another try. */
export function MessagesCell({ order, isTroubled, onAsking }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const state = isTroubled ? texts.messageTrouble : messagesOf(order);
  function open(isAsking: boolean) {
    setIsOpen(isAsking);
    onAsking(isAsking);
  }
  if (state === texts.noMessage && !isOpen) return state;
  return (
    <>
      <button
        type="button"
        data-column="messages"
        title={state}
        aria-label={texts.seeMessages(order.number, state)}
        className={`max-w-full min-h-6 truncate rounded-sm align-middle hover:underline ${isTroubled ? "font-medium text-(--red-11)" : ""}`}
        onClick={() => open(true)}
      >
        {state}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <OrderMessagesDialog orderId={order._id} orderNumber={order.number} onClose={() => open(false)} />
        </Suspense>
      )}
    </>
  );
}
