import { Button, Popover, TextField } from "@radix-ui/themes";
import { useRef, useState, type FormEvent } from "react";
import { useLate } from "../../lib/clock";
import { LabeledField } from "../../ui/LabeledField";
import { PaymentStateBadge, saysMoreThanPaid } from "../../ui/PaymentStateBadge";
import { Tag, Toggle } from "../../ui/rowMarks";
import { texts } from "./texts";
import type { OrderActions } from "./useOrderActions";
import type { OrderRow } from "./useOrders";

/** A change that is confirmed sooner than this shows no word of its own: it would only flicker. */
const SENDING_AFTER_MS = 300;

interface Props {
  readonly order: OrderRow;
  readonly isBusy: boolean;
  readonly setPaid: OrderActions["setPaid"];
  /** Whether something is open that the list must not move away. */
  readonly onAsking: (isAsking: boolean) => void;
}

/**
 * Paid or pending, changed on the spot; going back to pending offers a reason first (UX conventions §8). While its own
 * change is on its way it is busy and takes no second one.
 */
export function PaidSwitch({ order, isBusy, setPaid, onAsking }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const isLate = useLate(isBusy, SENDING_AFTER_MS);

  function ask(isOpen: boolean) {
    setIsAsking(isOpen);
    onAsking(isOpen);
  }

  return (
    <div className="relative flex items-center gap-2">
      <Toggle
        ref={toggle}
        data-column="paid"
        isOn={order.isPaid}
        aria-label={texts.paidSwitch(order.number)}
        aria-busy={isBusy}
        onClick={() => {
          // Not disabled: a disabled switch would lose the keyboard's place in the list.
          if (isBusy) return;
          if (order.isPaid) ask(true);
          else void setPaid(order, true);
        }}
      />
      <Tag tone={order.isPaid ? "jade" : "amber"} className={isBusy ? "opacity-70" : undefined}>
        {isLate ? texts.sending : order.isPaid ? texts.paid : texts.pending}
      </Tag>
      {saysMoreThanPaid(order.paymentState) && <PaymentStateBadge state={order.paymentState} />}
      {isAsking && (
        <Popover.Root open onOpenChange={(isOpen) => !isOpen && ask(false)}>
          <Popover.Anchor className="pointer-events-none absolute inset-0" />
          <Popover.Content
            width="300px"
            aria-label={texts.unmark(order.number)}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              toggle.current?.focus();
            }}
          >
            <UnmarkForm
              onConfirm={(reason) => {
                ask(false);
                void setPaid(order, false, reason);
              }}
            />
          </Popover.Content>
        </Popover.Root>
      )}
    </div>
  );
}

function UnmarkForm({ onConfirm }: { readonly onConfirm: (reason: string | undefined) => void }) {
  const [reason, setReason] = useState("");
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onConfirm(reason.trim() === "" ? undefined : reason.trim());
      }}
    >
      <LabeledField label={texts.unmarkReason} error={null}>
        {(ids) => (
          <TextField.Root
            {...ids}
            maxLength={200}
            autoComplete="off"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </LabeledField>
      <Button type="submit" color="amber" variant="soft" highContrast>
        {texts.unmarkConfirm}
      </Button>
    </form>
  );
}
