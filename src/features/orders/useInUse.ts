import { useCallback, useMemo, useState } from "react";

const FOCUS = "focus:";

export interface InUse {
  /** The rows that have an edit or a question open. */
  readonly open: ReadonlySet<string>;
  /** The rows that must stay in the document: open ones, and the one with the focus. */
  readonly kept: ReadonlySet<string>;
  /** @param key the row's id for something open, `focus:ID` for the focus */
  readonly onUse: (key: string, isInUse: boolean) => void;
}

/** Which rows of the list are in somebody's hands. */
export function useInUse(): InUse {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const onUse = useCallback((key: string, isInUse: boolean) => {
    setKeys((before) => {
      if (before.has(key) === isInUse) return before;
      const after = new Set(before);
      if (isInUse) after.add(key);
      else after.delete(key);
      return after;
    });
  }, []);
  return useMemo(
    () => ({
      open: new Set([...keys].filter((key) => !key.startsWith(FOCUS))),
      kept: new Set([...keys].map((key) => (key.startsWith(FOCUS) ? key.slice(FOCUS.length) : key))),
      onUse,
    }),
    [keys, onUse],
  );
}
