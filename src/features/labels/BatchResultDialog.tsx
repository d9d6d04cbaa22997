import { Badge } from "@radix-ui/themes";
import { NoticeDialog } from "../../ui/NoticeDialog";
import { texts } from "./texts";
import type { Batch } from "./useLabels";

const COLORS = { waiting: "gray", running: "blue", done: "jade", failed: "red" } as const;

/** What became of each label of a batch, and why not; live while it runs. */
export function BatchResultDialog({ batch, onClose }: { readonly batch: Batch; readonly onClose: () => void }) {
  const title = texts.resultTitle(texts.batchNames[batch.action]);
  return (
    <NoticeDialog title={title} onClose={onClose}>
      <ul className="max-h-[50dvh] overflow-y-auto" tabIndex={0} aria-label={title}>
        {batch.rows.map(({ orderId, orderNumber, outcome, message }) => (
          <li key={orderId} className="flex items-baseline gap-3 border-b border-(--gray-a4) py-2 text-[14px]">
            <span className="w-16 font-medium">#{orderNumber}</span>
            <Badge color={COLORS[outcome]} highContrast>
              {texts.outcomes[outcome]}
            </Badge>
            {message !== null && <span className="min-w-0 flex-1 text-(--gray-11)">{message}</span>}
          </li>
        ))}
      </ul>
    </NoticeDialog>
  );
}
