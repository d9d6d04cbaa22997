import { Button } from "@radix-ui/themes";
import { lazy, Suspense, useState } from "react";
import { LABEL_ACTION_LABELS } from "../../../domain/shipments";
import { actionsOf, mainAction } from "./labelRows";
import { texts } from "./texts";
import type { LabelRow } from "./useLabels";
import type { LabelActions } from "./useLabelActions";

const loadMenu = () => import("./LabelMenu").then((module) => ({ default: module.LabelMenu }));
const LabelMenu = lazy(loadMenu);

export interface RowActionsProps {
  readonly row: LabelRow;
  readonly actions: LabelActions;
}

/** The next thing to do with a label, and behind '⋯' the rest of what its state allows. */
export function RowActions({ row, actions }: RowActionsProps) {
  const main = mainAction(row);
  const busy = actions.busyWith(row.orderId);
  const isBusy = busy !== null || row.step !== null;
  const isHeld = actions.isOffline && main !== "track";
  const words = busy === null ? (row.step === null ? null : texts.steps[row.step.kind]) : texts.busy[busy];
  return (
    <span className="inline-flex items-center gap-2">
      {(main !== null || isBusy) && (
        <Button
          variant="soft"
          color="gray"
          highContrast
          data-column="main"
          aria-busy={isBusy}
          aria-disabled={isBusy || isHeld || undefined}
          title={isHeld ? texts.offline : undefined}
          className={`pointer-coarse:min-h-11 ${isHeld ? "opacity-60" : ""}`}
          aria-label={isBusy || main === null ? undefined : texts.actionOf(LABEL_ACTION_LABELS[main], row.orderNumber)}
          onClick={() => {
            if (!isBusy && main !== null) actions.act(row, main);
          }}
        >
          {words ?? (main === null ? "" : LABEL_ACTION_LABELS[main])}
        </Button>
      )}
      <More row={row} actions={actions} isOffered={actionsOf(row).some((action) => action !== main)} />
    </span>
  );
}

/** What a menu weighs is loaded by whoever reaches for it. */
function More({ row, actions, isOffered }: RowActionsProps & { readonly isOffered: boolean }) {
  const [isAsked, setIsAsked] = useState(false);
  const button = (
    <Button
      variant="ghost"
      color="gray"
      highContrast
      data-column="more"
      className="m-0 box-border size-8 p-0 pointer-coarse:size-11"
      aria-label={texts.moreActions(row.orderNumber)}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setIsAsked(true)}
    >
      <span aria-hidden>⋯</span>
    </Button>
  );
  // Its place is kept, so that no button moves when there is more to do.
  if (!isOffered) return <span className="size-8 max-md:hidden" />;
  if (!isAsked) return button;
  return (
    <Suspense fallback={button}>
      <LabelMenu row={row} actions={actions} />
    </Suspense>
  );
}
