import { ProductForm } from "./ProductForm";
import { texts } from "./texts";
import { WithProduct } from "./WithProduct";

interface Props {
  /** Null for a new one. */
  readonly code: string | null;
  readonly onClose: () => void;
}

export function ProductDialog({ code, onClose }: Props) {
  if (code === null) return <ProductForm product={null} onClose={onClose} />;
  return (
    <WithProduct code={code} title={texts.edit(code)} onClose={onClose}>
      {(product) => <ProductForm product={product} onClose={onClose} />}
    </WithProduct>
  );
}
