import { ERP_STATE_LABELS } from "../../../domain/bling";
import { formatInstant } from "../../lib/ago";
import { NoticeDialog } from "../../ui/NoticeDialog";
import { texts } from "./texts";
import type { BlingRow } from "./useBling";

/** What was done to get an order to Bling, newest first, and why it did not work. */
export function StepsDialog({ row, onClose }: { readonly row: BlingRow; readonly onClose: () => void }) {
  const { orderNumber, state, reason, attempts, steps } = row;
  const title = texts.detailsTitle(orderNumber);
  return (
    <NoticeDialog title={title} onClose={onClose}>
      <p className="text-[14px] font-medium">{ERP_STATE_LABELS[state]}</p>
      {reason !== null && <p className="text-[14px]">{reason}</p>}
      {attempts > 0 && <p className="text-[14px] text-(--gray-11)">{texts.attempts(attempts)}</p>}
      {steps.length === 0 ? (
        <p className="mt-3 text-[14px] text-(--gray-11)">{texts.noSteps}</p>
      ) : (
        <ol className="mt-3 max-h-[50dvh] overflow-y-auto" tabIndex={0} aria-label={title}>
          {steps.map(({ at, text }, position) => (
            <li key={position} className="flex gap-3 border-t border-(--gray-a4) py-2 text-[14px]">
              <span className="whitespace-nowrap text-(--gray-11)">{formatInstant(at)}</span>
              <span className="min-w-0">{text}</span>
            </li>
          ))}
        </ol>
      )}
    </NoticeDialog>
  );
}
