import { createContext, useContext, useEffect, useState, type Dispatch, type SetStateAction } from "react";
import type { LaunchForm } from "./launchForm";
import type { RowDrafts } from "./rowDrafts";

/** What stands on the launch screen and was not sent. */
export interface DeskItems {
  readonly line: LaunchForm;
  readonly rows: RowDrafts;
  readonly defaultPhone: string;
  readonly search: string;
}

/**
 * The launch screen as one person left it to look at another one. Held above the screens and in memory only: a reload
 * or a sign-out clears it, as it holds customers' phones.
 */
export class LaunchDesk {
  private items: Partial<DeskItems> = {};

  /** @param scope whose it is, and in which company */
  constructor(readonly scope: string) {}

  get<Key extends keyof DeskItems>(key: Key): DeskItems[Key] | undefined {
    return this.items[key];
  }

  put<Key extends keyof DeskItems>(key: Key, item: DeskItems[Key]): void {
    this.items = { ...this.items, [key]: item };
  }
}

export const DeskContext = createContext<LaunchDesk | null>(null);

/** A piece of state of the launch screen that is there again when one comes back to it. */
export function useOnDesk<Key extends keyof DeskItems>(
  key: Key,
  initial: DeskItems[Key],
): [DeskItems[Key], Dispatch<SetStateAction<DeskItems[Key]>>] {
  const current = useContext(DeskContext);
  // The desk it was taken from is the one it goes back to: it may be somebody else's turn by then.
  const [desk] = useState(current);
  const [item, setItem] = useState(() => desk?.get(key) ?? initial);
  useEffect(() => desk?.put(key, item), [desk, key, item]);
  return [item, setItem];
}
