import { useCallback, useState } from "react";

/** Which of many things have a request of their own on its way. Busy is tied to the request (UX conventions O7). */
export interface Busy<Key extends string> {
  readonly keys: ReadonlySet<Key>;
  /** The key is busy until the request has ended, however it ends. */
  readonly during: <T>(key: Key, request: Promise<T>) => Promise<T>;
}

export function useBusy<Key extends string>(): Busy<Key> {
  const [counts, setCounts] = useState<ReadonlyMap<Key, number>>(new Map());
  const add = useCallback((key: Key, by: 1 | -1) => {
    setCounts((before) => {
      const count = (before.get(key) ?? 0) + by;
      const after = new Map(before);
      if (count === 0) after.delete(key);
      else after.set(key, count);
      return after;
    });
  }, []);
  const during = useCallback(
    <T>(key: Key, request: Promise<T>) => {
      add(key, 1);
      return request.finally(() => add(key, -1));
    },
    [add],
  );
  return { keys: new Set(counts.keys()), during };
}
