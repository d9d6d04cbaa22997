import { ArchiveIcon } from "@radix-ui/react-icons";
import { IconButton } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { paths } from "../../lib/screens";
import { texts } from "./texts";
import type { OrderRow } from "./useOrders";

interface Props {
  readonly order: Pick<OrderRow, "number" | "isPaid">;
  readonly iconPx: number;
  readonly className?: string;
}

/** The way to an order's label; only what is paid is sent, so before that its place stays empty. */
export function LabelLink({ order, iconPx, className = "" }: Props) {
  if (!order.isPaid) return null;
  return (
    <IconButton asChild variant="ghost" color="gray" className={className}>
      <Link
        to={labelPath(order.number)}
        title={texts.orderLabelTip}
        data-column="label"
        aria-label={texts.orderLabel(order.number)}
      >
        <ArchiveIcon width={iconPx} height={iconPx} />
      </Link>
    </IconButton>
  );
}

export function labelPath(orderNumber: number): string {
  return `${paths.labels}?pedido=${orderNumber}`;
}
