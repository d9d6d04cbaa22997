import {
  usePaginatedQuery,
  type PaginatedQueryArgs,
  type PaginatedQueryItem,
  type PaginatedQueryReference,
} from "convex/react";
import { useState } from "react";
import { questionOf, useLeftList } from "./useLeftList";

/** A live list that grows page by page. */
export interface LivePages<Row> {
  /** `loading` only while nothing was ever shown. */
  readonly status: "loading" | "ready";
  readonly rows: readonly Row[];
  /** True while the rows still are those of the filter before. */
  readonly isStale: boolean;
  /** True while the rows are those that this list showed when it was left; the server's are on their way. */
  readonly isRemembered: boolean;
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
  const left = useLeftList(
    args === "skip" ? null : questionOf(query, args),
    isFirstPage ? null : { rows: results, hasMore: status !== "Exhausted" },
  );
  const isRemembered = isFirstPage && left !== null;
  const remembered = left?.rows.slice(0, firstCount) as PaginatedQueryItem<Query>[] | undefined;

  return {
    status: isFirstPage && last === null && left === null ? "loading" : "ready",
    rows: isFirstPage ? (remembered ?? last ?? []) : results,
    isStale: isFirstPage && left === null,
    isRemembered,
    canLoadMore: status === "CanLoadMore",
    isLoadingMore: status === "LoadingMore" || (isRemembered && (left.hasMore || left.rows.length > firstCount)),
    loadMore: () => loadMore(pageSize),
  };
}

function areSame<Row>(before: readonly Row[] | null, now: readonly Row[]): boolean {
  return before !== null && before.length === now.length && before.every((row, at) => row === now[at]);
}
