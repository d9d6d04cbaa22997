import { Suspense } from "react";
import { BroadcastDialog } from "./lazyParts";
import type { Preparing } from "./useBroadcast";

/** The question and what follows it, for whoever has asked for a broadcast by `usePreparing`. */
export function BroadcastLayer({ preparing }: { readonly preparing: Preparing }) {
  const { broadcastId, close } = preparing;
  if (broadcastId === null) return null;
  return (
    <Suspense fallback={null}>
      <BroadcastDialog key={broadcastId} broadcastId={broadcastId} onClose={close} />
    </Suspense>
  );
}
