import { Flex, Switch, Text } from "@radix-ui/themes";
import { FormDialog } from "../../ui/FormDialog";
import { PictureField } from "./PictureField";
import { ProductFields } from "./ProductFields";
import { texts } from "./texts";
import { useProductForm } from "./useProductForm";
import type { Product } from "./useProducts";

interface Props {
  /** As it is stored now; null for a new one. */
  readonly product: Product | null;
  readonly onClose: () => void;
}

export function ProductForm({ product, onClose }: Props) {
  const form = useProductForm(product, onClose);
  return (
    <FormDialog
      title={product === null ? texts.createTitle : texts.edit(product.code)}
      submitLabel={form.isNew ? texts.submitCreate : texts.submitEdit}
      busyLabel={texts.saving}
      isBusy={form.isBusy}
      isDirty={form.isDirty}
      onSubmit={() => void form.submit()}
      onClose={onClose}
    >
      <ProductFields form={form} />
      <PictureField
        currentUrl={product?.thumbnailUrl ?? product?.imageUrl ?? null}
        edit={form.picture}
        error={form.pictureError}
        onChange={form.changePicture}
        onRefused={form.refusePicture}
      />
      <Text as="label" size="2">
        <Flex gap="2" align="center" className="min-h-8">
          <Switch checked={form.text.isActive} onCheckedChange={(isActive) => form.type({ isActive })} />
          {texts.isActive}
        </Flex>
      </Text>
    </FormDialog>
  );
}
