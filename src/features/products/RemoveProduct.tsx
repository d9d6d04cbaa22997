import { Text } from "@radix-ui/themes";
import { notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { texts } from "./texts";
import { useProductChanges, type ProductRow } from "./useProducts";

interface Props {
  readonly product: ProductRow;
  /** Gets the focus when the row is gone (UX conventions F4). */
  readonly neighbour: ProductRow | null;
  readonly onClose: () => void;
}

export function RemoveProduct({ product, neighbour, onClose }: Props) {
  const { remove } = useProductChanges();
  const { _id: productId, code, name } = product;

  function focusAfter(): HTMLElement | null {
    const row = neighbour === null ? null : document.querySelector<HTMLElement>(`[data-product="${neighbour._id}"]`);
    return row ?? document.querySelector<HTMLElement>("[data-after-removal]");
  }
  return (
    <ConfirmDialog
      title={texts.remove(code)}
      question={texts.removeQuestion(name)}
      confirmLabel={texts.remove(code)}
      isDestructive
      focusAfter={focusAfter}
      onClose={onClose}
      onConfirm={() =>
        remove({ productId }).then(
          () => {
            notifySuccess(texts.removed);
            return true;
          },
          (error: unknown) => {
            reportError(error, texts.removeFailed);
            return false;
          },
        )
      }
    >
      <Text as="p" size="2" mt="2">
        {texts.removeHint}
      </Text>
    </ConfirmDialog>
  );
}
