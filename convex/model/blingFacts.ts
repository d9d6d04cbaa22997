import { erpSaleOf, type ErpSale, type PaidOrderFacts } from "../../domain/blingSale";
import type { ShipmentState } from "../../domain/shipments";
import type { Doc, Id } from "../_generated/dataModel";
import type { TenantReader } from "../lib/tenantDb";
import { readErpSettings, type ErpSettings } from "./blingSettings";
import type { TurnKey } from "./blingTurns";
import { listCartItems } from "./carts";
import { findCheckout, readCheckoutCustomer, summaryOf } from "./checkouts";
import { listPayments } from "./orderPayments";
import { blingUrlOf, readProviderAddresses } from "./providerAddresses";
import { findShipment } from "./shipments";

/** What whoever has a turn at the ERP needs to know, read at one instant. */
export interface TurnFacts {
  readonly row: Doc<"erpOrders">;
  /** Null when the order is gone. */
  readonly sale: ErpSale | null;
  readonly settings: ErpSettings;
  readonly baseUrl: string;
}

/** @returns null when the order's row is not there any more */
export async function readTurnFacts(
  db: TenantReader,
  { slug, erpOrderId }: Pick<TurnKey, "erpOrderId"> & { readonly slug: string },
): Promise<TurnFacts | null> {
  const row = await db.get("erpOrders", erpOrderId);
  if (row === null) return null;
  const order = await db.get("orders", row.orderId);
  const sale = order === null ? null : erpSaleOf(await readPaidOrder(db, order, { slug, paidDate: row.paidDate }));
  return { row, sale, settings: await readErpSettings(db), baseUrl: blingUrlOf(await readProviderAddresses(db)) };
}

async function readPaidOrder(
  db: TenantReader,
  order: Doc<"orders">,
  { slug, paidDate }: { readonly slug: string; readonly paidDate: string },
): Promise<PaidOrderFacts> {
  const checkout = await findCheckout(db, order._id);
  const customer = await readCheckoutCustomer(db, order, checkout);
  const { number, publicId, createdDate, eventDate, observation, adjustmentCents, customerPhone: phone } = order;
  const { name, cpf, email, address } = customer;
  return {
    ...{ slug, number, publicId, createdDate, paidDate, eventDate, observation, adjustmentCents },
    buyer: { name: name ?? order.customerName, cpf, email, phone, address },
    lines: await readLines(db, order),
    discountCents: summaryOf(order, checkout).discountCents,
    freight: checkout?.freight?.option ?? null,
    parcel: await readParcel(db, order._id),
    paymentIds: (await listPayments(db, order._id))
      .filter(({ status }) => status === "approved")
      .map(({ paymentId }) => paymentId)
      .sort(),
  };
}

async function readLines(db: TenantReader, order: Doc<"orders">): Promise<PaidOrderFacts["lines"]> {
  const items = order.cartId === null ? [] : await listCartItems(db, order.cartId);
  return await Promise.all(
    items
      .sort((a, b) => a._creationTime - b._creationTime)
      .map(async ({ productId, quantity, unitPriceCents }) => {
        const product = await db.get("products", productId);
        const { code, name, color, size } = product ?? REMOVED;
        return { code, name, color, size, quantity, unitPriceCents };
      }),
  );
}

async function readParcel(db: TenantReader, orderId: Id<"orders">): Promise<PaidOrderFacts["parcel"]> {
  const shipment = await findShipment(db, orderId);
  if (shipment === null || shipment.trackingCode === null || isOver(shipment.state)) return null;
  const { service, trackingCode } = shipment;
  return { service: service === null ? "" : `${service.company} ${service.name}`.trim(), trackingCode };
}

/** Labels that nothing is sent with any more. */
const isOver = (state: ShipmentState) => state === "cancelled" || state === "expired";

/** It has no code there either: 'N/A' would be taken for one. */
const REMOVED = { code: null, name: "Produto removido", color: null, size: null };
