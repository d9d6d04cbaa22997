import { Badge, Flex, Switch } from "@radix-ui/themes";
import { texts } from "./texts";
import type { OrderItemProps } from "./OrdersTable";

type Props = Pick<OrderItemProps, "order" | "isBusy" | "setPaid">;

/** Paid or pending, changed on the spot. While its own change is on its way it is busy and takes no second one. */
export function PaidSwitch({ order, isBusy, setPaid }: Props) {
  return (
    <Flex align="center" gap="2">
      <Switch
        checked={order.isPaid}
        aria-label={texts.paidSwitch(order.number)}
        aria-busy={isBusy}
        onCheckedChange={(isPaid) => {
          // Not disabled: a disabled switch would lose the keyboard's place in the list.
          if (!isBusy) setPaid(order._id, isPaid);
        }}
      />
      <Badge color={order.isPaid ? "jade" : "amber"} highContrast className={isBusy ? "opacity-70" : undefined}>
        {order.isPaid ? texts.paid : texts.pending}
      </Badge>
    </Flex>
  );
}
