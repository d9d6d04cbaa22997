import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { sumCents, type Cents } from "../../../domain/money";
import { notifyNotice } from "../../lib/notify";
import type { OrderFilters } from "./orderFilters";
import { texts } from "./texts";
import { NO_TICKS, withAll, withNone, withRange, withStep, withToggled, type Ticks } from "../../lib/ticks";
import type { OrderRow, OrderTotals } from "./useOrders";

type OrderId = OrderRow["_id"];

/** Everything under a filter as it was when it was chosen; not a list of rows (UX conventions B2). */
export interface WholeFilter {
  readonly filters: OrderFilters;
  readonly count: number;
  readonly totalCents: Cents;
  readonly paid: number;
}

export interface OrderSelection {
  /** Null while single orders are ticked. */
  readonly whole: WholeFilter | null;
  /** The ticked orders as last seen, in the list's order: highest number first. Empty with `whole`. */
  readonly orders: readonly OrderRow[];
  readonly count: number;
  readonly totalCents: Cents;
  /** How many of them are paid. */
  readonly paid: number;
  /** True on the phone between 'Selecionar' and the end of it: rows show their boxes. */
  readonly isPicking: boolean;
  readonly isSelected: (id: OrderId) => boolean;
  /** What a row does; the same object from render to render. */
  readonly select: Pick<OrderSelection, "toggle" | "extendTo" | "pick">;
  readonly toggle: (order: OrderRow) => void;
  /** From the row ticked last to this one, over the rows on screen. */
  readonly extendTo: (order: OrderRow) => void;
  /** The same by key, from the row that has the focus to the next. */
  readonly stepTo: (from: OrderRow, to: OrderRow) => void;
  readonly selectPage: () => void;
  readonly clearPage: () => void;
  readonly selectWhole: (filters: OrderFilters, totals: OrderTotals) => void;
  readonly clear: () => void;
  /** Rows that an action of this screen changes or takes away: they leave a list at once (UX conventions R3). */
  readonly own: ReadonlySet<OrderId>;
  readonly claim: (ids: readonly OrderId[]) => void;
  readonly forget: (ids: readonly OrderId[]) => void;
  readonly pick: () => void;
  /** The list says what it shows, in its order. */
  readonly showRows: (rows: readonly OrderRow[]) => void;
  readonly shownRows: readonly OrderRow[];
}

interface State {
  readonly ticks: Ticks<OrderId>;
  readonly whole: WholeFilter | null;
  readonly isPicking: boolean;
  /** Every ticked order as it was seen last; those on screen as they are. */
  readonly seen: ReadonlyMap<OrderId, OrderRow>;
  readonly rows: readonly OrderRow[];
}

const NOTHING: State = { ticks: NO_TICKS, whole: null, isPicking: false, seen: new Map(), rows: [] };

/**
 * What is selected of the orders list. It survives more pages, another order and changes by others; another filter or
 * search clears it and says so (UX conventions B1 to B3).
 *
 * @param listKey names the list: its filters and search
 */
export function useOrderSelection(listKey: string): OrderSelection {
  const [state, setState] = useState<State>(NOTHING);
  const [own, setOwn] = useState<ReadonlySet<OrderId>>(new Set());
  const claim = useCallback((ids: readonly OrderId[]) => setOwn((before) => new Set([...before, ...ids])), []);
  const { ticks, whole, isPicking, seen, rows } = state;

  const change = useCallback((next: (ticks: Ticks<OrderId>, order: readonly OrderId[]) => Ticks<OrderId>) => {
    setState((before) => {
      const order = before.rows.map(({ _id }) => _id);
      // Taking one away from 'all of the filter' leaves the rest of what is on screen.
      const from = before.whole === null ? before.ticks : withAll<OrderId>(NO_TICKS, order);
      return { ...before, whole: null, ticks: next(from, order) };
    });
  }, []);
  const toggle = useCallback((order: OrderRow) => change((from) => withToggled(from, order._id)), [change]);
  const extendTo = useCallback((to: OrderRow) => change((from, order) => withRange(from, to._id, order)), [change]);
  const stepTo = useCallback(
    (from: OrderRow, to: OrderRow) => change((ticks, order) => withStep(ticks, from._id, to._id, order)),
    [change],
  );
  const selectPage = useCallback(() => change((from, order) => withAll(from, order)), [change]);
  const clearPage = useCallback(() => change((from, order) => withNone(from, order)), [change]);
  const forget = useCallback((ids: readonly OrderId[]) => change((from) => withNone(from, ids)), [change]);
  const clear = useCallback(() => setState((before) => ({ ...NOTHING, rows: before.rows })), []);
  const pick = useCallback(() => setState((before) => ({ ...before, isPicking: true })), []);
  const selectWhole = useCallback((filters: OrderFilters, { orders, paid, totalCents }: OrderTotals) => {
    setState((before) => ({ ...before, ticks: NO_TICKS, whole: { filters, count: orders, paid, totalCents } }));
  }, []);
  const showRows = useCallback((shown: readonly OrderRow[]) => {
    setState((before) => ({
      ...before,
      rows: shown,
      seen: new Map([
        ...[...before.seen].filter(([id]) => before.ticks.ids.has(id)),
        ...shown.map((row) => [row._id, row] as const),
      ]),
    }));
  }, []);

  const select = useMemo(() => ({ toggle, extendTo, pick }), [toggle, extendTo, pick]);
  const orders = useMemo(
    () => [...ticks.ids].flatMap((id) => seen.get(id) ?? []).sort((a, b) => b.number - a.number),
    [ticks, seen],
  );
  const count = whole?.count ?? orders.length;
  useClearedWith(listKey, count, clear);

  return useMemo(
    () => ({
      whole,
      orders,
      count,
      totalCents: whole?.totalCents ?? sumCents(orders.map(({ totalCents }) => totalCents)),
      paid: whole?.paid ?? orders.filter(({ isPaid }) => isPaid).length,
      isPicking,
      isSelected: (id) => whole !== null || ticks.ids.has(id),
      shownRows: rows,
      own,
      claim,
      select,
      toggle,
      extendTo,
      stepTo,
      selectPage,
      clearPage,
      selectWhole,
      clear,
      forget,
      pick,
      showRows,
    }),
    [
      whole,
      orders,
      count,
      isPicking,
      ticks,
      rows,
      own,
      claim,
      select,
      toggle,
      extendTo,
      stepTo,
      selectPage,
      clearPage,
      selectWhole,
      clear,
      forget,
      pick,
      showRows,
    ],
  );
}

function useClearedWith(listKey: string, count: number, clear: () => void): void {
  const last = useRef(listKey);
  useEffect(() => {
    if (last.current === listKey) return;
    last.current = listKey;
    clear();
    if (count > 0) notifyNotice(texts.selectionCleared);
  }, [listKey, count, clear]);
}
