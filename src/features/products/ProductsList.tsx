import { Button, Text } from "@radix-ui/themes";
import { useEffect, useState } from "react";
import { sentenceOf } from "../../lib/refusal";
import { useIsNarrow } from "../../lib/useMediaQuery";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { Pager } from "../../ui/Pager";
import { RefusedState } from "../../ui/RefusedState";
import { ProductCards } from "./ProductCards";
import { ProductsTable } from "./ProductsTable";
import { RemoveProduct } from "./RemoveProduct";
import { texts } from "./texts";
import { MAX_FOUND, useProductPages, useProductsFound, useStockLevels, type ProductRow } from "./useProducts";
import type { AddressControls } from "./useProductsAddress";

interface Props {
  readonly controls: AddressControls;
}

/** Every product, newest first. An address that names a later page loads up to it at once. */
export function AllProducts({ controls }: Props) {
  const { page, pageSize } = controls.address;
  const [firstCount] = useState(page * pageSize);
  const { status, rows, canLoadMore, isLoadingMore, isStale, loadMore } = useProductPages(pageSize, firstCount);
  const isShort = rows.length < page * pageSize && canLoadMore;
  useEffect(() => {
    if (isShort) loadMore();
  }, [isShort, loadMore]);

  if (status === "loading") return <ListSkeleton rows={10} label={texts.loading} />;
  if (rows.length === 0)
    return (
      <EmptyState
        line={texts.empty}
        action={<Button onClick={() => controls.open({ kind: "create" })}>{texts.create}</Button>}
      />
    );
  return (
    <ProductPage
      controls={controls}
      rows={rows}
      hasMore={canLoadMore || isLoadingMore}
      isBusy={isStale || isLoadingMore}
    />
  );
}

/** The products that match what is typed, an exact code first. */
export function ProductsFound({ controls }: Props) {
  const found = useProductsFound(controls.address.search);
  if (found.status === "loading") return <ListSkeleton rows={10} label={texts.loading} />;
  if (found.status === "refused") return <RefusedState message={sentenceOf(found.error, texts.loadFailed)} />;
  if (found.value.length === 0)
    return (
      <EmptyState
        line={texts.noneFound}
        action={
          <Button variant="soft" color="gray" highContrast onClick={() => controls.search("")}>
            {texts.clearSearch}
          </Button>
        }
      />
    );
  return (
    <>
      <ProductPage controls={controls} rows={found.value} hasMore={false} isBusy={found.isStale} />
      {found.value.length === MAX_FOUND && (
        <Text as="p" size="2" color="gray">
          {texts.onlyFirst(MAX_FOUND)}
        </Text>
      )}
    </>
  );
}

interface PageProps extends Props {
  readonly rows: readonly ProductRow[];
  /** There are more on the server. */
  readonly hasMore: boolean;
  readonly isBusy: boolean;
}

/** One page of the rows; while the next is loaded, or when the address names one too far, the last there is. */
function ProductPage({ controls, rows, hasMore, isBusy }: PageProps) {
  const { page, pageSize } = controls.address;
  const shown = Math.min(page, Math.max(1, Math.ceil(rows.length / pageSize)));
  const products = rows.slice((shown - 1) * pageSize, shown * pageSize);
  const stock = useStockLevels(products.map(({ _id }) => _id));
  const [leaving, setLeaving] = useState<ProductRow | null>(null);
  const List = useIsNarrow() ? ProductCards : ProductsTable;

  return (
    <section aria-label={texts.list} aria-busy={isBusy}>
      <List products={products} stock={stock} onOpen={controls.open} onRemove={setLeaving} />
      <Pager
        page={shown}
        hasNext={rows.length > shown * pageSize || hasMore}
        isBusy={isBusy}
        onGo={(next) => controls.go({ page: next })}
      />
      {leaving !== null && (
        <RemoveProduct product={leaving} neighbour={neighbourOf(products, leaving)} onClose={() => setLeaving(null)} />
      )}
    </section>
  );
}

/** The row after it, else the one before it (UX conventions F4). */
function neighbourOf(products: readonly ProductRow[], product: ProductRow): ProductRow | null {
  const at = products.findIndex(({ _id }) => _id === product._id);
  return products[at + 1] ?? products[at - 1] ?? null;
}
