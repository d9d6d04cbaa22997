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
