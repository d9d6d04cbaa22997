import { useConvexConnectionState } from "convex/react";
import { useEffect, useState } from "react";

/**
 * `connecting` only before the first connection of this page; `reconnecting` turns into `offline` when it lasts.
 */
export type Connection = "connecting" | "live" | "reconnecting" | "offline";

/** Most losses heal by themselves within this; only then is a person told. Source: UX conventions O6. */
export const OFFLINE_AFTER_MS = 2_000;

/** Whether changes made elsewhere arrive now. */
export function useConnection(): Connection {
  const { isWebSocketConnected, hasEverConnected } = useConvexConnectionState();
  const isLasting = useLasting(!isWebSocketConnected, OFFLINE_AFTER_MS);
  if (isWebSocketConnected) return "live";
  if (isLasting) return "offline";
  return hasEverConnected ? "reconnecting" : "connecting";
}

/** True once the condition has held for so long. */
function useLasting(condition: boolean, forMs: number): boolean {
  const [isLasting, setIsLasting] = useState(false);
  if (!condition && isLasting) setIsLasting(false);
  useEffect(() => {
    if (!condition) return;
    const timer = window.setTimeout(() => setIsLasting(true), forMs);
    return () => window.clearTimeout(timer);
  }, [condition, forMs]);
  return condition && isLasting;
}
