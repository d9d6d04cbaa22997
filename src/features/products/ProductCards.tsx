import { formatBRL } from "../../../domain/money";
import { StockBar } from "../../ui/StockBar";
import { Picture, RowActions, StateBadge, type ListProps } from "./ProductsTable";
import { texts } from "./texts";

/** The table on the phone: the same facts, one card per product (UX conventions M2). */
export function ProductCards({ products, stock, onOpen, onRemove }: ListProps) {
  return (
    <ul aria-label={texts.list} className="flex flex-col border-t border-(--gray-a4)">
      {products.map((product, at) => {
        const { _id, code, name, color, size } = product;
        const level = stock.get(_id);
        return (
          <li key={_id} data-row={at} className="flex flex-col gap-1 border-b border-(--gray-a4) py-3 text-[14px]">
            <div className="flex gap-3">
              <Picture product={product} sizePx={56} />
              <div className="min-w-0 flex-1">
                <div className="flex items-baseline justify-between gap-2">
                  <button
                    type="button"
                    data-product={_id}
                    data-column="code"
                    className="min-h-6 cursor-pointer rounded-sm font-semibold"
                    onClick={() => onOpen({ kind: "edit", code })}
                  >
                    {code}
                  </button>
                  <span className="font-medium whitespace-nowrap">{formatBRL(product.priceCents)}</span>
                </div>
                <p className="break-words">{name}</p>
                <p className="text-[13px] break-words text-(--gray-11)">
                  {[color, size].filter((part) => part !== null).join(" · ")}
                </p>
              </div>
            </div>
            <div className="flex min-h-11 items-center justify-between gap-3">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px]">
                <StockBar stock={level?.stock ?? null} initialStock={level?.initialStock ?? null} />
                <StateBadge isActive={product.isActive} />
              </span>
              <RowActions product={product} onOpen={onOpen} onRemove={onRemove} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
