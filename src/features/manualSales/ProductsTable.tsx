import { memo, type MouseEvent } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { formatBRL } from "../../../domain/money";
import { DataCell, DataHeaderCell, DataRow, DataTable, type Column } from "../../ui/DataTable";
import { ProductPicture } from "../../ui/ProductPicture";
import { StockBar } from "../../ui/StockBar";
import { PinButton } from "./PinButton";
import { useProductRowParts, type ProductRowProps } from "./ProductRowFields";
import { texts } from "./texts";
import type { CatalogueProduct, StockLevel } from "./useCatalogue";
import type { RowActions } from "./useRowDrafts";

export interface ProductListProps {
  readonly products: readonly CatalogueProduct[];
  readonly stock: ReadonlyMap<Id<"products">, StockLevel>;
  readonly pinnedCode: string;
  readonly rows: RowActions;
  readonly defaultPhone: string;
  readonly onPin: (code: string) => void;
}

const COLUMNS: readonly Column[] = texts.columns.map((label) => ({
  label,
  align: label === "Valor" ? "right" : undefined,
  isFlexible: label === "Descrição",
}));

/** Columns as specified: Celular, Cód, Qtd em estoque, Valor, Descrição, Foto, Ação. */
export function ProductsTable({ products, stock, pinnedCode, rows, defaultPhone, onPin }: ProductListProps) {
  return (
    <DataTable caption={texts.products} columns={COLUMNS}>
      {products.map((product) => (
        <ProductTableRow
          key={product._id}
          product={product}
          level={stock.get(product._id) ?? null}
          rows={rows}
          defaultPhone={defaultPhone}
          isPinned={product.code === pinnedCode}
          onPin={onPin}
        />
      ))}
    </DataTable>
  );
}

interface RowProps extends ProductRowProps {
  readonly isPinned: boolean;
  readonly onPin: (code: string) => void;
}

const ProductTableRow = memo(function ProductTableRow({ isPinned, onPin, ...row }: RowProps) {
  const { product, level } = row;
  const parts = useProductRowParts(row);
  const variation = [product.color, product.size].filter((part) => part !== null && part !== "").join(" · ");

  function onRowClick(event: MouseEvent<HTMLElement>) {
    // The empty area of a row pins its product; fields and buttons have their own meaning.
    if (event.target instanceof Element && event.target.closest("input, button") === null) onPin(product.code);
  }
  return (
    <DataRow className={`cursor-pointer ${isPinned ? "bg-(--accent-a3)" : ""}`} onClick={onRowClick}>
      <DataCell className="min-w-36 whitespace-normal">
        {parts.phone}
        {parts.error}
      </DataCell>
      <DataHeaderCell>
        <PinButton code={product.code} isPinned={isPinned} onPin={onPin} />
      </DataHeaderCell>
      <DataCell>
        <StockBar stock={level?.stock ?? null} initialStock={level?.initialStock ?? null} />
      </DataCell>
      <DataCell isRight>{formatBRL(product.priceCents)}</DataCell>
      <DataCell isFlexible>
        <span className="block truncate" title={product.name}>
          {product.name}
        </span>
        {variation !== "" && <span className="block truncate text-[12px] text-(--gray-11)">{variation}</span>}
      </DataCell>
      <DataCell>
        <ProductPicture {...product} sizePx={40} missing="words" />
      </DataCell>
      <DataCell>
        <div className="flex items-center gap-2">
          {parts.quantity}
          {parts.launch}
        </div>
      </DataCell>
    </DataRow>
  );
});
