import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import type { ShipmentState } from "../../../domain/shipments";
import { useTenantAction } from "../../lib/useTenantAction";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { useTenantPaginatedQuery } from "../../lib/useTenantPaginatedQuery";
import { useTenantQuery, type Live } from "../../lib/useTenantQuery";

export type OrderId = Id<"orders">;
export type LabelRow = FunctionReturnType<typeof api.labels.list>["page"][number];
export type Preparation = NonNullable<FunctionReturnType<typeof api.labels.preparation>>;
export type LabelOption = Preparation["options"][number];
export type Issue = Preparation["issues"]["recipient"][number];
export type Done = FunctionReturnType<typeof api.labels.pay>;
export type Batch = NonNullable<FunctionReturnType<typeof api.labels.batch>>;
export type BatchId = Batch["batchId"];
export type Wallet = FunctionReturnType<typeof api.labels.wallet>;

/** As many as the server finds at once. */
export const MAX_FOUND = 50;

/** The shipments of a state, newest first; of all states without one. Throws the server's refusal while rendering. */
export function useLabelPages(state: ShipmentState | null, pageSize: number, firstCount: number) {
  return useTenantPaginatedQuery(api.labels.list, { state }, pageSize, firstCount);
}

/** The shipments of a phone or of an order's number. */
export function useLabelsFound(text: string): Live<LabelRow[]> {
  return useTenantQuery(api.labels.find, text === "" ? "skip" : { text });
}

/** The order of a number, whatever became of it; null when there is none. */
export function useOrderIdOf(orderNumber: number): Live<OrderId | null> {
  const detail = useTenantQuery(api.orders.byNumber, { number: orderNumber });
  return detail.status === "ready" ? { ...detail, value: detail.value?._id ?? null } : detail;
}

/** The shipment of an order; null where the order is not paid. */
export function useLabelOf(orderId: OrderId): Live<LabelRow | null> {
  return useTenantQuery(api.labels.ofOrder, { orderId });
}

/** Everything a label is made of. */
export function usePreparation(orderId: OrderId): Live<Preparation | null> {
  return useTenantQuery(api.labels.preparation, { orderId });
}

export function useLabelDeeds() {
  return {
    create: useTenantAction(api.labels.create),
    charge: useTenantAction(api.labels.charge),
    pay: useTenantAction(api.labels.pay),
    download: useTenantAction(api.labels.download),
    cancel: useTenantAction(api.labels.cancel),
    refresh: useTenantAction(api.labels.refresh),
  };
}

export function usePreparationChanges() {
  return {
    saveRecipient: useTenantMutation(api.labels.saveRecipient),
    quote: useTenantAction(api.labels.quote),
    create: useTenantAction(api.labels.create),
  };
}

export function useStartBatch() {
  return useTenantMutation(api.labels.startBatch);
}

export function useBatchOf(batchId: BatchId | null): Live<Batch | null> {
  return useTenantQuery(api.labels.batch, batchId === null ? "skip" : { batchId });
}

export function useWalletDeeds() {
  return { read: useTenantAction(api.labels.wallet), addFunds: useTenantAction(api.labels.addFunds) };
}
