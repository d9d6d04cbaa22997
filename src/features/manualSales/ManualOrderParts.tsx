import { Pencil1Icon, TrashIcon } from "@radix-ui/react-icons";
import { Badge, IconButton } from "@radix-ui/themes";
import type { ManualOrder } from "./useManualOrders";
import { manageTexts } from "./manageTexts";

export function PaidBadge({ isPaid }: { readonly isPaid: boolean }) {
  return (
    <Badge color={isPaid ? "jade" : "amber"} highContrast>
      {isPaid ? manageTexts.paid : manageTexts.pending}
    </Badge>
  );
}

interface Props {
  readonly order: ManualOrder;
  readonly onEdit: (order: ManualOrder) => void;
  readonly onRemove: (order: ManualOrder) => void;
}

export function ManualOrderActions({ order, onEdit, onRemove }: Props) {
  const { edit, remove } = manageTexts;
  return (
    <span className="inline-flex gap-4 align-middle pointer-coarse:gap-7">
      <IconButton
        variant="ghost"
        color="gray"
        highContrast
        size="2"
        data-edit-order={order.number}
        aria-label={edit(order.number)}
        title={edit(order.number)}
        onClick={() => onEdit(order)}
      >
        <Pencil1Icon width="16" height="16" />
      </IconButton>
      <IconButton
        variant="ghost"
        color="gray"
        highContrast
        size="2"
        aria-label={remove(order.number)}
        title={remove(order.number)}
        onClick={() => onRemove(order)}
      >
        <TrashIcon width="16" height="16" />
      </IconButton>
    </span>
  );
}
