import { useCallback, useEffect, useRef, useState } from "react";
import type { Auth } from "../../lib/auth";
import { readStored, writeStored } from "../../lib/localStore";
import {
  INACTIVITY_MS,
  INTERACTIONS,
  LAST_ACTIVITY_KEY,
  presenceAfter,
  RAN_OUT,
  readInstant,
  WARNING_MS,
  type Presence,
} from "./inactivity";

/** Interactions within this are kept as one: the other tabs need not know better. */
const KEEP_MS = 1_000;

export interface Inactivity {
  /** True from two minutes before the end until somebody says that they stay, here or in another tab. */
  readonly isWarned: boolean;
  /** When the session runs out if nothing happens: epoch milliseconds. */
  readonly endsAt: number;
  readonly stay: () => void;
}

/**
 * Watches for thirty minutes without a mouse, key, scroll, touch or click in any tab of this browser.
 *
 * A machine that slept wakes up with an interaction: it is compared with the last one before it counts.
 *
 * @param status whether somebody is there to watch over; the visit's first look does not wait for it
 * @param onRanOut once per session that ran out; does not change between renders
 */
export function useInactivity(status: Auth["status"], onRanOut: () => void): Inactivity {
  const isSignedIn = status === "signedIn";
  const [isWarned, setIsWarned] = useState(false);
  const [endsAt, setEndsAt] = useState(0);
  const lastAt = useRef(0);
  const hasRunOut = useRef(false);

  const look = useCallback((): Presence => {
    const kept = readStored(LAST_ACTIVITY_KEY);
    lastAt.current = Math.max(lastAt.current, readInstant(kept) ?? 0);
    const presence = kept === RAN_OUT ? "gone" : presenceAfter(Date.now() - lastAt.current);
    if (presence === "gone" && !hasRunOut.current) {
      hasRunOut.current = true;
      writeStored(LAST_ACTIVITY_KEY, RAN_OUT);
      setIsWarned(false);
      onRanOut();
    }
    return presence;
  }, [onRanOut]);

  const keep = useCallback((at: number) => {
    lastAt.current = at;
    writeStored(LAST_ACTIVITY_KEY, String(at));
  }, []);

  useEffect(() => {
    // The first look of a visit, before anybody is known: what a closed browser left behind.
    const keptAt = readInstant(readStored(LAST_ACTIVITY_KEY));
    if (keptAt !== null && presenceAfter(Date.now() - keptAt) === "gone") look();
  }, [look]);

  useEffect(() => {
    // Whoever was signed out otherwise has left nothing to run out.
    if (status === "signedOut" && readInstant(readStored(LAST_ACTIVITY_KEY)) !== null) {
      writeStored(LAST_ACTIVITY_KEY, null);
    }
  }, [status]);

  useEffect(() => {
    if (!isSignedIn) return;
    hasRunOut.current = false;
    const keptAt = readInstant(readStored(LAST_ACTIVITY_KEY));
    const isGoingOn = keptAt !== null && presenceAfter(Date.now() - keptAt) !== "gone";
    keep(isGoingOn ? keptAt : Date.now());
    let timer = 0;
    const onTime = () => {
      window.clearTimeout(timer);
      const presence = look();
      if (presence === "gone") return;
      if (presence === "warned") {
        setEndsAt(lastAt.current + INACTIVITY_MS);
        setIsWarned(true);
      }
      const idleMs = Date.now() - lastAt.current;
      timer = window.setTimeout(onTime, (presence === "warned" ? INACTIVITY_MS : INACTIVITY_MS - WARNING_MS) - idleMs);
    };
    const onInteraction = () => {
      const now = Date.now();
      const presence = look();
      if (presence === "gone" || now - lastAt.current < KEEP_MS) return;
      keep(now);
      if (presence === "warned") setEndsAt(now + INACTIVITY_MS);
    };
    const onOtherTab = (event: StorageEvent) => {
      if (event.key !== LAST_ACTIVITY_KEY) return;
      // Somebody works in another tab: nobody here is about to press the button.
      if (look() === "here") setIsWarned(false);
    };
    timer = window.setTimeout(onTime, 0);
    for (const kind of INTERACTIONS) window.addEventListener(kind, onInteraction, { capture: true, passive: true });
    window.addEventListener("storage", onOtherTab);
    // A page that was hidden or asleep has had its timers held back.
    document.addEventListener("visibilitychange", onTime);
    return () => {
      window.clearTimeout(timer);
      for (const kind of INTERACTIONS) window.removeEventListener(kind, onInteraction, { capture: true });
      window.removeEventListener("storage", onOtherTab);
      document.removeEventListener("visibilitychange", onTime);
    };
  }, [isSignedIn, look, keep]);

  const stay = useCallback(() => {
    setIsWarned(false);
    if (look() !== "gone") keep(Date.now());
  }, [look, keep]);
  return { isWarned: isSignedIn && isWarned, endsAt, stay };
}
