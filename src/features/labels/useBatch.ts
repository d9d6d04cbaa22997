import { useState } from "react";
import { sumCents, type Cents } from "../../../domain/money";
import { createId } from "../../lib/createId";
import { PERSONAL_PREFIX, useStored } from "../../lib/localStore";
import { notifyNotice } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { useTenant } from "../../lib/tenant";
import { fittingRows, MAX_BATCH } from "./labelRows";
import { texts, type BatchAction } from "./texts";
import { useBatchOf, useStartBatch, type Batch, type BatchId, type LabelRow } from "./useLabels";
import type { LabelSelection } from "./useLabelSelection";

/** A batch that is asked about before it begins. */
export interface AskedBatch {
  readonly action: BatchAction;
  /** Those whose state allows it. */
  readonly rows: readonly LabelRow[];
  readonly leftOut: number;
  /** What the labels cost together. */
  readonly totalCents: Cents;
}

export interface Batching {
  /** Says what is missing, or asks. */
  readonly ask: (action: BatchAction) => void;
  readonly asked: AskedBatch | null;
  readonly endAsking: () => void;
  /** @returns whether it has begun */
  readonly start: (batch: AskedBatch) => Promise<boolean>;
  /** The one begun last on this device, until it is put away; also after a reload. */
  readonly current: Batch | null;
  readonly dismiss: () => void;
}

/** The same done to several labels, on the server: leaving the screen does not stop it (UX conventions B5). */
export function useBatch(selection: LabelSelection): Batching {
  const { tenant } = useTenant();
  const [stored, write] = useStored(`${PERSONAL_PREFIX}labelBatch:${tenant?.id ?? ""}`);
  const [asked, setAsked] = useState<(AskedBatch & { readonly requestId: string }) | null>(null);
  const startBatch = useStartBatch();
  // Written by this very hook; whatever else stands there, the server looks whether it is one of the company.
  const live = useBatchOf(stored as BatchId | null);

  function ask(action: BatchAction) {
    const rows = fittingRows(selection.rows, action);
    if (selection.rows.length === 0) return notifyNotice(texts.selectFirst[action]);
    if (rows.length === 0) return notifyNotice(texts.noneFits[action]);
    if (rows.length > MAX_BATCH) return notifyNotice(texts.tooMany(MAX_BATCH));
    setAsked({
      action,
      rows,
      leftOut: selection.rows.length - rows.length,
      totalCents: sumCents(rows.map(({ priceCents }) => priceCents ?? 0)),
      // Pressed again after a lost answer, it is the same batch.
      requestId: createId(),
    });
  }
  async function start({ action, rows }: AskedBatch): Promise<boolean> {
    if (asked === null) return false;
    const { requestId } = asked;
    try {
      const { batchId } = await startBatch({ requestId, action, orderIds: rows.map(({ orderId }) => orderId) });
      write(batchId);
      selection.clear();
      return true;
    } catch (error) {
      reportError(error, texts.batchFailed);
      return false;
    }
  }
  return {
    ask,
    asked,
    endAsking: () => setAsked(null),
    start,
    current: stored !== null && live.status === "ready" ? live.value : null,
    dismiss: () => write(null),
  };
}
