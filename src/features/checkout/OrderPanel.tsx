import { Button } from "@radix-ui/themes";
import { sentenceOf } from "../../lib/refusal";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RefusedState } from "../../ui/RefusedState";
import { OrderCheckout } from "./OrderCheckout";
import { texts } from "./texts";
import { useCheckoutOrder, useLastKnown, useOrderIdOf, type OrderId } from "./useCheckout";

interface Props {
  readonly orderNumber: number;
  readonly onLeave: () => void;
  readonly onLinkOpened: (orderNumber: number) => void;
}

/** The order that the address names. */
export function OrderPanel(props: Props) {
  const live = useOrderIdOf(props.orderNumber);
  const orderId = useLastKnown(live);
  if (orderId !== null) return <KnownOrder key={orderId} orderId={orderId} {...props} />;
  if (live.status === "refused") return <RefusedState message={sentenceOf(live.error, texts.orderFailed)} />;
  if (live.status === "loading") return <ListSkeleton rows={8} label={texts.loadingOrder} />;
  return <NoOrder line={texts.orderNotFound} onLeave={props.onLeave} />;
}

function KnownOrder({ orderId, onLeave, onLinkOpened }: Props & { readonly orderId: OrderId }) {
  const live = useCheckoutOrder(orderId);
  const lastKnown = useLastKnown(live);
  if (live.status === "refused") return <RefusedState message={sentenceOf(live.error, texts.orderFailed)} />;
  if (live.status === "loading") return <ListSkeleton rows={8} label={texts.loadingOrder} />;
  if (live.value === null)
    return <NoOrder line={lastKnown === null ? texts.orderNotFound : texts.orderGoneMeanwhile} onLeave={onLeave} />;
  return <OrderCheckout order={live.value} onLinkOpened={onLinkOpened} />;
}

function NoOrder({ line, onLeave }: { readonly line: string; readonly onLeave: () => void }) {
  return (
    <EmptyState
      line={line}
      action={
        <Button variant="soft" color="gray" highContrast onClick={onLeave}>
          {texts.anotherSearch}
        </Button>
      }
    />
  );
}
