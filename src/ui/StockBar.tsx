interface Props {
  /** Null while the stock is not known yet. */
  readonly stock: number | null;
  /** The stock after the last restock: the full length of the bar. */
  readonly initialStock: number | null;
}

/** How much is left, as a bar and in words: '4 de 12', or 'Esgotado'. */
export function StockBar({ stock, initialStock }: Props) {
  if (stock === null || initialStock === null) return <span className="text-(--gray-11)">…</span>;
  const share = initialStock === 0 ? 0 : Math.min(100, Math.round((100 * stock) / initialStock));
  const color = stock === 0 ? "bg-(--red-9)" : share <= 25 ? "bg-(--amber-9)" : "bg-(--jade-9)";
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className="h-2 w-12 overflow-hidden rounded-full bg-(--gray-a4)">
        <span className={`block h-full rounded-full ${color}`} style={{ width: `${share}%` }} />
      </span>
      <span>{stock === 0 ? "Esgotado" : `${stock} de ${initialStock}`}</span>
    </span>
  );
}
