import { Button, Flex } from "@radix-ui/themes";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { useLate } from "../../lib/clock";
import { notifyError, notifyNotice } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { useTenant } from "../../lib/tenant";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import type { Paper } from "./papers";
import { printPage } from "./printPage";
import { SlipPaper } from "./SlipPaper";
import { texts } from "./texts";
import { useReadSlips, type SlipOrder, type SlipSet } from "./useSlips";

export interface PrintSlipsProps {
  /** In the order the slips are to come out in. Stays the same array while it prints. */
  readonly orderIds: readonly Id<"orders">[];
  readonly paper: Paper;
  /** Marks them printed; resolves to whether it is done. */
  readonly onMark: (orders: readonly SlipOrder[]) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Preparing that is over sooner shows nothing: it would only flicker. */
const SHOW_AFTER_MS = 400;
const noProgress = () => undefined;

/**
 * From a selection to paper: reads, sets, prints, and asks afterwards whether to mark the orders as printed; nothing is
 * marked because a dialog opened (UX conventions I3, I4). Render it while it prints.
 */
export function PrintSlips({ orderIds, paper, onMark, onClose }: PrintSlipsProps) {
  const { tenant } = useTenant();
  const { set, done } = useSlipSet(orderIds, onClose);
  const [isAsking, setIsAsking] = useState(false);
  const isLate = useLate(set === null, SHOW_AFTER_MS);
  const read = useReadSlips();
  const hasBegun = useRef(false);
  const toMark = (set?.orders ?? []).filter(isToMark);
  const isAnyToMark = toMark.length > 0;

  const print = useCallback(
    (element: HTMLElement) => {
      if (hasBegun.current) return;
      hasBegun.current = true;
      void printPage(element).then((how) => {
        if (how === "blocked") notifyError(texts.blocked, texts.notice);
        if (how === "closed" && isAnyToMark) setIsAsking(true);
        else onClose();
      });
    },
    [isAnyToMark, onClose],
  );
  /** What has changed since it was printed is left as it is, and said: its paper is out of date already. */
  async function mark(): Promise<boolean> {
    try {
      const now = new Map(
        (
          await read(
            toMark.map(({ _id }) => _id),
            noProgress,
          )
        ).orders.map((order) => [order._id, order]),
      );
      const same = toMark.filter((order) => {
        const current = now.get(order._id);
        return current !== undefined && onPaper(current) === onPaper(order);
      });
      if (same.length < toMark.length) notifyNotice(texts.changedMeanwhile(toMark.length - same.length));
      return same.length === 0 || (await onMark(same));
    } catch (error) {
      reportError(error, texts.markFailed);
      return false;
    }
  }
  if (isAsking) {
    return (
      <ConfirmDialog
        title={texts.mark(toMark.length)}
        question={texts.markQuestion}
        confirmLabel={texts.markConfirm(toMark.length)}
        onConfirm={mark}
        onClose={onClose}
      />
    );
  }
  if (set === null) return isLate ? <Preparing done={done} all={orderIds.length} onCancel={onClose} /> : null;
  return <SlipPaper shop={tenant?.name ?? ""} orders={set.orders} fixed={set.fixed} paper={paper} onReady={print} />;
}

/** Marking changes nothing on an order that is marked and has not changed since. */
function isToMark({ printed, needsReprint }: SlipOrder): boolean {
  return !printed || needsReprint === true;
}

/** What stands on the paper; marks that are not on it may change. */
function onPaper({ lines, totalCents, address, observation, customerPhone }: SlipOrder): string {
  return JSON.stringify([lines, totalCents, address, observation, customerPhone]);
}

function useSlipSet(orderIds: readonly Id<"orders">[], onClose: () => void): { set: SlipSet | null; done: number } {
  const read = useReadSlips();
  const [set, setSet] = useState<SlipSet | null>(null);
  const [done, setDone] = useState(0);
  useEffect(() => {
    let isWanted = true;
    read(orderIds, (count) => isWanted && setDone(count)).then(
      (answer) => {
        if (!isWanted) return;
        if (answer.missing > 0) notifyNotice(texts.missing(answer.missing));
        if (answer.orders.length === 0) onClose();
        else setSet(answer);
      },
      (error: unknown) => {
        if (!isWanted) return;
        reportError(error, texts.prepareFailed);
        onClose();
      },
    );
    return () => {
      isWanted = false;
    };
  }, [read, orderIds, onClose]);
  return { set, done };
}

function Preparing({
  done,
  all,
  onCancel,
}: {
  readonly done: number;
  readonly all: number;
  readonly onCancel: () => void;
}) {
  return (
    <div className="fixed inset-x-0 bottom-20 z-40 flex justify-center px-4">
      <Flex
        role="status"
        align="center"
        gap="3"
        className="rounded-full border border-(--gray-a5) bg-(--color-background) py-1 pr-1 pl-4 text-[14px] shadow-md"
      >
        {texts.preparing(done, all)}
        <Button variant="soft" color="gray" highContrast radius="full" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </Flex>
    </div>
  );
}
