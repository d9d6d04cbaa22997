import type { Clock } from "../server/clock";

export interface Pace {
  /** Between one message and the next. */
  readonly intervalMs: number;
  readonly batchSize: number;
  /** After each full batch, instead of the interval. */
  readonly batchDelayMs: number;
}

/** Does something for each, one after the other, as slowly as was asked. */
export function paced<Item>(clock: Clock, items: readonly Item[], pace: Pace, perform: (item: Item) => void): void {
  const [next, ...rest] = items;
  if (next === undefined) return;
  const from = items.length;
  const step = (left: readonly Item[]): void => {
    const [item, ...others] = left;
    if (item === undefined) return;
    perform(item);
    if (others.length === 0) return;
    const sent = from - others.length;
    const isBatchOver = pace.batchSize > 0 && sent % pace.batchSize === 0;
    clock.after(isBatchOver ? pace.batchDelayMs : pace.intervalMs, () => step(others));
  };
  step([next, ...rest]);
}
