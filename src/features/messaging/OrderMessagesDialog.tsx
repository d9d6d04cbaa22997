import type { Id } from "../../../convex/_generated/dataModel";
import { NoticeDialog } from "../../ui/NoticeDialog";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { OrderMessages } from "./OrderMessages";
import { texts } from "./texts";

interface Props {
  readonly orderId: Id<"orders">;
  readonly orderNumber: number;
  readonly onClose: () => void;
}

/** The messages of one order, from its row in a list. */
export function OrderMessagesDialog({ orderId, orderNumber, onClose }: Props) {
  return (
    <NoticeDialog title={texts.messagesOf(orderNumber)} onClose={onClose}>
      <PanelBoundary fallback={texts.ofOrderFailed}>
        <OrderMessages orderId={orderId} />
      </PanelBoundary>
    </NoticeDialog>
  );
}
