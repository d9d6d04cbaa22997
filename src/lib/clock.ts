import { useEffect, useMemo, useState } from "react";
import { saoPauloDate, type CalendarDate } from "../../domain/calendar";

/** The present instant, renewed every `intervalMs` while `isRunning`; a stopped clock costs nothing. */
export function useNow(intervalMs: number, isRunning = true): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    const timer = window.setInterval(() => setNow(Date.now()), intervalMs);
    return () => window.clearInterval(timer);
  }, [intervalMs, isRunning]);
  return now;
}

/** Today in São Paulo, changing by itself at midnight. */
export function useToday(): CalendarDate {
  const now = useNow(20_000);
  return useMemo(() => saoPauloDate(now), [now]);
}

/** The value as it was `delayMs` ago at the latest: changes while waiting start the wait again. */
export function useDebounced<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), delayMs);
    return () => window.clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}

/** True once `isOn` has lasted for `delayMs`; false at once when it ends. */
export function useLate(isOn: boolean, delayMs: number): boolean {
  const [isLate, setIsLate] = useState(false);
  if (!isOn && isLate) setIsLate(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = window.setTimeout(() => setIsLate(true), delayMs);
    return () => window.clearTimeout(timer);
  }, [isOn, delayMs]);
  return isOn && isLate;
}
