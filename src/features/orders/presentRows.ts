/** What is needed of a row to keep it in its place: the list runs from the highest number down. */
interface Listed {
  readonly _id: string;
  readonly number: number;
}

export interface ShownRow<Row> {
  readonly row: Row;
  /** It no longer belongs to the list, because of somebody else; it stays, greyed, until the next interaction. */
  readonly hasLeft: boolean;
}

/** What the list shows of what the server says. */
export interface Presented<Row> {
  readonly shown: readonly ShownRow<Row>[];
  /** How many new rows wait behind the button. */
  readonly waiting: number;
  /** The rows that came in with this change, and not by loading more. */
  readonly arrived: ReadonlySet<string>;
}

export interface Circumstances {
  /** Somebody scrolled, selects or edits: nothing may come in between the rows. */
  readonly isHeld: boolean;
  /** Rows that this screen itself has changed: they come and go at once. */
  readonly own: ReadonlySet<string>;
  /** Rows at which something is being written or asked: they stay until that ends, whoever took them out (F6). */
  readonly open: ReadonlySet<string>;
  /** Whether rows below the loaded ones exist: such a row's absence says nothing about it. */
  readonly canLoadMore: boolean;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * What the list shows after the server's rows changed. Known rows are updated in place; new ones come in between only
 * when nothing is held; rows that somebody else took out of the filter stay, greyed; rows loaded below are appended.
 *
 * @param before null when the list is new (first load, another filter)
 * @param rows of the server, highest number first
 * Source: UX conventions R1 to R4.
 */
export function presentRows<Row extends Listed>(
  before: Presented<Row> | null,
  rows: readonly Row[],
  { isHeld, own, open, canLoadMore }: Circumstances,
): Presented<Row> {
  if (before === null) {
    return { shown: rows.map((row) => ({ row, hasLeft: false })), waiting: 0, arrived: NONE };
  }
  const known = new Map(before.shown.map((shown) => [shown.row._id, shown]));
  const lastKnown = before.shown.at(-1)?.row.number ?? 0;
  const shown: ShownRow<Row>[] = [];
  const arrived = new Set<string>();
  let waiting = 0;
  for (const row of rows) {
    const earlier = known.get(row._id);
    const isBelow = before.shown.length > 0 && row.number < lastKnown;
    if (earlier === undefined && !isBelow && isHeld && !own.has(row._id)) {
      waiting += 1;
      continue;
    }
    if (earlier === undefined && !isBelow) arrived.add(row._id);
    shown.push(earlier?.row === row && !earlier.hasLeft ? earlier : { row, hasLeft: false });
  }
  shown.push(...leaving(before, rows, { own, open, canLoadMore }));
  shown.sort((a, b) => b.row.number - a.row.number);
  return { shown, waiting, arrived };
}

function leaving<Row extends Listed>(
  before: Presented<Row>,
  rows: readonly Row[],
  { own, open, canLoadMore }: Omit<Circumstances, "isHeld">,
): ShownRow<Row>[] {
  const present = new Set(rows.map(({ _id }) => _id));
  const lowest = rows.at(-1)?.number ?? 0;
  const isToBeSeen = ({ _id, number }: Row) => !own.has(_id) && !(canLoadMore && number < lowest);
  return before.shown
    .filter(({ row }) => !present.has(row._id) && (open.has(row._id) || isToBeSeen(row)))
    .map((shown) => (shown.hasLeft ? shown : { row: shown.row, hasLeft: true }));
}

/** The same without the rows that have left, but for the open ones; the same object when there are none. */
export function withoutLeft<Row extends Listed>(
  presented: Presented<Row>,
  open: Circumstances["open"],
): Presented<Row> {
  const shown = presented.shown.filter(({ row, hasLeft }) => !hasLeft || open.has(row._id));
  return shown.length === presented.shown.length ? presented : { ...presented, shown };
}
