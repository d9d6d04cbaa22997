import { Badge, IconButton } from "@radix-ui/themes";
import { ArchiveIcon, Pencil1Icon, TrashIcon } from "@radix-ui/react-icons";
import type { MouseEvent } from "react";
import { formatBRL } from "../../../domain/money";
import { DataCell, DataHeaderCell, DataRow, DataTable, type Column } from "../../ui/DataTable";
import { ProductPicture } from "../../ui/ProductPicture";
import { StockBar } from "../../ui/StockBar";
import type { OpenDialog } from "./productsAddress";
import { texts } from "./texts";
import type { ProductId, ProductRow } from "./useProducts";

export interface ListProps {
  readonly products: readonly ProductRow[];
  readonly stock: ReadonlyMap<ProductId, { readonly stock: number; readonly initialStock: number }>;
  readonly onOpen: (dialog: OpenDialog) => void;
  readonly onRemove: (product: ProductRow) => void;
}

const { columns } = texts;
const COLUMNS: readonly Column[] = [
  { label: columns.picture },
  { label: columns.code },
  { label: columns.name, isFlexible: true },
  { label: columns.price, align: "right" },
  { label: columns.stock },
  { label: columns.color },
  { label: columns.size },
  { label: columns.state },
  { label: columns.actions, align: "right" },
];

export function ProductsTable({ products, stock, onOpen, onRemove }: ListProps) {
  return (
    <DataTable caption={texts.list} columns={COLUMNS}>
      {products.map((product, at) => (
        <Row
          key={product._id}
          at={at}
          product={product}
          level={stock.get(product._id)}
          onOpen={onOpen}
          onRemove={onRemove}
        />
      ))}
    </DataTable>
  );
}

interface RowProps extends Pick<ListProps, "onOpen" | "onRemove"> {
  /** Its position in the list. */
  readonly at: number;
  readonly product: ProductRow;
  readonly level: { readonly stock: number; readonly initialStock: number } | undefined;
}

function Row({ at, product, level, onOpen, onRemove }: RowProps) {
  const { code, name, priceCents, color, size } = product;
  function onRowClick({ target }: MouseEvent) {
    // The empty area of a row opens it; its buttons have their own meaning (UX conventions D4).
    if (target instanceof Element && target.closest("button, a, input") === null) onOpen({ kind: "edit", code });
  }
  return (
    <DataRow data-row={at} onClick={onRowClick} className="cursor-pointer">
      <DataCell>
        <Picture product={product} sizePx={40} />
      </DataCell>
      <DataHeaderCell>
        <button
          type="button"
          data-product={product._id}
          data-column="code"
          className="min-h-6 cursor-pointer rounded-sm font-semibold hover:underline"
          onClick={() => onOpen({ kind: "edit", code })}
        >
          {code}
        </button>
      </DataHeaderCell>
      <DataCell isFlexible className="truncate" title={name}>
        {name}
      </DataCell>
      <DataCell isRight>{formatBRL(priceCents)}</DataCell>
      <DataCell>
        <StockBar stock={level?.stock ?? null} initialStock={level?.initialStock ?? null} />
      </DataCell>
      <DataCell className="max-w-32 truncate" title={color ?? undefined}>
        {color ?? <Nothing />}
      </DataCell>
      <DataCell className="max-w-24 truncate" title={size ?? undefined}>
        {size ?? <Nothing />}
      </DataCell>
      <DataCell>
        <StateBadge isActive={product.isActive} />
      </DataCell>
      <DataCell isRight>
        <RowActions product={product} onOpen={onOpen} onRemove={onRemove} />
      </DataCell>
    </DataRow>
  );
}

function Nothing() {
  return (
    <span className="text-(--gray-11)">
      <span aria-hidden>–</span>
      <span className="visually-hidden">{texts.none}</span>
    </span>
  );
}

/** The small form where there is one: a list of fifty large pictures is heavy. */
export function Picture({ product, sizePx }: { readonly product: ProductRow; readonly sizePx: number }) {
  const { name, code, thumbnailUrl, imageUrl } = product;
  return <ProductPicture name={name} code={code} imageUrl={thumbnailUrl ?? imageUrl} sizePx={sizePx} missing="words" />;
}

export function StateBadge({ isActive }: { readonly isActive: boolean }) {
  return isActive ? (
    <Badge color="jade" highContrast>
      {texts.active}
    </Badge>
  ) : (
    <Badge color="gray" highContrast>
      {texts.inactive}
    </Badge>
  );
}

/** What one does with a product of the list. */
export function RowActions({ product, onOpen, onRemove }: Omit<RowProps, "at" | "level">) {
  const { code } = product;
  const actions = [
    { label: texts.seeStock(code), column: "stock", Icon: ArchiveIcon, onClick: () => onOpen({ kind: "stock", code }) },
    { label: texts.edit(code), column: "edit", Icon: Pencil1Icon, onClick: () => onOpen({ kind: "edit", code }) },
    { label: texts.remove(code), column: "remove", Icon: TrashIcon, color: "red", onClick: () => onRemove(product) },
  ] as const;
  return (
    <span className="inline-flex shrink-0 gap-4 align-middle pointer-coarse:gap-7">
      {actions.map(({ label, column, Icon, onClick, ...look }) => (
        <IconButton
          key={label}
          data-column={column}
          variant="ghost"
          color={"color" in look ? look.color : "gray"}
          highContrast
          size="2"
          aria-label={label}
          title={label}
          onClick={onClick}
        >
          <Icon width="16" height="16" />
        </IconButton>
      ))}
    </span>
  );
}
