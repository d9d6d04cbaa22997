import { Button } from "@radix-ui/themes";
import { lazy, Suspense } from "react";
import { BulkButton } from "./BulkButtons";
import type { OrderFilters } from "./orderFilters";
import { SelectionBar } from "./SelectionBar";
import { texts } from "./texts";
import type { BulkActions } from "./useBulkActions";
import type { OrdersBroadcast } from "./useOrdersBroadcast";
import type { OrderSelection } from "./useOrderSelection";

const BulkMoreMenu = lazy(() => import("./BulkMoreMenu").then((module) => ({ default: module.BulkMoreMenu })));

interface Props {
  readonly bulk: BulkActions;
  readonly selection: OrderSelection;
  readonly broadcast: OrdersBroadcast;
  readonly filters: OrderFilters;
  readonly search: string;
}

/** On the phone the actions stand at the thumb, in the place of the totals, while orders are picked (M1, M2, B4). */
export function BulkDock({ bulk, selection, broadcast, filters, search }: Props) {
  const { count } = selection;
  const isEmpty = count === 0;
  return (
    <section
      aria-label={texts.bulkActions}
      className="stays-in-sight sticky bottom-0 z-20 -mx-4 flex flex-col gap-2 border-t border-(--gray-a5) bg-(--color-background) px-4 py-2"
    >
      <SelectionBar selection={selection} filters={filters} search={search} endLabel={texts.endPicking} />
      <div className="flex gap-2">
        <BulkButton isEmpty={isEmpty} isBusy={bulk.busy.has("print")} onClick={bulk.print} className={THUMB}>
          {texts.printSelected(count)}
        </BulkButton>
        <BulkButton isEmpty={isEmpty} isBusy={bulk.busy.has("mark")} onClick={bulk.mark} className={THUMB}>
          {texts.markPrinted}
        </BulkButton>
        <Suspense
          fallback={
            <Button variant="soft" color="gray" highContrast className="h-11">
              {texts.more}
            </Button>
          }
        >
          <BulkMoreMenu bulk={bulk} selection={selection} broadcast={broadcast} />
        </Suspense>
      </div>
    </section>
  );
}

const THUMB = "h-11 min-w-0 flex-1 px-2 leading-tight whitespace-normal text-[13px]";
