import { Checkbox, Flex, Text, TextField } from "@radix-ui/themes";
import { useRef, useState } from "react";
import { formatBRL } from "../../../domain/money";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { LabeledField } from "../../ui/LabeledField";
import { texts } from "./texts";
import type { OrderSelection } from "./useOrderSelection";

interface Props {
  readonly selection: OrderSelection;
  readonly remove: (returnPaidStock: boolean) => Promise<boolean>;
  readonly onClose: () => void;
}

/** More than this and the count is typed. Source: UX conventions §8. */
const TYPED_ABOVE = 20;

/** Asks before a selection is deleted, with its count and worth, and says what becomes of the stock. */
export function RemoveOrdersDialog({ selection, remove, onClose }: Props) {
  // What was asked about stays the question, whatever changes under it.
  const [{ count, totalCents, paid }] = useState(selection);
  const [returnsStock, setReturnsStock] = useState(false);
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isTyped = count > TYPED_ABOVE;

  async function confirm(): Promise<boolean> {
    if (isTyped && typed.replace(/\D/g, "") !== String(count)) {
      setError(texts.typeCountWrong(count));
      field.current?.focus();
      return false;
    }
    return await remove(paid > 0 && returnsStock);
  }
  return (
    <ConfirmDialog
      title={texts.removeOrders(count)}
      question={texts.removeOrdersQuestion(count, formatBRL(totalCents))}
      confirmLabel={texts.removeOrders(count)}
      isDestructive
      focusAfter={firstOfList}
      onClose={onClose}
      onConfirm={confirm}
    >
      <Flex direction="column" gap="3" mt="3">
        {paid < count && (
          <Text as="p" size="2" color="gray">
            {texts.removeUnpaidStock}
          </Text>
        )}
        {paid > 0 && (
          <Text as="label" size="2">
            <Flex gap="2" align="center">
              <Checkbox checked={returnsStock} onCheckedChange={(checked) => setReturnsStock(checked === true)} />
              {texts.returnPaidStock(paid)}
            </Flex>
          </Text>
        )}
        {isTyped && (
          <LabeledField label={texts.typeCount(count)} error={error}>
            {(ids) => (
              <TextField.Root
                {...ids}
                ref={field}
                inputMode="numeric"
                autoComplete="off"
                value={typed}
                onChange={({ target }) => {
                  setTyped(target.value);
                  setError(null);
                }}
              />
            )}
          </LabeledField>
        )}
      </Flex>
    </ConfirmDialog>
  );
}

/** Where the keyboard goes on when the button that asked is gone with the selection: the list. */
function firstOfList(): HTMLElement | null {
  return document.querySelector<HTMLElement>("[data-scroller] a, [data-select-page]");
}
