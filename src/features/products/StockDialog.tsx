import { Button, Dialog, Flex, SegmentedControl, Tabs, Text, TextField } from "@radix-ui/themes";
import { useState, type FormEvent } from "react";
import { parseQuantity } from "../../../domain/launch";
import { refusalMessage } from "../../../domain/errors";
import { notifySuccess } from "../../lib/notify";
import { refusalOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { LabeledField } from "../../ui/LabeledField";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { QuantityField } from "../../ui/QuantityField";
import { StockBar } from "../../ui/StockBar";
import { useFieldErrors } from "../../ui/useFieldErrors";
import { useReturnFocus } from "../../ui/useReturnFocus";
import { MovementsList, SalesList } from "./StockHistory";
import { texts } from "./texts";
import { useProductChanges, type Product } from "./useProducts";
import { WithProduct } from "./WithProduct";

interface Props {
  readonly code: string;
  readonly onClose: () => void;
}

/** A product's stock and its story: what was moved by hand, and what sold. */
export function StockDialog({ code, onClose }: Props) {
  return (
    <WithProduct code={code} title={texts.stockTitle(code)} onClose={onClose}>
      {(product) => <StockOf product={product} onClose={onClose} />}
    </WithProduct>
  );
}

interface StockOfProps {
  readonly product: Product;
  readonly onClose: () => void;
}

function StockOf({ product, onClose }: StockOfProps) {
  const onCloseAutoFocus = useReturnFocus();
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Content maxWidth="560px" onCloseAutoFocus={onCloseAutoFocus}>
        <Dialog.Title size="4">{texts.stockTitle(product.code)}</Dialog.Title>
        <Dialog.Description size="2">{product.name}</Dialog.Description>
        <Flex gap="2" align="center" my="3" className="text-[14px]">
          <Text size="2" weight="medium">
            {texts.stockNow}
          </Text>
          <StockBar stock={product.stock} initialStock={product.initialStock} />
        </Flex>
        <MoveForm product={product} />
        <Tabs.Root defaultValue="movements" mt="4">
          <Tabs.List>
            <Tabs.Trigger value="movements">{texts.movements}</Tabs.Trigger>
            <Tabs.Trigger value="sales">{texts.sales}</Tabs.Trigger>
          </Tabs.List>
          <div className="min-h-40 pt-2">
            <Tabs.Content value="movements">
              <PanelBoundary fallback={texts.movementsFailed}>
                <MovementsList productId={product._id} />
              </PanelBoundary>
            </Tabs.Content>
            <Tabs.Content value="sales">
              <PanelBoundary fallback={texts.salesFailed}>
                <SalesList productId={product._id} />
              </PanelBoundary>
            </Tabs.Content>
          </div>
        </Tabs.Root>
        <Flex justify="end" mt="3">
          <Button variant="soft" color="gray" highContrast onClick={onClose}>
            {texts.close}
          </Button>
        </Flex>
      </Dialog.Content>
    </Dialog.Root>
  );
}

/** Pieces in or out by hand. A difference and no new number: two people who count at once both count. */
function MoveForm({ product }: { readonly product: Product }) {
  const { moveStock } = useProductChanges();
  const [direction, setDirection] = useState<"in" | "out">("in");
  const [pieces, setPieces] = useState("");
  const [reason, setReason] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const errors = useFieldErrors(["pieces", "reason"]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const quantity = parseQuantity(pieces);
    if (!quantity.ok) return errors.reject({ pieces: refusalMessage("invalid_quantity") });
    setIsBusy(true);
    try {
      const delta = direction === "in" ? quantity.value : -quantity.value;
      const { stock } = await moveStock({ productId: product._id, delta, reason });
      notifySuccess(texts.moved(stock));
      setPieces("");
      setReason("");
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal?.code === "value_too_long") errors.reject({ reason: refusal.message });
      else if (refusal?.code === "insufficient_stock" || refusal?.code === "invalid_quantity")
        errors.reject({ pieces: refusal.message });
      else reportError(error, texts.moveFailed);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <form aria-label={texts.move} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-1">
      <SegmentedControl.Root
        aria-label={texts.direction}
        value={direction}
        onValueChange={(value) => setDirection(value === "out" ? "out" : "in")}
        className="mb-2"
      >
        <SegmentedControl.Item value="in">{texts.moveIn}</SegmentedControl.Item>
        <SegmentedControl.Item value="out">{texts.moveOut}</SegmentedControl.Item>
      </SegmentedControl.Root>
      <div className="grid gap-x-3 sm:grid-cols-[7rem_minmax(0,1fr)_auto]">
        <LabeledField label={texts.pieces} error={errors.of("pieces")} hint="">
          {(ids) => (
            <QuantityField
              {...ids}
              ref={errors.ref("pieces")}
              max={direction === "out" ? product.stock : null}
              value={pieces}
              onValueChange={(text) => {
                setPieces(text);
                errors.clear("pieces");
              }}
            />
          )}
        </LabeledField>
        <LabeledField label={texts.reason} error={errors.of("reason")} hint={texts.reasonHint}>
          {(ids) => (
            <TextField.Root
              {...ids}
              ref={errors.ref("reason")}
              autoComplete="off"
              value={reason}
              onChange={({ target }) => {
                setReason(target.value);
                errors.clear("reason");
              }}
            />
          )}
        </LabeledField>
        <Button type="submit" aria-busy={isBusy} className="sm:mt-6">
          {texts.moveSubmit}
        </Button>
      </div>
    </form>
  );
}
