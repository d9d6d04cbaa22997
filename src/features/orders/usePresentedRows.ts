import { useCallback, useState } from "react";
import { presentRows, withoutLeft, type Circumstances, type Presented } from "./presentRows";

interface Input<Row> extends Circumstances {
  /** Null while there is nothing new to show: the rows before stay. */
  readonly rows: readonly Row[] | null;
  /** Another list altogether when this changes. */
  readonly listKey: string;
}

interface State<Row> extends Input<Row> {
  readonly presented: Presented<Row>;
}

export interface PresentedRows<Row> extends Presented<Row> {
  /** Shows the rows that wait. */
  readonly letIn: () => void;
  /** Takes the rows away that have left the list. */
  readonly dismissLeft: () => void;
}

const NOTHING: Presented<never> = { shown: [], waiting: 0, arrived: new Set() };

/** The server's rows as a list that does not move under who works in it. The rules are `presentRows`. */
export function usePresentedRows<Row extends { readonly _id: string; readonly number: number }>(
  input: Input<Row>,
): PresentedRows<Row> {
  const [state, setState] = useState<State<Row> | null>(null);
  let current = state;
  if (input.rows !== null && !isSame(state, input)) {
    const before = state !== null && state.listKey === input.listKey ? state.presented : null;
    current = { ...input, presented: presentRows(before, input.rows, input) };
    setState(current);
  }

  const letIn = useCallback(() => {
    setState((now) => {
      if (now === null || now.rows === null) return now;
      return { ...now, presented: presentRows(now.presented, now.rows, { ...now, isHeld: false }) };
    });
  }, []);
  const dismissLeft = useCallback(() => {
    setState((now) => {
      if (now === null) return null;
      const presented = withoutLeft(now.presented, now.open);
      return presented === now.presented ? now : { ...now, presented };
    });
  }, []);

  return { ...(current?.presented ?? NOTHING), letIn, dismissLeft };
}

function isSame<Row>(state: State<Row> | null, input: Input<Row>): boolean {
  return (
    state !== null &&
    state.listKey === input.listKey &&
    state.isHeld === input.isHeld &&
    state.own === input.own &&
    areSameIds(state.open, input.open) &&
    state.canLoadMore === input.canLoadMore &&
    areSameRows(state.rows, input.rows)
  );
}

function areSameIds(before: ReadonlySet<string>, now: ReadonlySet<string>): boolean {
  return before === now || (before.size === now.size && [...before].every((id) => now.has(id)));
}

function areSameRows<Row>(before: readonly Row[] | null, now: readonly Row[] | null): boolean {
  return (
    before === now ||
    (before !== null && now !== null && before.length === now.length && before.every((row, at) => row === now[at]))
  );
}
