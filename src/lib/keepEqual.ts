/**
 * The same as `now`, made of the parts of `before` that are equal to its own: what did not change keeps its identity, and a memoized row that
 * shows it is not rendered again because another row of the same answer changed. Rows are known by their id, wherever they stand.
 *
 * @param before what was shown; anything else than `now`'s kind is as good as nothing
 */
export function keepEqual<T>(before: unknown, now: T): T {
  // Each branch gives back what is equal to `now` in every part, so its type is that of `now`.
  if (Array.isArray(now)) return keepEqualRows(Array.isArray(before) ? (before as unknown[]) : [], now) as T;
  if (isRecord(now)) return keepEqualFields(isRecord(before) ? before : {}, now) as T;
  return now;
}

function keepEqualRows(before: readonly unknown[], now: readonly unknown[]): readonly unknown[] {
  const known = new Map(before.map((row, at) => [idOf(row, at), row]));
  const kept = now.map((row, at) => keepEqual(known.get(idOf(row, at)), row));
  return before.length === kept.length && kept.every((row, at) => Object.is(row, before[at])) ? before : kept;
}

function keepEqualFields(before: Fields, now: Fields): Fields {
  const names = Object.keys(now);
  const kept = Object.fromEntries(names.map((name) => [name, keepEqual(before[name], now[name])]));
  const isSame =
    Object.keys(before).length === names.length && names.every((name) => Object.is(kept[name], before[name]));
  return isSame ? before : kept;
}

type Fields = Record<string, unknown>;

/** A plain object: what an answer is made of besides lists, texts and numbers. */
function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** What names a row in our answers; where nothing does, its place. */
function idOf(row: unknown, at: number): unknown {
  if (!isRecord(row)) return at;
  return row._id ?? row.launchId ?? row.productId ?? row.orderId ?? at;
}
