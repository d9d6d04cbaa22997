import { formatBRL } from "../../../domain/money";
import { ProductPicture } from "../../ui/ProductPicture";
import { StockBar } from "../../ui/StockBar";
import { PinButton } from "./PinButton";
import { useProductRowParts, type ProductRowProps } from "./ProductRowFields";
import type { ProductListProps } from "./ProductsTable";
import { texts } from "./texts";

/** The product table on the phone: the same facts and controls, one card per product. */
export function ProductCards({ products, stock, pinnedCode, rows, defaultPhone, onPin }: ProductListProps) {
  return (
    <ul aria-label={texts.products} className="flex flex-col">
      {products.map((product) => (
        <ProductCard
          key={product._id}
          product={product}
          level={stock.get(product._id) ?? null}
          rows={rows}
          defaultPhone={defaultPhone}
          phonePlaceholder={texts.phone}
          isPinned={product.code === pinnedCode}
          onPin={onPin}
        />
      ))}
    </ul>
  );
}

interface CardProps extends ProductRowProps {
  readonly isPinned: boolean;
  readonly onPin: (code: string) => void;
}

function ProductCard({ isPinned, onPin, ...row }: CardProps) {
  const { product, level } = row;
  const parts = useProductRowParts(row);
  const variation = [product.color, product.size].filter((part) => part !== null && part !== "").join(" · ");
  return (
    <li className={`flex flex-col gap-2 border-b border-(--gray-a4) py-3 ${isPinned ? "bg-(--accent-a3)" : ""}`}>
      <div className="flex gap-3">
        <ProductPicture {...product} sizePx={56} missing="words" />
        <div className="min-w-0 flex-1">
          <div className="flex items-baseline justify-between gap-2">
            <PinButton code={product.code} isPinned={isPinned} onPin={onPin} />
            <span className="whitespace-nowrap font-medium">{formatBRL(product.priceCents)}</span>
          </div>
          <p className="truncate text-[14px]">{product.name}</p>
          <div className="flex flex-wrap items-center justify-between gap-x-3 text-[13px] text-(--gray-11)">
            <span>{variation}</span>
            <StockBar stock={level?.stock ?? null} initialStock={level?.initialStock ?? null} />
          </div>
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-2">
        {parts.phone}
        {parts.quantity}
        {parts.launch}
      </div>
      {parts.error}
    </li>
  );
}
