import { useState, type ReactNode } from "react";
import { sentenceOf } from "../../lib/refusal";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { NoticeDialog } from "../../ui/NoticeDialog";
import { RefusedState } from "../../ui/RefusedState";
import { texts } from "./texts";
import { useProduct, useProductIdByCode, type Product, type ProductId } from "./useProducts";

interface Props {
  readonly code: string;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: (product: Product) => ReactNode;
}

/** The product an address names, live. Once found it is followed by its id: somebody may give it another code. */
export function WithProduct(props: Props) {
  const found = useProductIdByCode(props.code);
  const [productId, setProductId] = useState<ProductId | null>(null);
  const foundId = found.status === "ready" ? found.value : null;
  if (productId === null && foundId !== null) setProductId(foundId);
  if (productId !== null) return <Followed {...props} productId={productId} />;
  const { title, onClose } = props;
  return (
    <NoticeDialog title={title} onClose={onClose}>
      {found.status === "loading" && <ListSkeleton rows={4} label={texts.loading} />}
      {found.status === "refused" && <RefusedState message={sentenceOf(found.error, texts.loadOneFailed)} />}
      {found.status === "ready" && <RefusedState message={texts.goneMeanwhile} />}
    </NoticeDialog>
  );
}

function Followed({ productId, title, onClose, children }: Props & { readonly productId: ProductId }) {
  const live = useProduct(productId);
  const [last, setLast] = useState<Product | null>(null);
  const value = live.status === "ready" ? live.value : null;
  if (value !== null && value !== last) setLast(value);
  // What is being typed stays when the product goes; saving it says why it cannot be.
  const product = value ?? last;
  if (product !== null) return children(product);
  return (
    <NoticeDialog title={title} onClose={onClose}>
      {live.status === "loading" && <ListSkeleton rows={4} label={texts.loading} />}
      {live.status === "refused" && <RefusedState message={sentenceOf(live.error, texts.loadOneFailed)} />}
      {live.status === "ready" && <RefusedState message={texts.goneMeanwhile} />}
    </NoticeDialog>
  );
}
