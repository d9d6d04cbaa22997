import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { useCallback, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useNow } from "../../lib/clock";
import { createId } from "../../lib/createId";
import { reportError } from "../../lib/reportError";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { useTenantPaginatedQuery, type LivePages } from "../../lib/useTenantPaginatedQuery";
import { useTenantQuery, type Live } from "../../lib/useTenantQuery";
import { texts } from "./texts";

export type Broadcast = NonNullable<FunctionReturnType<typeof api.broadcasts.get>>;
export type BroadcastId = Broadcast["broadcastId"];
export type Recipient = FunctionReturnType<typeof api.broadcasts.recipients>["page"][number];
export type PastBroadcast = FunctionReturnType<typeof api.broadcasts.list>[number];
/** Whom a message goes to: a filter as it stands when it is chosen, or picked orders. */
export type BroadcastSelection = FunctionArgs<typeof api.broadcasts.prepare>["selection"];

const MINUTE_MS = 60_000;

/** One broadcast, live; null when there is none. The estimate is of the present minute. */
export function useBroadcast(broadcastId: BroadcastId): Live<Broadcast | null> {
  const now = useNow(MINUTE_MS);
  return useTenantQuery(api.broadcasts.get, { broadcastId, now: now - (now % MINUTE_MS) });
}

const PAGE = 50;

/** Who gets it, in the order in which they get it. Throws the server's refusal while rendering. */
export function useRecipients(broadcastId: BroadcastId): LivePages<Recipient> {
  return useTenantPaginatedQuery(api.broadcasts.recipients, { broadcastId }, PAGE);
}

export function usePastBroadcasts(): Live<readonly PastBroadcast[]> {
  return useTenantQuery(api.broadcasts.list, {});
}

/** What is done to a broadcast; never shown before the server has said yes (UX conventions O1). */
export function useBroadcastChanges() {
  return {
    start: useTenantMutation(api.broadcasts.start),
    pause: useTenantMutation(api.broadcasts.pause),
    resume: useTenantMutation(api.broadcasts.resume),
    cancel: useTenantMutation(api.broadcasts.cancel),
  };
}

export interface Wanted {
  readonly selection: BroadcastSelection;
  /** Null: the company's BROADCAST template. */
  readonly text: string | null;
  readonly specificDate?: boolean;
}

export interface Preparing {
  /** What is being asked about or sent; null while nothing is. */
  readonly broadcastId: BroadcastId | null;
  readonly isBusy: boolean;
  /** Has the server gather the recipients; nothing is sent before somebody confirms. */
  readonly prepare: (wanted: Wanted | (() => Promise<Wanted>)) => Promise<void>;
  readonly close: () => void;
}

/**
 * The way to a broadcast: recipients are gathered, then the dialog asks. Refusals are said where it was pressed.
 *
 * @param failed what is said of a failure without a reason of its own
 */
export function usePreparing(failed: string = texts.startFailed): Preparing {
  const prepareOne = useTenantMutation(api.broadcasts.prepare);
  const [broadcastId, setBroadcastId] = useState<BroadcastId | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  return {
    broadcastId,
    isBusy,
    close: useCallback(() => setBroadcastId(null), []),
    prepare: async (wanted) => {
      if (isBusy) return;
      setIsBusy(true);
      try {
        const asked = typeof wanted === "function" ? await wanted() : wanted;
        const prepared = await prepareOne({ ...asked, requestId: createId() });
        setBroadcastId(prepared.broadcastId);
      } catch (error) {
        reportError(error, failed);
      } finally {
        setIsBusy(false);
      }
    },
  };
}
