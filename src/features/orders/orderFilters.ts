import { isEventDate } from "../../../domain/calendar";
import { isEventType, type EventType } from "../../../domain/events";
import { DEFAULT_PAGE_SIZE, toPageSize, type PageSize } from "../../ui/PageSizeSelect";

/** Which orders the list shows. Absent means: all of them. */
export interface OrderFilters {
  readonly isPaid?: boolean;
  readonly eventType?: EventType;
  /** Calendar day, `YYYY-MM-DD`. */
  readonly eventDate?: string;
  /** Printed, and changed since (UX conventions I5). */
  readonly needsReprint?: true;
}

/** The order a dialog is open on. */
export interface OpenOrder {
  readonly kind: "detail" | "edit";
  readonly number: number;
}

export interface OrdersAddress {
  readonly filters: OrderFilters;
  /** A number, the end of a phone or a name; empty when nothing is searched for. */
  readonly search: string;
  readonly pageSize: PageSize;
  readonly open: OpenOrder | null;
}

const PAID = "sim";
const UNPAID = "nao";
const REPRINT = "de-novo";

/**
 * Reads the list's state from the address: `?pago=nao&tipo=LIVE&data=2026-11-20&imprimir=de-novo&q=4321&por=25&pedido=123`. What it does
 * not understand it ignores, so that an old link still opens the list.
 *
 * @param privateSearch the search that is kept beside the address, because it may name a person
 * Source: UX conventions Q1, Q2.
 */
export function readOrdersAddress(params: URLSearchParams, privateSearch = ""): OrdersAddress {
  const paid = params.get("pago");
  const type = params.get("tipo");
  const date = params.get("data");
  return {
    filters: {
      ...(paid === PAID || paid === UNPAID ? { isPaid: paid === PAID } : {}),
      ...(isEventType(type) ? { eventType: type } : {}),
      ...(date !== null && isEventDate(date) ? { eventDate: date } : {}),
      ...(params.get("imprimir") === REPRINT ? { needsReprint: true as const } : {}),
    },
    search: (params.get("q") ?? privateSearch).trim(),
    pageSize: toPageSize(params.get("por")),
    open: openOrder("detail", params.get("pedido")) ?? openOrder("edit", params.get("editar")),
  };
}

function openOrder(kind: OpenOrder["kind"], text: string | null): OpenOrder | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? { kind, number: Number(text) } : null;
}

/** The address of a state. Defaults are left out, and so is a search that may name a person. */
export function writeOrdersAddress({ filters, search, pageSize, open }: OrdersAddress): URLSearchParams {
  const params = new URLSearchParams();
  if (filters.isPaid !== undefined) params.set("pago", filters.isPaid ? PAID : UNPAID);
  if (filters.eventType !== undefined) params.set("tipo", filters.eventType);
  if (filters.eventDate !== undefined) params.set("data", filters.eventDate);
  if (filters.needsReprint === true) params.set("imprimir", REPRINT);
  if (search !== "" && isShareable(search)) params.set("q", search);
  if (pageSize !== DEFAULT_PAGE_SIZE) params.set("por", String(pageSize));
  if (open !== null) params.set(open.kind === "detail" ? "pedido" : "editar", String(open.number));
  return params;
}

/**
 * Whether a search may stand in an address: an order number or the last digits of a phone. Names and whole phones stay
 * out of addresses (UX conventions Q6); they are kept with the history entry.
 */
export function isShareable(search: string): boolean {
  return /^#?\d{1,7}$/.test(search);
}

export function hasFilters({ isPaid, eventType, eventDate, needsReprint }: OrderFilters): boolean {
  return isPaid !== undefined || eventType !== undefined || eventDate !== undefined || needsReprint !== undefined;
}
