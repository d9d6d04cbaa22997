import { ArchiveIcon } from "@radix-ui/react-icons";
import { isPlainClick } from "../../lib/plainClick";
import { paths } from "../../lib/screens";
import { ROW_ACTION } from "../../ui/rowControls";
import { texts } from "./texts";
import type { OrderRow } from "./useOrders";

interface Props {
  readonly order: Pick<OrderRow, "number" | "isPaid">;
  readonly iconPx: number;
  readonly goTo: (path: string) => void;
  readonly className?: string;
}

/** The way to an order's label; only what is paid is sent, so before that its place stays empty. */
export function LabelLink({ order, iconPx, goTo, className = "" }: Props) {
  if (!order.isPaid) return null;
  const path = labelPath(order.number);
  return (
    <a
      href={path}
      title={texts.orderLabelTip}
      data-column="label"
      aria-label={texts.orderLabel(order.number)}
      onClick={(event) => {
        if (isPlainClick(event)) goTo(path);
      }}
      className={`${ROW_ACTION} ${className}`}
    >
      <ArchiveIcon width={iconPx} height={iconPx} />
    </a>
  );
}

export function labelPath(orderNumber: number): string {
  return `${paths.labels}?pedido=${orderNumber}`;
}
