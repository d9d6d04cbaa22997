import { CheckIcon } from "@radix-ui/react-icons";
import { Tag } from "../../ui/rowMarks";
import { texts } from "./texts";
import type { OrderActions } from "./useOrderActions";
import type { OrderRow } from "./useOrders";

interface Props {
  readonly order: OrderRow;
  readonly isBusy: boolean;
  readonly setPrinted: OrderActions["setPrinted"];
  readonly print: OrderActions["print"];
}

const SHAPE = "inline-flex min-h-6 items-center rounded-sm hover:bg-(--gray-a3) pointer-coarse:min-h-11";

/** Printed or not, and the button that changes it; or, where the paper is out of date, the one that prints it again (I5). */
export function PrintedToggle({ order, isBusy, setPrinted, print }: Props) {
  if (order.needsReprint === true) {
    return (
      <button
        type="button"
        data-column="printed"
        aria-label={texts.reprintOf(order.number)}
        onClick={() => print([order._id])}
        className={SHAPE}
      >
        <span className="text-[12px] font-semibold whitespace-nowrap underline decoration-dotted underline-offset-4">
          {texts.reprint}
        </span>
      </button>
    );
  }
  return (
    <button
      type="button"
      data-column="printed"
      aria-pressed={order.printed}
      aria-label={texts.printedToggle(order.number)}
      aria-busy={isBusy}
      onClick={() => {
        if (!isBusy) void setPrinted(order, !order.printed);
      }}
      className={`${SHAPE} ${isBusy ? "opacity-70" : ""}`}
    >
      {order.printed ? (
        <Tag tone="gray">
          <CheckIcon aria-hidden width="14" height="14" />
          {texts.printed}
        </Tag>
      ) : (
        <span className="px-1 text-[12px] text-(--gray-11)">{texts.notPrinted}</span>
      )}
    </button>
  );
}
