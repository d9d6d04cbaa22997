import {
  usePaginatedQuery,
  type PaginatedQueryArgs,
  type PaginatedQueryItem,
  type PaginatedQueryReference,
} from "convex/react";
import { useState } from "react";
import { keepEqual } from "./keepEqual";
import { questionOf, useKeepList, useLeftList } from "./useLeftList";

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
  const name = args === "skip" ? null : questionOf(query, args);
  const left = useLeftList(name);
  const [last, setLast] = useState<Shown<PaginatedQueryItem<Query>> | null>(null);
  let shown = last;
  if (!isFirstPage && !areSame(last?.answer ?? null, results)) {
    shown = { answer: results, rows: keepEqual(last?.rows ?? left?.rows, results) };
    setLast(shown);
  }
  const rows = shown?.rows ?? NO_ROWS;
  useKeepList(name, isFirstPage ? null : { rows, hasMore: status !== "Exhausted" });
  const isRemembered = isFirstPage && left !== null;
  const remembered = left?.rows.slice(0, firstCount) as PaginatedQueryItem<Query>[] | undefined;

  return {
    status: isFirstPage && shown === null && left === null ? "loading" : "ready",
    rows: isFirstPage ? (remembered ?? rows) : rows,
    isStale: isFirstPage && left === null,
    isRemembered,
    canLoadMore: status === "CanLoadMore",
    isLoadingMore: status === "LoadingMore" || (isRemembered && (left.hasMore || left.rows.length > firstCount)),
    loadMore: () => loadMore(pageSize),
  };
}

interface Shown<Row> {
  readonly answer: readonly Row[];
  /** The same rows; those that did not change are the objects of the answer before. */
  readonly rows: readonly Row[];
}

const NO_ROWS: readonly never[] = [];

function areSame<Row>(before: readonly Row[] | null, now: readonly Row[]): boolean {
  return before !== null && before.length === now.length && before.every((row, at) => row === now[at]);
}
