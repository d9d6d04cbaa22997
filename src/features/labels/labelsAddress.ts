import { isShipmentState, type ShipmentState } from "../../../domain/shipments";
import type { OrderId } from "./useLabels";
import { DEFAULT_PAGE_SIZE, toPageSize, type PageSize } from "../../ui/PageSizeSelect";

/** Where somebody is among the shipments. */
export interface LabelsPlace {
  /** Null: every state. */
  readonly state: ShipmentState | null;
  readonly pageSize: PageSize;
  /** From 1. */
  readonly page: number;
  readonly search: string;
  /** The order whose label is open; its id where a row was pressed, for orders that are there no more. */
  readonly open: { readonly orderNumber: number; readonly orderId: OrderId | null } | null;
}

/** What of it a history entry remembers beside its address: phones and internal ids stay out of that (UX conventions Q6). */
export interface EntryMemory {
  readonly search?: string;
  readonly orderId?: OrderId;
}

/** A page further than this is no place anybody walked to. */
const MAX_PAGE = 2_000;

/** What cannot be understood is left out (UX conventions Q2). */
export function readPlace(query: URLSearchParams, memory: EntryMemory): LabelsPlace {
  const state = query.get("situacao") ?? "";
  const page = query.get("pagina") ?? "";
  return {
    state: isShipmentState(state) ? state : null,
    pageSize: toPageSize(query.get("por")),
    page: /^[1-9]\d{0,3}$/.test(page) ? Math.min(MAX_PAGE, Number(page)) : 1,
    search: memory.search ?? "",
    open: openIn(query.get("pedido"), memory.orderId ?? null),
  };
}

/** The address of a place; defaults are left out. */
export function writePlace({ state, pageSize, page, open }: LabelsPlace): URLSearchParams {
  const query = new URLSearchParams();
  if (state !== null) query.set("situacao", state);
  if (pageSize !== DEFAULT_PAGE_SIZE) query.set("por", String(pageSize));
  if (page !== 1) query.set("pagina", String(page));
  if (open !== null) query.set("pedido", String(open.orderNumber));
  return query;
}

/** The rest of it. */
export function memoryOf({ search, open }: LabelsPlace): EntryMemory {
  const orderId = open?.orderId ?? null;
  return { ...(search === "" ? {} : { search }), ...(orderId === null ? {} : { orderId }) };
}

/** What a history entry brought along, whoever wrote it. */
export function readMemory(state: unknown): EntryMemory {
  if (typeof state !== "object" || state === null) return {};
  const search = "search" in state && typeof state.search === "string" ? { search: state.search } : {};
  // Whatever it is, the server looks whether it is an order of the company.
  const orderId = "orderId" in state && typeof state.orderId === "string" ? { orderId: state.orderId as OrderId } : {};
  return { ...search, ...orderId };
}

function openIn(text: string | null, orderId: OrderId | null): LabelsPlace["open"] {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? { orderNumber: Number(text), orderId } : null;
}
