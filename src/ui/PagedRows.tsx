import { Text } from "@radix-ui/themes";
import { useEffect, type ReactNode } from "react";
import type { Live } from "../lib/useLiveQuery";
import { sentenceOf } from "../lib/refusal";
import type { LivePages } from "../lib/useTenantPaginatedQuery";
import { ListSkeleton } from "./ListSkeleton";
import { RefusedState } from "./RefusedState";

/** Rows of which one page is shown. */
export interface PageableRows<Row> {
  readonly rows: readonly Row[];
  /** There are more on the server. */
  readonly hasMore: boolean;
  readonly isBusy: boolean;
}

interface Shared<Row> {
  /** What is loading, for who does not see it. */
  readonly loading: string;
  /** What stands where there is no row. */
  readonly empty: ReactNode;
  readonly children: (rows: PageableRows<Row>) => ReactNode;
}

interface AllProps<Row> extends Shared<Row> {
  readonly pages: LivePages<Row>;
  /** So many rows are needed for the page that is shown. */
  readonly wanted: number;
}

/** Every row there is. An address that names a later page loads up to it. Refused while rendering. */
export function AllRows<Row>({ pages, wanted, loading, empty, children }: AllProps<Row>) {
  const { status, rows, canLoadMore, isLoadingMore, isStale, loadMore } = pages;
  const isShort = rows.length < wanted && canLoadMore;
  useEffect(() => {
    if (isShort) loadMore();
  }, [isShort, loadMore]);
  if (status === "loading") return <ListSkeleton rows={10} label={loading} />;
  if (rows.length === 0) return empty;
  return children({ rows, hasMore: canLoadMore || isLoadingMore, isBusy: isStale || isLoadingMore });
}

interface FoundProps<Row> extends Shared<Row> {
  readonly found: Live<readonly Row[]>;
  /** As many as the server finds at once. */
  readonly max: number;
  /** What is said when the server gave no reason. */
  readonly failed: string;
}

/** The rows that match what is typed, as far as the server finds them at once. */
export function FoundRows<Row>({ found, max, loading, failed, empty, children }: FoundProps<Row>) {
  if (found.status === "loading") return <ListSkeleton rows={10} label={loading} />;
  if (found.status === "refused") return <RefusedState message={sentenceOf(found.error, failed)} />;
  if (found.value.length === 0) return empty;
  return (
    <>
      {children({ rows: found.value, hasMore: false, isBusy: found.isStale })}
      {found.value.length === max && (
        <Text as="p" size="2" color="gray">
          Mostrando os primeiros {max}. Digite mais para achar outros.
        </Text>
      )}
    </>
  );
}

/** One page of the rows; while the next is loaded, or when the address names one too far, the last there is. */
export function pageOf<Row>(
  rows: readonly Row[],
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): { readonly page: number; readonly rows: readonly Row[]; readonly isLast: boolean } {
  const shown = Math.min(page, Math.max(1, Math.ceil(rows.length / pageSize)));
  return {
    page: shown,
    rows: rows.slice((shown - 1) * pageSize, shown * pageSize),
    isLast: rows.length <= shown * pageSize,
  };
}

/** The row after it, else the one before it: who gets the focus when it is gone (UX conventions F4). */
export function neighbourOf<Row extends { readonly _id: string }>(rows: readonly Row[], row: Row): Row | null {
  const at = rows.findIndex(({ _id }) => _id === row._id);
  return rows[at + 1] ?? rows[at - 1] ?? null;
}
