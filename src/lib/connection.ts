import { useConvexConnectionState } from "convex/react";

export type Connection = "connecting" | "live" | "reconnecting";

/** Whether changes made elsewhere arrive now. `connecting` only before the first connection of this page. */
export function useConnection(): Connection {
  const { isWebSocketConnected, hasEverConnected } = useConvexConnectionState();
  if (isWebSocketConnected) return "live";
  return hasEverConnected ? "reconnecting" : "connecting";
}
