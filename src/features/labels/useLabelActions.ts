import { useState } from "react";
import type { LabelAction } from "../../../domain/shipments";
import { openBlankTab } from "../../lib/blankTab";
import { useConnection } from "../../lib/connection";
import { notifyError, notifyInfo, notifyNotice, notifySuccess } from "../../lib/notify";
import { sentenceOf } from "../../lib/refusal";
import { useBusy } from "../../lib/useBusy";
import { texts } from "./texts";
import { useLabelDeeds, type Done, type LabelRow, type OrderId } from "./useLabels";

/** What is asked, or shown, before or after something is done with a label. */
export type LabelLayer =
  | { readonly kind: "pay" | "cancel"; readonly row: LabelRow }
  | {
      readonly kind: "link";
      readonly row: LabelRow;
      readonly url: string;
      readonly amountCents: number;
      readonly expiresAt: number;
    }
  | { readonly kind: "funds" };

export interface LabelActions {
  /** Nothing of this is done without a connection, or later by itself (UX conventions O6). */
  readonly isOffline: boolean;
  /** What this browser is doing with a label; each row has its own. */
  readonly busyWith: (orderId: OrderId) => LabelAction | null;
  /** Does it, or asks first. Creating is where the label's data are seen: `onPrepare`. */
  readonly act: (row: LabelRow, action: LabelAction) => void;
  readonly layer: LabelLayer | null;
  readonly closeLayer: () => void;
  readonly addFunds: () => void;
  /** @returns whether the question is answered */
  readonly pay: (row: LabelRow) => Promise<boolean>;
  readonly cancel: (row: LabelRow) => Promise<boolean>;
}

/**
 * What staff do with labels. The row itself tells what became of it, on every screen; what this person asked for is said
 * to them besides.
 */
export function useLabelActions(onPrepare: (row: LabelRow) => void): LabelActions {
  const deeds = useLabelDeeds();
  const busy = useBusy<string>();
  const [layer, setLayer] = useState<LabelLayer | null>(null);
  const isOffline = useConnection() === "offline";

  /** @returns null where it was refused, and that has been said */
  async function during<Answer>(row: LabelRow, action: LabelAction, request: Promise<Answer>): Promise<Answer | null> {
    try {
      return await busy.during(`${action}:${row.orderId}`, request);
    } catch (error) {
      notifyError(sentenceOf(error, texts.failedDetail), texts.failed[action]);
      return null;
    }
  }
  /** @returns whether there was an answer; where it says why not, the row says it too */
  async function finish(row: LabelRow, action: LabelAction, request: Promise<Done>): Promise<boolean> {
    const answer = await during(row, action, request);
    if (answer !== null) tell(action, answer);
    return answer !== null;
  }
  async function charge(row: LabelRow) {
    const link = await during(row, "charge", deeds.charge({ orderId: row.orderId }));
    if (link === null) return;
    notifySuccess(texts.done.charge);
    setLayer({ kind: "link", row, ...link });
  }
  async function download(row: LabelRow) {
    const tab = openBlankTab();
    const answer = await during(row, "download", deeds.download({ orderId: row.orderId }));
    const url = answer?.url ?? null;
    if (url === null) tab?.close();
    if (answer === null) return;
    if (url === null) return tell("download", answer);
    if (tab !== null) {
      tab.location.replace(url);
      return tell("download", answer);
    }
    notifyError(texts.popupBlocked, texts.failed.download, {
      label: texts.openFile,
      take: () => void window.open(url, "_blank", "noopener"),
    });
  }
  function track({ trackingUrl }: LabelRow) {
    if (trackingUrl === null) notifyNotice(texts.trackingUnavailable);
    else window.open(trackingUrl, "_blank", "noopener");
  }
  function act(row: LabelRow, action: LabelAction) {
    if (busy.keys.has(`${action}:${row.orderId}`)) return;
    if (isOffline && action !== "track") return notifyNotice(texts.offline);
    switch (action) {
      case "create":
        return onPrepare(row);
      case "charge":
        return void charge(row);
      case "pay":
      case "cancel":
        return setLayer({ kind: action, row });
      case "download":
        return void download(row);
      case "track":
        return track(row);
      case "refresh":
        return void finish(row, "refresh", deeds.refresh({ orderId: row.orderId }));
      default:
        return action satisfies never;
    }
  }
  /** An answered question whose deed cannot be done now: it stays open. */
  async function unlessOffline(deed: () => Promise<boolean>): Promise<boolean> {
    if (!isOffline) return await deed();
    notifyNotice(texts.offline);
    return false;
  }
  return {
    isOffline,
    busyWith: (orderId) => actionOf([...busy.keys].find((key) => key.endsWith(`:${orderId}`))),
    act,
    layer,
    closeLayer: () => setLayer(null),
    addFunds: () => setLayer({ kind: "funds" }),
    pay: (row) =>
      unlessOffline(() => finish(row, "pay", deeds.pay({ orderId: row.orderId, seenPriceCents: row.priceCents ?? 0 }))),
    cancel: (row) => unlessOffline(() => finish(row, "cancel", deeds.cancel({ orderId: row.orderId }))),
  };
}

function actionOf(key: string | undefined): LabelAction | null {
  const name = key?.split(":")[0];
  return (Object.keys(texts.busy) as LabelAction[]).find((action) => action === name) ?? null;
}

/** To whoever asked: that it is done, that it goes on by itself, or why not and what to do. */
export function tell(action: LabelAction, { outcome, message }: Done): void {
  if (outcome === "done") notifySuccess(texts.done[action]);
  else if (outcome === "working") notifyInfo(texts.working, message ?? texts.workingDetail);
  else notifyError(message ?? texts.failedDetail, texts.failed[action]);
}
