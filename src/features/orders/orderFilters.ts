import { isEventDate } from "../../../domain/calendar";
import { isEventType, type EventType } from "../../../domain/events";
import { DEFAULT_PAGE_SIZE, toPageSize, type PageSize } from "../../ui/PageSizeSelect";

/** Which orders the list shows. Absent means: all of them. */
export interface OrderFilters {
  readonly isPaid?: boolean;
  readonly eventType?: EventType;
  /** Calendar day, `YYYY-MM-DD`. */
  readonly eventDate?: string;
}

export interface OrdersAddress {
  readonly filters: OrderFilters;
  readonly pageSize: PageSize;
}

const PAID = "sim";
const UNPAID = "nao";

/**
 * Reads the list's state from the address: `?pago=nao&tipo=LIVE&data=2026-11-20&por=25`. What it does not understand
 * it ignores, so that an old link still opens the list.
 *
 * Source: UX conventions Q1, Q2.
 */
export function readOrdersAddress(params: URLSearchParams): OrdersAddress {
  const paid = params.get("pago");
  const type = params.get("tipo");
  const date = params.get("data");
  return {
    filters: {
      ...(paid === PAID || paid === UNPAID ? { isPaid: paid === PAID } : {}),
      ...(isEventType(type) ? { eventType: type } : {}),
      ...(date !== null && isEventDate(date) ? { eventDate: date } : {}),
    },
    pageSize: toPageSize(params.get("por")),
  };
}

/** The address of a state. Defaults are left out. */
export function writeOrdersAddress({ filters, pageSize }: OrdersAddress): URLSearchParams {
  const params = new URLSearchParams();
  if (filters.isPaid !== undefined) params.set("pago", filters.isPaid ? PAID : UNPAID);
  if (filters.eventType !== undefined) params.set("tipo", filters.eventType);
  if (filters.eventDate !== undefined) params.set("data", filters.eventDate);
  if (pageSize !== DEFAULT_PAGE_SIZE) params.set("por", String(pageSize));
  return params;
}

export function hasFilters({ isPaid, eventType, eventDate }: OrderFilters): boolean {
  return isPaid !== undefined || eventType !== undefined || eventDate !== undefined;
}
