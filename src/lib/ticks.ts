/**
 * Ticked rows of a list, and where a range would begin.
 *
 * `base` is what was ticked apart from the range that is being drawn: drawing it anew, from the same anchor to another
 * row, replaces the range and leaves the rest.
 */
export interface Ticks<Id> {
  readonly ids: ReadonlySet<Id>;
  readonly anchor: Id | null;
  readonly base: ReadonlySet<Id>;
}

export const NO_TICKS: Ticks<never> = { ids: new Set(), anchor: null, base: new Set() };

/** One row more, or less; ranges begin there from now on. */
export function withToggled<Id>({ ids }: Ticks<Id>, id: Id): Ticks<Id> {
  const after = new Set(ids);
  if (!after.delete(id)) after.add(id);
  return { ids: after, anchor: id, base: after };
}

/**
 * The rows from the anchor to this one, both included, in the order the list has now; without an anchor in the list just
 * this one. Source: UX conventions B1, K6.
 */
export function withRange<Id>(ticks: Ticks<Id>, id: Id, order: readonly Id[]): Ticks<Id> {
  const to = order.indexOf(id);
  const from = ticks.anchor === null ? -1 : order.indexOf(ticks.anchor);
  if (to === -1) return ticks;
  if (from === -1) return withToggled({ ...ticks, ids: without(ticks.ids, id) }, id);
  const base = without(ticks.base, ticks.anchor);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...base, ...range]), anchor: ticks.anchor, base };
}

/** A range drawn by key, row by row: it begins at the row one comes from. */
export function withStep<Id>(ticks: Ticks<Id>, from: Id, to: Id, order: readonly Id[]): Ticks<Id> {
  const isDrawing = ticks.anchor !== null && ticks.ids.has(from) && order.includes(ticks.anchor);
  const begun = isDrawing ? ticks : withToggled({ ...ticks, ids: without(ticks.ids, from) }, from);
  return withRange(begun, to, order);
}

function without<Id>(ids: ReadonlySet<Id>, id: Id | null): ReadonlySet<Id> {
  return new Set([...ids].filter((each) => each !== id));
}

/** All of these, besides what was ticked on other pages. */
export function withAll<Id>({ ids }: Ticks<Id>, all: readonly Id[]): Ticks<Id> {
  const after = new Set([...ids, ...all]);
  return { ids: after, anchor: null, base: after };
}

/** None of these. */
export function withNone<Id>({ ids }: Ticks<Id>, all: readonly Id[]): Ticks<Id> {
  const gone = new Set(all);
  const after = new Set([...ids].filter((id) => !gone.has(id)));
  return { ids: after, anchor: null, base: after };
}

/** What the box of a list's header shows: none of its rows, some, or all (UX conventions B1). */
export function ticked<Id>(isTicked: (id: Id) => boolean, order: readonly Id[]): "none" | "some" | "all" {
  const count = order.filter(isTicked).length;
  return count === 0 ? "none" : count === order.length ? "all" : "some";
}
