import { useEffect, useState } from "react";

/** Counters change at most twice per second. Source: UX conventions R5. */
const CALM_MS = 500;

/** The value, but once it changed it stays for half a second; the last one always comes through. */
export function useCalm<T>(value: T): T {
  const [shown, setShown] = useState({ value, changedAt: 0 });
  useEffect(() => {
    const wait = Math.max(0, shown.changedAt + CALM_MS - Date.now());
    const timer = window.setTimeout(() => {
      setShown((before) => (before.value === value ? before : { value, changedAt: Date.now() }));
    }, wait);
    return () => window.clearTimeout(timer);
  }, [value, shown.changedAt]);
  return shown.value;
}
