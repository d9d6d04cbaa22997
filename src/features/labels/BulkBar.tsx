import { Button } from "@radix-ui/themes";
import { notifyNotice } from "../../lib/notify";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { texts, type BatchAction } from "./texts";
import type { AskedBatch, Batching } from "./useBatch";
import type { LabelSelection } from "./useLabelSelection";

const ACTIONS: readonly BatchAction[] = ["create", "pay", "download"];

interface Props {
  readonly selection: LabelSelection;
  readonly batch: Batching;
  readonly isOffline: boolean;
}

/** What can be done to what is selected, always at the same place; without a selection a press says what is missing. */
export function BulkBar({ selection, batch, isOffline }: Props) {
  const { rows } = selection;
  const isEmpty = rows.length === 0;
  const isHeld = isEmpty || isOffline;
  return (
    <div role="group" aria-label={texts.bulk} className="mb-2 flex flex-wrap items-center gap-2">
      {ACTIONS.map((action) => (
        <Button
          key={action}
          variant="soft"
          color="gray"
          highContrast={!isHeld}
          aria-disabled={isHeld || undefined}
          title={isOffline ? texts.offline : undefined}
          className={`pointer-coarse:min-h-11 ${isHeld ? "cursor-default opacity-60" : ""}`}
          onClick={() => (isOffline ? notifyNotice(texts.offline) : batch.ask(action))}
        >
          {texts.batchButton(action, rows.length)}
        </Button>
      ))}
      <span role="status" className="text-[14px]">
        {!isEmpty && <b className="font-semibold">{texts.selected(rows.length)}</b>}
      </span>
      {!isEmpty && (
        <Button variant="ghost" color="gray" highContrast className="m-0 px-2" onClick={selection.clear}>
          {texts.clearSelection}
        </Button>
      )}
      {batch.asked !== null && <AskBatch asked={batch.asked} batch={batch} />}
    </div>
  );
}

/** Before anything begins: what, how many, for how much (UX conventions §8). */
function AskBatch({ asked, batch }: { readonly asked: AskedBatch; readonly batch: Batching }) {
  const { action, rows, leftOut, totalCents } = asked;
  return (
    <ConfirmDialog
      title={texts.batchNames[action]}
      question={texts.batchQuestion[action](rows.length)}
      confirmLabel={texts.batchConfirm[action](rows.length, totalCents)}
      onConfirm={() => batch.start(asked)}
      onClose={batch.endAsking}
      focusAfter={() => document.querySelector<HTMLElement>("h1")}
    >
      {leftOut > 0 && <p className="mt-2 text-[14px] text-(--gray-11)">{texts.leftOut(leftOut)}</p>}
    </ConfirmDialog>
  );
}
