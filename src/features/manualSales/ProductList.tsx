import { memo } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { sentenceOf } from "../../lib/refusal";
import { useIsNarrow } from "../../lib/useMediaQuery";
import type { Live } from "../../lib/useTenantQuery";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import type { PageSize } from "../../ui/PageSizeSelect";
import { RefusedState } from "../../ui/RefusedState";
import { useOnDesk } from "./launchDesk";
import type { LaunchDraft } from "./ownLaunches";
import { ProductCards } from "./ProductCards";
import { ProductsTable } from "./ProductsTable";
import { ProductToolbar } from "./ProductToolbar";
import { ignoreHeldEnter } from "./secondPress";
import { texts } from "./texts";
import type { CatalogueProduct, StockLevel } from "./useCatalogue";
import { useRowDrafts } from "./useRowDrafts";

interface Props {
  readonly found: Live<CatalogueProduct[]>;
  readonly stock: ReadonlyMap<Id<"products">, StockLevel>;
  readonly pinnedCode: string;
  readonly search: string;
  readonly onSearchChange: (text: string) => void;
  readonly pageSize: PageSize;
  readonly onPageSizeChange: (size: PageSize) => void;
  readonly onRefresh: () => void;
  readonly onPin: (code: string) => void;
  readonly onLaunch: (draft: LaunchDraft) => boolean;
}

/** The catalogue with one launch line per product. */
export const ProductList = memo(function ProductList(props: Props) {
  const { found, stock, pinnedCode, onRefresh, onPin, onLaunch } = props;
  const [defaultPhone, setDefaultPhone] = useOnDesk("defaultPhone", "");
  const rows = useRowDrafts(onLaunch);
  const List = useIsNarrow() ? ProductCards : ProductsTable;
  const products = found.status === "ready" ? found.value : [];
  const listedIds = products.map(({ _id }) => _id);

  return (
    <section
      aria-label={texts.products}
      onKeyDownCapture={ignoreHeldEnter}
      className="flex min-w-0 flex-col gap-3 border-t border-(--gray-a4) pt-4"
    >
      <ProductToolbar
        search={props.search}
        onSearchChange={props.onSearchChange}
        defaultPhone={defaultPhone}
        onDefaultPhoneChange={setDefaultPhone}
        onApply={() => rows.apply(listedIds, defaultPhone.trim())}
        pageSize={props.pageSize}
        onPageSizeChange={props.onPageSizeChange}
        isRefreshing={found.status === "ready" && found.isStale}
        onRefresh={onRefresh}
      />
      {found.status === "loading" && <ListSkeleton rows={6} label={texts.loadingProducts} />}
      {found.status === "refused" && (
        <RefusedState message={sentenceOf(found.error, texts.productsFailed)} onRetry={onRefresh} />
      )}
      {found.status === "ready" && products.length === 0 && <EmptyState line={texts.noProducts} />}
      {products.length > 0 && (
        <List
          products={products}
          stock={stock}
          pinnedCode={pinnedCode}
          rows={rows}
          defaultPhone={defaultPhone}
          onPin={onPin}
        />
      )}
    </section>
  );
});
