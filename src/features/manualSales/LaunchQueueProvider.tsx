import { createContext, useContext, useEffect, useMemo, useSyncExternalStore, type ReactNode } from "react";
import { useAuth } from "../../lib/auth";
import { notifyError, notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { useTenant } from "../../lib/tenant";
import { DeskContext, type LaunchDesk } from "./launchDesk";
import { LaunchQueue, type LaunchQueueState, type LaunchReports } from "./launchQueue";
import { texts } from "./texts";
import { useLaunchServer } from "./useLaunchServer";

const QueueContext = createContext<LaunchQueue | null>(null);

const REPORTS: LaunchReports = {
  refused: (sentence) => notifyError(sentence),
  delivered: () => notifySuccess(texts.keptDelivered),
  undoFailed: (error) => reportError(error, texts.undoFailed),
};

/** Stands above the screens, so that what is launched goes on its way wherever one goes. */
export function LaunchQueueProvider({ children }: { readonly children: ReactNode }) {
  const { profile } = useAuth();
  const { tenant } = useTenant();
  const server = useLaunchServer();
  const scope = `${tenant?.id ?? ""}:${profile?.profileId ?? ""}`;
  const queue = useMemo(() => new LaunchQueue(scope, server, REPORTS), [scope, server]);
  const desk = useMemo<LaunchDesk>(() => ({ scope, items: new Map() }), [scope]);
  const isSomebody = profile !== null && tenant !== null;
  useEffect(() => (isSomebody ? queue.start() : undefined), [queue, isSomebody]);
  return (
    <QueueContext value={queue}>
      <DeskContext value={desk}>{children}</DeskContext>
    </QueueContext>
  );
}

export function useLaunchQueue(): LaunchQueue {
  const queue = useContext(QueueContext);
  if (queue === null) throw new Error("useLaunchQueue must be used within a LaunchQueueProvider");
  return queue;
}

/** What the queue holds now, following its changes. */
export function useLaunchQueueState(): LaunchQueueState {
  const queue = useLaunchQueue();
  return useSyncExternalStore(queue.subscribe, queue.getState);
}

/** How many launches wait to be accepted. */
export function useWaitingLaunches(): number {
  return useLaunchQueueState().own.filter(({ refusal }) => refusal === null).length;
}
