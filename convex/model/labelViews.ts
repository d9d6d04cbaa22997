import type { PaginationOptions, PaginationResult } from "convex/server";
import { labelProblemText } from "../../domain/labelProblems";
import { parsePhone } from "../../domain/phone";
import { alertOf, allowedActions, trackingUrl, type LabelAction, type ShipmentState } from "../../domain/shipments";
import type { Doc, Id } from "../_generated/dataModel";
import type { LabelRow } from "../lib/labelShapes";
import { orThrow } from "../lib/errors";
import type { TenantReader } from "../lib/tenantDb";
import { findCheckout } from "./checkouts";
import { findOrderByNumber } from "./orders";
import { findCharge } from "./shipmentCharges";
import { findShipment, type Shipment } from "./shipments";

/** The list of what is to be sent, is on its way, or has arrived. */

/**
 * A page of orders by how they are sent, newest first. Null: every paid order. `pending`: the paid ones that have no
 * label yet. Any other state: the labels that stand there, also of orders that are gone.
 */
export async function listLabels(
  db: TenantReader,
  state: ShipmentState | null,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<LabelRow>> {
  if (state !== null && state !== "pending") return await listByState(db, state, paginationOpts);
  const orders = db.query("orders");
  const wanted =
    state === null
      ? orders.withIndex("by_tenantId_and_isPaid_and_number", (q) => q.eq("isPaid", true))
      : orders.withIndex("by_tenantId_and_isPaid_and_shipmentState_and_number", (q) =>
          q.eq("isPaid", true).eq("shipmentState", undefined),
        );
  const result = await wanted.order("desc").paginate(paginationOpts);
  return { ...result, page: await Promise.all(result.page.map((order) => rowOfOrder(db, order))) };
}

async function listByState(
  db: TenantReader,
  state: ShipmentState,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<LabelRow>> {
  const result = await db
    .query("shipments")
    .withIndex("by_tenantId_and_state_and_listedAt", (q) => q.eq("state", state))
    .order("desc")
    .paginate(paginationOpts);
  const rows = result.page.map(async (shipment) => toRow(db, await db.get("orders", shipment.orderId), shipment));
  return { ...result, page: await Promise.all(rows) };
}

/** `#12`, or fewer digits than any phone has. */
const ORDER_NUMBER = /^\s*#?\s*(\d{1,6})\s*$/;
const MAX_FOUND = 50;

/** The paid orders of a phone, newest event first, or the one of a number. Refused with the phone's refusals. */
export async function findLabels(db: TenantReader, text: string): Promise<LabelRow[]> {
  const [, number] = ORDER_NUMBER.exec(text) ?? [];
  if (number !== undefined) {
    const order = await findOrderByNumber(db, Number(number));
    return order === null || !order.isPaid ? [] : [await rowOfOrder(db, order)];
  }
  const phone = orThrow(parsePhone(text));
  const orders = await db
    .query("orders")
    .withIndex("by_tenantId_and_customerPhone_and_isPaid_and_eventDate", (q) =>
      q.eq("customerPhone", phone).eq("isPaid", true),
    )
    .order("desc")
    .take(MAX_FOUND);
  return await Promise.all(orders.map((order) => rowOfOrder(db, order)));
}

/** How one order is sent; null where there is neither order nor label. */
export async function readLabelRow(db: TenantReader, orderId: Id<"orders">): Promise<LabelRow | null> {
  const [order, shipment] = [await db.get("orders", orderId), await findShipment(db, orderId)];
  if (order !== null) return await toRow(db, order, shipment);
  return shipment === null ? null : await toRow(db, null, shipment);
}

async function rowOfOrder(db: TenantReader, order: Doc<"orders">): Promise<LabelRow> {
  return await toRow(db, order, await findShipment(db, order._id));
}

async function toRow(db: TenantReader, order: Doc<"orders">, shipment: Shipment | null): Promise<LabelRow>;
async function toRow(db: TenantReader, order: Doc<"orders"> | null, shipment: Shipment): Promise<LabelRow>;
async function toRow(db: TenantReader, order: Doc<"orders"> | null, shipment: Shipment | null): Promise<LabelRow> {
  const orderId = (order?._id ?? shipment?.orderId) as Id<"orders">;
  const freight = (await findCheckout(db, orderId))?.freight?.option ?? null;
  return {
    orderId,
    orderNumber: order?.number ?? shipment?.orderNumber ?? 0,
    publicId: order?.publicId ?? null,
    customerName: order?.customerName ?? shipment?.customerName ?? null,
    customerPhone: order?.customerPhone ?? shipment?.customerPhone ?? "",
    eventDate: order?.eventDate ?? null,
    orderTotalCents: order?.totalCents ?? null,
    isPaid: order?.isPaid ?? false,
    orderedAt: order?.createdAt ?? null,
    chosenFreight: freight === null ? null : toFreight(freight),
    ...(shipment === null ? NO_LABEL_FACTS : await labelFactsOf(db, shipment)),
  };
}

type LabelFacts = Pick<
  LabelRow,
  | "state"
  | "service"
  | "priceCents"
  | "step"
  | "problem"
  | "charge"
  | "isGenerated"
  | "labelUrl"
  | "trackingCode"
  | "trackingUrl"
  | "providerStatus"
  | "alert"
  | "createdAt"
  | "createdByName"
  | "actions"
>;

const NO_LABEL_FACTS: LabelFacts = {
  state: "pending",
  service: null,
  priceCents: null,
  step: null,
  problem: null,
  charge: null,
  isGenerated: false,
  labelUrl: null,
  trackingCode: null,
  trackingUrl: null,
  providerStatus: null,
  alert: null,
  createdAt: null,
  createdByName: null,
  actions: allowedActions("pending"),
};

async function labelFactsOf(db: TenantReader, shipment: Shipment): Promise<LabelFacts> {
  const { state, service, priceCents, step, problem, times, labelUrl, trackingCode, providerStatus } = shipment;
  const charge = await findCharge(db, shipment);
  const isWaiting = step !== null && step.claim === null && step.attempts > 0;
  return {
    ...{ state, service, priceCents, labelUrl, trackingCode, providerStatus },
    step:
      step === null
        ? null
        : {
            kind: step.kind,
            byName: step.actorName,
            since: step.startedAt,
            nextTryAt: isWaiting ? shipment.nextStepAt : null,
          },
    problem: problem === null ? null : { code: problem.code, message: labelProblemText(problem), at: problem.at },
    charge: charge === null ? null : toCharge(charge),
    isGenerated: times.generatedAt !== null,
    trackingUrl: trackingCode === null ? null : trackingUrl(trackingCode),
    alert: alertOf(providerStatus),
    createdAt: shipment.createdAt,
    createdByName: shipment.createdByName,
    actions: actionsOf(shipment),
  };
}

/** While something is under way only what changes nothing can be done; asking how it stands always can. */
function actionsOf({ state, step, labelId }: Shipment): LabelAction[] {
  const allowed = allowedActions(state);
  if (step === null) return allowed;
  const harmless = allowed.filter((action) => action === "track");
  return labelId === null && step.kind !== "create" ? harmless : [...harmless, "refresh"];
}

function toCharge({ state, url, amountCents, expiresAt, paidAt }: Doc<"shipmentCharges">): LabelRow["charge"] {
  return { state, url: state === "open" ? url : null, amountCents, expiresAt, paidAt };
}

function toFreight({ optionId, name, company, priceCents, deliveryDays }: NonNullable<LabelRow["chosenFreight"]>) {
  return { optionId, name, company, priceCents, deliveryDays };
}
