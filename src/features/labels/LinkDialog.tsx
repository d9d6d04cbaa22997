import { formatInstant } from "../../lib/ago";
import { NoticeDialog } from "../../ui/NoticeDialog";
import { PaymentLink } from "./PaymentLink";
import { texts } from "./texts";
import type { LabelRow } from "./useLabels";

interface Props {
  readonly row: LabelRow;
  readonly url: string;
  readonly amountCents: number;
  readonly expiresAt: number;
  readonly onClose: () => void;
}

/** The link with which the customer pays the freight, to be sent to them. */
export function LinkDialog({ row, url, amountCents, expiresAt, onClose }: Props) {
  return (
    <NoticeDialog title={texts.detail.title(row.orderNumber)} onClose={onClose}>
      <PaymentLink url={url} amountCents={amountCents} note={texts.detail.chargeUntil(formatInstant(expiresAt))} />
    </NoticeDialog>
  );
}
