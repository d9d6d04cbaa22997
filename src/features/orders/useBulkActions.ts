import { useCallback, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useToday } from "../../lib/clock";
import { notifyNotice, notifySuccess, notifyUndoable } from "../../lib/notify";
import { refusalOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { saveFile } from "../../lib/saveFile";
import { useBusy } from "../../lib/useBusy";
import { useTenantMutation } from "../../lib/useTenantMutation";
import type { BulkDeed, BulkJobs, BulkTarget } from "./useBulkJobs";
import { showPrintedAtOnce } from "./showAtOnce";
import { texts } from "./texts";
import type { OrderSelection } from "./useOrderSelection";
import { useReadSelection } from "./useReadSelection";
import type { OrderRow } from "./useOrders";

type OrderId = Id<"orders">;

export type BulkKey = "print" | "mark" | "remove" | "export";

/** What is needed of an order to mark it. */
type Markable = Pick<OrderRow, "_id" | "printed">;

export interface BulkActions {
  /** The actions whose request is on its way (UX conventions O7). */
  readonly busy: ReadonlySet<BulkKey>;
  readonly print: () => void;
  /** Whatever is selected: these. Does not change between renders. */
  readonly printOrders: (orderIds: readonly OrderId[]) => void;
  readonly mark: () => void;
  readonly askToRemove: () => void;
  readonly exportCsv: () => void;
  /** What is on its way to the printer; the same array while it is. */
  readonly printing: readonly OrderId[] | null;
  readonly endPrinting: () => void;
  readonly markPrinted: (orders: readonly Markable[]) => Promise<boolean>;
  readonly isAskingToRemove: boolean;
  readonly endAsking: () => void;
  readonly remove: (returnPaidStock: boolean) => Promise<boolean>;
}

/** More than this at once is a job of the server. Source: UX conventions B5. */
const DIRECTLY = 50;
/** As many slips as a page can set in reasonable time. Inferred. */
const MAX_PRINTED = 1_000;

/**
 * What is done to the selected orders. Up to fifty ticked ones at once, with undo where there is one; more of them, and
 * everything under a filter, as a job of the server. Source: specification §2 "Orders list", §8; UX conventions §8, §9.
 */
export function useBulkActions(selection: OrderSelection, jobs: BulkJobs): BulkActions {
  const setPrinted = useTenantMutation(api.orders.setPrinted, showPrintedAtOnce);
  const removeOrders = useTenantMutation(api.orders.remove);
  const { readRows, findMissing } = useReadSelection();
  const { keys: busy, during } = useBusy<BulkKey>();
  const today = useToday();
  const [printing, setPrinting] = useState<readonly OrderId[] | null>(null);
  const [isAskingToRemove, setIsAskingToRemove] = useState(false);

  /** Takes orders that are gone out of the selection, so that the rest can be tried again. */
  async function reportFailure(error: unknown, fallback: string) {
    const isAboutMissing = refusalOf(error)?.code === "order_not_found" && selection.whole === null;
    const missing = isAboutMissing ? await findMissing(selection.orders.map(({ _id }) => _id)) : [];
    if (missing.length === 0) return reportError(error, fallback);
    selection.forget(missing);
    notifyNotice(texts.missing(missing.length));
  }

  async function markPrinted(orders: readonly Markable[]): Promise<boolean> {
    const orderIds = orders.map(({ _id }) => _id);
    selection.claim(orderIds);
    if (orderIds.length > DIRECTLY) return await jobs.start({ orderIds }, { kind: "printed", printed: true });
    try {
      await during("mark", setPrinted({ orderIds, printed: true }));
    } catch (error) {
      await reportFailure(error, texts.bulkPrintedFailed);
      return false;
    }
    const changed = orders.filter(({ printed }) => !printed).map(({ _id }) => _id);
    if (changed.length === 0) notifySuccess(texts.bulkPrinted(orderIds.length));
    else notifyUndoable(texts.bulkPrinted(orderIds.length), () => undoPrinted(changed));
    return true;
  }
  function undoPrinted(orderIds: OrderId[]) {
    setPrinted({ orderIds, printed: false }).then(
      () => notifySuccess(texts.bulkPrintedUndone(orderIds.length)),
      (error: unknown) => reportError(error, texts.setPrintedFailed),
    );
  }

  /** What a job is to work on: a filter as it is, as far as the server's jobs know it. */
  async function targetOf(): Promise<BulkTarget> {
    const { whole, orders } = selection;
    if (whole !== null && whole.filters.needsReprint === undefined) return { filter: whole.filters };
    const rows = whole === null ? orders : await readRows(selection);
    return { orderIds: rows.map(({ _id }) => _id) };
  }
  async function startJob(deed: BulkDeed): Promise<boolean> {
    selection.claim(selection.shownRows.filter(({ _id }) => selection.isSelected(_id)).map(({ _id }) => _id));
    try {
      return await jobs.start(await targetOf(), deed);
    } catch (error) {
      reportError(error, texts.loadFailed);
      return false;
    }
  }

  async function remove(returnPaidStock: boolean): Promise<boolean> {
    const orderIds = selection.orders.map(({ _id }) => _id);
    if (selection.whole !== null || orderIds.length > DIRECTLY) {
      const hasStarted = await during("remove", startJob({ kind: "remove", returnPaidStock }));
      if (hasStarted) selection.clear();
      return hasStarted;
    }
    selection.claim(orderIds);
    try {
      const { removed } = await during("remove", removeOrders({ orderIds, returnPaidStock }));
      selection.clear();
      notifySuccess(texts.bulkRemoved(removed));
      return true;
    } catch (error) {
      await reportFailure(error, texts.bulkRemoveFailed);
      return false;
    }
  }

  async function writeCsv() {
    try {
      const [rows, { ordersCsv, ordersCsvName }] = await Promise.all([readRows(selection), import("./ordersCsv")]);
      saveFile(ordersCsvName(today), ordersCsv(rows), "text/csv;charset=utf-8");
      notifySuccess(texts.exported);
    } catch (error) {
      await reportFailure(error, texts.exportFailed);
    }
  }

  async function startPrinting() {
    if (selection.count > MAX_PRINTED) return notifyNotice(texts.tooManyToPrint(MAX_PRINTED));
    if (selection.whole === null) return setPrinting(selection.orders.map(({ _id }) => _id));
    try {
      setPrinting((await readRows(selection)).slice(0, MAX_PRINTED).map(({ _id }) => _id));
    } catch (error) {
      reportError(error, texts.loadFailed);
    }
  }

  /** A button without a selection answers why it does nothing (product.md "Words"). */
  const unlessEmpty = (notice: string, key: BulkKey, action: () => void) => () => {
    if (selection.count === 0) notifyNotice(notice);
    else if (!busy.has(key)) action();
  };
  return {
    busy,
    print: unlessEmpty(texts.selectToPrint, "print", () => void during("print", startPrinting())),
    mark: unlessEmpty(texts.selectToMark, "mark", () => {
      if (selection.whole === null) void markPrinted(selection.orders);
      else void during("mark", startJob({ kind: "printed", printed: true }));
    }),
    askToRemove: unlessEmpty(texts.selectToRemove, "remove", () => setIsAskingToRemove(true)),
    exportCsv: unlessEmpty(texts.selectToExport, "export", () => void during("export", writeCsv())),
    printOrders: setPrinting,
    printing,
    endPrinting: useCallback(() => setPrinting(null), []),
    markPrinted,
    isAskingToRemove,
    endAsking: useCallback(() => setIsAskingToRemove(false), []),
    remove,
  };
}
