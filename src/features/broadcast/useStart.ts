import { useState } from "react";
import { notifyNotice } from "../../lib/notify";
import { refusalOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { texts } from "./texts";
import { useBroadcastChanges, type Broadcast } from "./useBroadcast";

export interface Start {
  readonly isBusy: boolean;
  /** Begins the broadcast as it was shown; refused when its recipients are others by now. */
  readonly begin: () => Promise<void>;
}

/** Begins a broadcast that somebody has confirmed. Pressed twice it begins once. */
export function useStart({ broadcastId, total }: Pick<Broadcast, "broadcastId" | "total">): Start {
  const { start } = useBroadcastChanges();
  const [isBusy, setIsBusy] = useState(false);
  return {
    isBusy,
    begin: async () => {
      if (isBusy) return;
      setIsBusy(true);
      try {
        await start({ broadcastId, seenTotal: total });
      } catch (error) {
        const refusal = refusalOf(error);
        // Nothing went wrong: there is something else to confirm.
        if (refusal?.code === "recipients_changed") notifyNotice(refusal.message);
        else reportError(error, texts.startFailed);
      } finally {
        setIsBusy(false);
      }
    },
  };
}
