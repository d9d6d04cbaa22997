import { Button } from "@radix-ui/themes";
import { useState } from "react";
import { moveInList } from "../../lib/listKeys";
import { useIsNarrow } from "../../lib/useMediaQuery";
import { EmptyState } from "../../ui/EmptyState";
import { AllRows, FoundRows, neighbourOf, pageOf, type PageableRows } from "../../ui/PagedRows";
import { Pager } from "../../ui/Pager";
import { ProductCards } from "./ProductCards";
import { ProductsTable } from "./ProductsTable";
import { RemoveProduct } from "./RemoveProduct";
import { texts } from "./texts";
import { MAX_FOUND, useProductPages, useProductsFound, useStockLevels, type ProductRow } from "./useProducts";
import type { AddressControls } from "./useProductsAddress";

interface Props {
  readonly controls: AddressControls;
}

/** Every product, newest first. */
export function AllProducts({ controls }: Props) {
  const { page, pageSize } = controls.address;
  const [firstCount] = useState(page * pageSize);
  return (
    <AllRows
      pages={useProductPages(pageSize, firstCount)}
      wanted={page * pageSize}
      loading={texts.loading}
      empty={
        <EmptyState
          line={texts.empty}
          action={<Button onClick={() => controls.open({ kind: "create" })}>{texts.create}</Button>}
        />
      }
    >
      {(rows) => <ProductPage controls={controls} {...rows} />}
    </AllRows>
  );
}

/** The products that match what is typed, an exact code first. */
export function ProductsFound({ controls }: Props) {
  return (
    <FoundRows
      found={useProductsFound(controls.address.search)}
      max={MAX_FOUND}
      loading={texts.loading}
      failed={texts.loadFailed}
      empty={
        <EmptyState
          line={texts.noneFound}
          action={
            <Button variant="soft" color="gray" highContrast onClick={() => controls.search("")}>
              {texts.clearSearch}
            </Button>
          }
        />
      }
    >
      {(rows) => <ProductPage controls={controls} {...rows} />}
    </FoundRows>
  );
}

function ProductPage({ controls, rows, hasMore, isBusy }: Props & PageableRows<ProductRow>) {
  const { page, rows: products, isLast } = pageOf(rows, controls.address);
  const stock = useStockLevels(products.map(({ _id }) => _id));
  const [leaving, setLeaving] = useState<ProductRow | null>(null);
  const List = useIsNarrow() ? ProductCards : ProductsTable;

  return (
    <section aria-label={texts.list} aria-busy={isBusy} onKeyDown={moveInList}>
      <List products={products} stock={stock} onOpen={controls.open} onRemove={setLeaving} />
      <Pager page={page} hasNext={!isLast || hasMore} isBusy={isBusy} onGo={(next) => controls.go({ page: next })} />
      {leaving !== null && (
        <RemoveProduct product={leaving} neighbour={neighbourOf(products, leaving)} onClose={() => setLeaving(null)} />
      )}
    </section>
  );
}
