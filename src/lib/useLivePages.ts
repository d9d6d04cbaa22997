import {
  usePaginatedQuery,
  type PaginatedQueryArgs,
  type PaginatedQueryItem,
  type PaginatedQueryReference,
} from "convex/react";
import { useState } from "react";

/** A live list that grows page by page. */
export interface LivePages<Row> {
  /** `loading` only while nothing was ever shown. */
  readonly status: "loading" | "ready";
  readonly rows: readonly Row[];
  /** True while the rows still are those of the filter before. */
  readonly isStale: boolean;
  readonly canLoadMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
}

/**
 * A live paginated query, each page of `pageSize` rows; the first of `firstCount`, for a list that comes back as long as
 * it was left.
 *
 * Throws the server's refusal while rendering: put a `PanelBoundary` around whoever calls it. While a changed filter
 * loads, the rows before stay.
 */
export function useLivePages<Query extends PaginatedQueryReference>(
  query: Query,
  args: PaginatedQueryArgs<Query> | "skip",
  pageSize: number,
  firstCount: number = pageSize,
): LivePages<PaginatedQueryItem<Query>> {
  const { results, status, loadMore } = usePaginatedQuery(query, args, { initialNumItems: firstCount });
  const isFirstPage = status === "LoadingFirstPage";
  const [last, setLast] = useState<PaginatedQueryItem<Query>[] | null>(null);
  if (!isFirstPage && !areSame(last, results)) setLast(results);

  return {
    status: isFirstPage && last === null ? "loading" : "ready",
    rows: isFirstPage ? (last ?? []) : results,
    isStale: isFirstPage,
    canLoadMore: status === "CanLoadMore",
    isLoadingMore: status === "LoadingMore",
    loadMore: () => loadMore(pageSize),
  };
}

function areSame<Row>(before: readonly Row[] | null, now: readonly Row[]): boolean {
  return before !== null && before.length === now.length && before.every((row, at) => row === now[at]);
}
