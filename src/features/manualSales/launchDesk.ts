import { createContext, useContext, useEffect, useState, type Dispatch, type SetStateAction } from "react";
import type { LaunchForm } from "./launchForm";
import type { RowDrafts } from "./rowDrafts";

/** What stands on the launch screen and was not sent. */
interface DeskItems {
  line: LaunchForm;
  rows: RowDrafts;
  defaultPhone: string;
  search: string;
}

/**
 * The launch screen as one person left it to look at another one. Held above the screens and in memory only: a reload
 * or a sign-out clears it, as it holds customers' phones.
 */
export interface LaunchDesk {
  /** Whose it is, and in which company. */
  readonly scope: string;
  readonly items: Map<keyof DeskItems, unknown>;
}

export const DeskContext = createContext<LaunchDesk | null>(null);

/** A piece of state of the launch screen that is there again when one comes back to it. */
export function useOnDesk<Key extends keyof DeskItems>(
  key: Key,
  initial: DeskItems[Key],
): [DeskItems[Key], Dispatch<SetStateAction<DeskItems[Key]>>] {
  const current = useContext(DeskContext);
  // The desk it was taken from is the one it goes back to: it may be somebody else's turn by then.
  const [items] = useState(current?.items);
  // Under a key only this writes, what it was given.
  const [item, setItem] = useState(() => (items?.get(key) as DeskItems[Key] | undefined) ?? initial);
  useEffect(() => void items?.set(key, item), [items, key, item]);
  return [item, setItem];
}
