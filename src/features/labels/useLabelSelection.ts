import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { notifyNotice } from "../../lib/notify";
import { NO_TICKS, ticked, withAll, withNone, withRange, withStep, withToggled, type Ticks } from "../../lib/ticks";
import { texts } from "./texts";
import type { LabelRow, OrderId } from "./useLabels";

export interface LabelSelection {
  /** The ticked shipments as they were seen last, in the order they were seen in. */
  readonly rows: readonly LabelRow[];
  readonly isSelected: (orderId: OrderId) => boolean;
  /** Of the rows on screen. */
  readonly page: "none" | "some" | "all";
  readonly toggle: (row: LabelRow) => void;
  /** From the row ticked last to this one. */
  readonly extendTo: (row: LabelRow) => void;
  /** The same by key, from the row that has the focus to another; positions on screen. */
  readonly step: (from: number, to: number) => void;
  readonly toggleAt: (at: number) => void;
  readonly selectPage: () => void;
  readonly clearPage: () => void;
  readonly clear: () => void;
  /** True on the phone between 'Selecionar' and the end of it. */
  readonly isPicking: boolean;
  readonly pick: () => void;
  readonly endPicking: () => void;
  /** The list says what it has loaded, and what of it is on screen. */
  readonly showRows: (loaded: readonly LabelRow[], onScreen: readonly LabelRow[]) => void;
}

interface State {
  readonly ticks: Ticks<OrderId>;
  /** Every ticked shipment as it was seen last. */
  readonly seen: ReadonlyMap<OrderId, LabelRow>;
  readonly onScreen: readonly LabelRow[];
  readonly isPicking: boolean;
}

const NOTHING: State = { ticks: NO_TICKS, seen: new Map(), onScreen: [], isPicking: false };

/**
 * What is selected of the shipments. It survives other pages and changes by others; another filter or search clears it and
 * says so (UX conventions B1, B3).
 *
 * @param listKey names the list
 */
export function useLabelSelection(listKey: string): LabelSelection {
  const [state, setState] = useState<State>(NOTHING);
  const { ticks, seen, onScreen, isPicking } = state;

  const change = useCallback((next: (ticks: Ticks<OrderId>, order: readonly OrderId[]) => Ticks<OrderId>) => {
    setState((before) => ({ ...before, ticks: next(before.ticks, idsOf(before.onScreen)) }));
  }, []);
  const showRows = useCallback((loaded: readonly LabelRow[], shown: readonly LabelRow[]) => {
    setState((before) => ({
      ...before,
      onScreen: shown,
      seen: new Map([
        ...[...before.seen].filter(([id]) => before.ticks.ids.has(id)),
        ...loaded.map((row) => [row.orderId, row] as const),
      ]),
    }));
  }, []);
  const clear = useCallback(() => setState((before) => ({ ...before, ticks: NO_TICKS })), []);
  const rows = useMemo(() => [...seen.values()].filter(({ orderId }) => ticks.ids.has(orderId)), [seen, ticks]);
  useClearedWith(listKey, rows.length, clear);

  return useMemo(
    () => ({
      rows,
      isSelected: (orderId) => ticks.ids.has(orderId),
      page: ticked((id) => ticks.ids.has(id), idsOf(onScreen)),
      toggle: ({ orderId }) => change((from) => withToggled(from, orderId)),
      extendTo: ({ orderId }) => change((from, order) => withRange(from, orderId, order)),
      step: (from, to) =>
        change((before, order) => {
          const [start, end] = [order[from], order[to]];
          return start === undefined || end === undefined ? before : withStep(before, start, end, order);
        }),
      toggleAt: (at) =>
        change((before, order) => {
          const id = order[at];
          return id === undefined ? before : withToggled(before, id);
        }),
      selectPage: () => change(withAll),
      clearPage: () => change(withNone),
      clear,
      isPicking,
      pick: () => setState((before) => ({ ...before, isPicking: true })),
      endPicking: () => setState((before) => ({ ...before, isPicking: false, ticks: NO_TICKS })),
      showRows,
    }),
    [rows, ticks, onScreen, change, clear, isPicking, showRows],
  );
}

function idsOf(rows: readonly LabelRow[]): OrderId[] {
  return rows.map(({ orderId }) => orderId);
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
