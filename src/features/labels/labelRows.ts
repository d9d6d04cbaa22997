import type { LabelAction } from "../../../domain/shipments";
import type { BatchAction } from "./texts";
import type { LabelRow } from "./useLabels";

/** Whether the order may have a label at all: it is there, and it is paid. */
export function isLabelable({ publicId, isPaid }: Pick<LabelRow, "publicId" | "isPaid">): boolean {
  return publicId !== null && isPaid;
}

/** What can be done with a label now. A new one is not made for an order that is gone, or not paid any more. */
export function actionsOf(row: Pick<LabelRow, "publicId" | "isPaid" | "actions">): readonly LabelAction[] {
  return row.actions.filter((action) => action !== "create" || isLabelable(row));
}

/** The next thing to do with a label, as the row's one button; null where it is only looked at. */
export function mainAction(row: LabelRow): LabelAction | null {
  const actions = actionsOf(row);
  const order: readonly LabelAction[] = row.state === "paid" ? ["download"] : ["create", "pay", "track", "download"];
  return order.find((action) => actions.includes(action)) ?? null;
}

/** What a batch can do with these rows; the others are left out of it. */
export function fittingRows(rows: readonly LabelRow[], action: BatchAction): readonly LabelRow[] {
  return rows.filter((row) => actionsOf(row).includes(action));
}

/** Sent along with a batch at most. */
export const MAX_BATCH = 50;
