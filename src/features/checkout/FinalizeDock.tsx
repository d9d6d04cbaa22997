import { Button, Text } from "@radix-ui/themes";
import { formatBRL } from "../../../domain/money";
import { useConnection } from "../../lib/connection";
import { texts } from "./texts";
import type { CheckoutOrder } from "./useCheckout";
import type { Finalizing } from "./useFinalize";

interface Props {
  readonly order: CheckoutOrder;
  readonly finalizing: Finalizing;
  /** The freight is just being changed: the total is about to be another one. */
  readonly isChoosing: boolean;
}

/** The one primary button. On the phone it docks at the bottom, with the total it is about. */
export function FinalizeDock({ order, finalizing: { isBusy, finalize }, isChoosing }: Props) {
  const isOffline = useConnection() === "offline";
  const { summary, isSimulated, canCharge, linkIsBeingMade } = order;
  const isFree = summary.grandTotalCents === 0;
  const note = isOffline
    ? texts.offline
    : !canCharge && !isFree
      ? texts.cannotCharge
      : linkIsBeingMade
        ? texts.linkIsBeingMade
        : isSimulated
          ? texts.simulated
          : null;
  return (
    <div className="stays-in-sight z-20 flex flex-col gap-2 max-lg:sticky max-lg:bottom-0 max-lg:-mx-4 max-lg:border-t max-lg:border-(--gray-a6) max-lg:bg-(--color-background) max-lg:px-4 max-lg:py-3 max-lg:pb-[max(12px,env(safe-area-inset-bottom))] md:max-lg:-mx-6 md:max-lg:px-6">
      <p className="flex items-baseline justify-between text-[15px] font-semibold lg:hidden">
        <span>{texts.grandTotal}</span>
        <span className="text-[18px]">{formatBRL(summary.grandTotalCents)}</span>
      </p>
      <Button
        size="3"
        disabled={isOffline || isChoosing}
        aria-busy={isBusy}
        aria-describedby={note === null ? undefined : "checkout-finalize-note"}
        onClick={() => void finalize()}
      >
        {isBusy ? texts.finalizing : texts.finalize}
      </Button>
      {note !== null && (
        <Text as="p" id="checkout-finalize-note" size="1" color="gray" align="center">
          {note}
        </Text>
      )}
    </div>
  );
}
