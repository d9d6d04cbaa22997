import { PERSONAL_PREFIX, useStored } from "../../lib/localStore";
import { useTenant } from "../../lib/tenant";

/** As many as one glance takes in; the oldest gives way. */
const MOST = 6;

export interface Awaiting {
  /** Newest first. */
  readonly orderNumbers: readonly number[];
  readonly add: (orderNumber: number) => void;
  readonly forget: (orderNumber: number) => void;
}

/** The orders whose payment links this person has opened on this device and still wants to watch. */
export function useAwaiting(): Awaiting {
  const { tenant } = useTenant();
  const [stored, write] = useStored(`${PERSONAL_PREFIX}checkoutAwaiting:${tenant?.id ?? ""}`);
  const orderNumbers = (stored ?? "")
    .split(",")
    .map(Number)
    .filter((number) => Number.isInteger(number) && number > 0);
  const keep = (numbers: readonly number[]) => write(numbers.length === 0 ? null : numbers.join(","));
  return {
    orderNumbers,
    add: (orderNumber) => keep([orderNumber, ...orderNumbers.filter((other) => other !== orderNumber)].slice(0, MOST)),
    forget: (orderNumber) => keep(orderNumbers.filter((other) => other !== orderNumber)),
  };
}
