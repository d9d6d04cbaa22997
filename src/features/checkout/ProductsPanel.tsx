import { Button, Dialog, Flex } from "@radix-ui/themes";
import { formatBRL } from "../../../domain/money";
import { sentenceOf } from "../../lib/refusal";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RefusedState } from "../../ui/RefusedState";
import { useReturnFocus } from "../../ui/useReturnFocus";
import { Line } from "./OrderCard";
import { texts } from "./texts";
import { useOrderProducts } from "./useCheckout";

interface Props {
  readonly orderNumber: number;
  readonly onClose: () => void;
}

/** What was in a paid order. */
export function ProductsPanel({ orderNumber, onClose }: Props) {
  const onCloseAutoFocus = useReturnFocus();
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Content maxWidth="560px" aria-describedby={undefined} onCloseAutoFocus={onCloseAutoFocus}>
        <Dialog.Title size="4">{texts.productsOf(orderNumber)}</Dialog.Title>
        <Products orderNumber={orderNumber} />
        <Flex justify="end" mt="4">
          <Button variant="soft" color="gray" highContrast onClick={onClose}>
            {texts.close}
          </Button>
        </Flex>
      </Dialog.Content>
    </Dialog.Root>
  );
}

function Products({ orderNumber }: { readonly orderNumber: number }) {
  const live = useOrderProducts(orderNumber);
  if (live.status === "refused") return <RefusedState message={sentenceOf(live.error, texts.orderFailed)} />;
  if (live.status === "loading") return <ListSkeleton rows={3} label={texts.loadingOrder} />;
  if (live.value === null) return <EmptyState line={texts.orderGoneMeanwhile} />;
  const { lines, totalCents, adjustmentCents } = live.value;
  return (
    <>
      <ul aria-label={texts.products} className="border-t border-(--gray-a4)">
        {lines.map((line) => (
          <Line key={line.lineId} line={line} />
        ))}
      </ul>
      {adjustmentCents !== 0 && (
        <p className="flex justify-between py-2 text-[14px]">
          <span>{texts.adjustment}</span>
          <span className="font-medium">{formatBRL(adjustmentCents)}</span>
        </p>
      )}
      <p className="flex justify-between pt-2 text-[15px] font-semibold">
        <span>{texts.orderTotal}</span>
        <span>{formatBRL(totalCents)}</span>
      </p>
    </>
  );
}
