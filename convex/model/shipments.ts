import { refuse } from "../../domain/errors";
import { actionRefusal } from "../../domain/labelProblems";
import { NO_TIMES, type LabelAction, type ShipmentState } from "../../domain/shipments";
import type { Doc, Id } from "../_generated/dataModel";
import { appError, assert } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { queueTracking } from "./blingQueue";
import { appendOrderEvent, type Actor, type Deed } from "./orderEvents";

/** The rows of shipments: every one that comes or changes passes here. */

export type Shipment = Doc<"shipments">;
export type ShipmentFields = Omit<Shipment, "_id" | "_creationTime" | "tenantId" | "orderId" | "orderNumber">;

/** What the service's own news are written down as. */
export const CARRIER_ACTOR: Actor = { id: null, name: "Melhor Envio" };

/** What a label is before anything of it is known. */
export const NO_LABEL = {
  key: null,
  service: null,
  request: null,
  createdAt: null,
  createdByName: null,
  labelId: null,
  priceCents: null,
  times: NO_TIMES,
  trackingCode: null,
  labelUrl: null,
  providerStatus: null,
  askedAt: 0,
  step: null,
  problem: null,
  nextStepAt: null,
  chargeId: null,
} as const satisfies Partial<ShipmentFields>;

export async function findShipment(db: TenantReader, orderId: Id<"orders">): Promise<Shipment | null> {
  return await db
    .query("shipments")
    .withIndex("by_tenantId_and_orderId", (q) => q.eq("orderId", orderId))
    .unique();
}

/** By the service's number of its label. */
export async function findByLabel(db: TenantReader, labelId: string): Promise<Shipment | null> {
  return await db
    .query("shipments")
    .withIndex("by_tenantId_and_labelId", (q) => q.eq("labelId", labelId))
    .first();
}

/** Writes fields of an order's shipment, making it where it is the first that is known. */
export async function putShipment(
  db: TenantWriter,
  order: Doc<"orders">,
  fields: Partial<ShipmentFields>,
  deed: Deed,
): Promise<Shipment> {
  const known = await findShipment(db, order._id);
  if (known !== null) return await changeShipment(db, known, fields, deed);
  const { _id: orderId, number: orderNumber, customerPhone, customerName } = order;
  const empty = { ...NO_LABEL, state: "pending", listedAt: deed.at, recipient: null, quote: null } as const;
  const row = { ...empty, orderId, orderNumber, customerPhone, customerName, ...fields };
  const made = await db.get("shipments", await db.insert("shipments", row));
  assert(made !== null, "a row that was inserted should be there");
  return made;
}

/** Writes fields of a shipment; a new state is kept with the order too, and stands in its timeline. */
export async function changeShipment(
  db: TenantWriter,
  shipment: Shipment,
  fields: Partial<ShipmentFields>,
  deed: Deed,
): Promise<Shipment> {
  const hasMoved = fields.state !== undefined && fields.state !== shipment.state;
  const written = hasMoved ? { ...fields, listedAt: deed.at } : fields;
  await db.patch("shipments", shipment, written);
  const after = { ...shipment, ...written };
  if (hasMoved) await recordState(db, after, deed);
  if (after.trackingCode !== shipment.trackingCode) await queueTracking(db, shipment.orderId);
  return after;
}

async function recordState(db: TenantWriter, shipment: Shipment, deed: Deed): Promise<void> {
  const { orderId, state, service, priceCents, trackingCode } = shipment;
  const order = await db.get("orders", orderId);
  if (order !== null) await db.patch("orders", order, { shipmentState: state });
  await appendOrderEvent(db, orderId, deed, {
    kind: "shipment_changed",
    state,
    service: service === null ? null : `${service.name} ${service.company}`.trim(),
    priceCents,
    trackingCode,
  });
}

/** An order that is joined to another takes its label along, where the other has none. */
export async function moveShipment(
  db: TenantWriter,
  from: Pick<Doc<"orders">, "_id">,
  into: Pick<Doc<"orders">, "_id" | "number">,
): Promise<void> {
  const shipment = await findShipment(db, from._id);
  if (shipment === null || (await findShipment(db, into._id)) !== null) return;
  await db.patch("shipments", shipment, { orderId: into._id, orderNumber: into.number });
  const order = await db.get("orders", into._id);
  if (order !== null && shipment.state !== "pending")
    await db.patch("orders", order, { shipmentState: shipment.state });
}

/** Refused with `label_action_refused`: a state does not allow an action. */
export function refuseAction(action: LabelAction, state: ShipmentState): never {
  throw appError(refuse("label_action_refused", { text: actionRefusal(action, state) }).refusal);
}
