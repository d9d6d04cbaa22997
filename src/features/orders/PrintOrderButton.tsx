import { Button } from "@radix-ui/themes";
import { Suspense, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { PrintSlips, usePaper } from "../slips";
import { showPrintedAtOnce } from "./showAtOnce";
import { texts } from "./texts";
import type { OrderRow } from "./useOrders";

interface Props {
  readonly order: Pick<OrderRow, "_id" | "number" | "needsReprint">;
}

/** The slip of the order that is open, on the paper last chosen; says so when the one that exists is out of date (I5). */
export function PrintOrderButton({ order }: Props) {
  const [printing, setPrinting] = useState<readonly OrderRow["_id"][] | null>(null);
  return (
    <>
      <Button variant="soft" highContrast color="gray" onClick={() => setPrinting([order._id])}>
        {order.needsReprint === true ? texts.reprint : texts.print}
      </Button>
      {printing !== null && <Printing orderIds={printing} number={order.number} onClose={() => setPrinting(null)} />}
    </>
  );
}

interface PrintingProps {
  readonly orderIds: readonly OrderRow["_id"][];
  readonly number: number;
  readonly onClose: () => void;
}

function Printing({ orderIds, number, onClose }: PrintingProps) {
  const [paper] = usePaper();
  const [close] = useState(() => onClose);
  const setPrinted = useTenantMutation(api.orders.setPrinted, showPrintedAtOnce);

  async function mark(): Promise<boolean> {
    try {
      await setPrinted({ orderIds: [...orderIds], printed: true });
      notifySuccess(texts.markedPrinted(number));
      return true;
    } catch (error) {
      reportError(error, texts.setPrintedFailed);
      return false;
    }
  }
  return (
    <Suspense fallback={null}>
      <PrintSlips orderIds={orderIds} paper={paper} onMark={mark} onClose={close} />
    </Suspense>
  );
}
