import { useState } from "react";

/**
 * The class with which a row glows after it changed (UX conventions R1), or "" while it has not changed since it came.
 *
 * @param signature everything the row shows, as one text
 * @param arrived true when the row itself is news, not part of what was there when the list was opened
 */
export function useGlow(signature: string, arrived: boolean): string {
  const [seen, setSeen] = useState(signature);
  const [changes, setChanges] = useState(arrived ? 1 : 0);
  if (seen !== signature) {
    setSeen(signature);
    setChanges(changes + 1);
  }
  if (changes === 0) return "";
  return changes % 2 === 1 ? "glow-odd" : "glow-even";
}

/**
 * Which rows came in while the list was open: those above a row that was there before, or all of them when the list
 * was empty. Rows loaded by 'Carregar mais' come below and are not news.
 *
 * @param before the rows shown last, or null when none were loaded yet
 */
export function arrivedIds(before: readonly string[] | null, now: readonly string[]): ReadonlySet<string> {
  if (before === null) return new Set();
  if (before.length === 0) return new Set(now);
  const known = new Set(before);
  const firstKnown = now.findIndex((id) => known.has(id));
  return new Set(firstKnown === -1 ? [] : now.slice(0, firstKnown));
}
