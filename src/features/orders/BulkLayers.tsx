import { Suspense } from "react";
import { PrintSlips, usePaper } from "../slips";
import { RemoveOrdersDialog } from "./RemoveOrdersDialog";
import type { BulkActions } from "./useBulkActions";
import type { OrderSelection } from "./useOrderSelection";

interface Props {
  readonly bulk: BulkActions;
  readonly selection: OrderSelection;
}

/** What opens over the list: the question before deleting, and printing with its question after. */
export function BulkLayers({ bulk, selection }: Props) {
  const [paper] = usePaper();
  return (
    <>
      {bulk.isAskingToRemove && (
        <RemoveOrdersDialog selection={selection} remove={bulk.remove} onClose={bulk.endAsking} />
      )}
      {bulk.printing !== null && (
        <Suspense fallback={null}>
          <PrintSlips orderIds={bulk.printing} paper={paper} onMark={bulk.markPrinted} onClose={bulk.endPrinting} />
        </Suspense>
      )}
    </>
  );
}
