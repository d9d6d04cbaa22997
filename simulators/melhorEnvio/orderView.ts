import { asFields, asList, type Fields } from "../server/exchange";
import { plainInBrasilia } from "../server/instants";
import { toReais } from "../server/money";
import { insuranceOf } from "./cartRules";
import type { Order, OrderStatus } from "./state";

const local = (at: number | null): string | null => (at === null ? null : plainInBrasilia(at));

/** A label as the cart and the list of orders show it. Here prices are numbers. Source: contracts/melhor-envio.md §4. */
export function orderView(order: Order): Fields {
  const options = asFields(order.sent.options);
  return {
    id: order.id,
    protocol: order.protocol,
    service_id: order.serviceId,
    agency_id: order.sent.agency ?? null,
    contract: null,
    quote: toReais(order.priceCents),
    price: toReais(order.priceCents),
    discount: toReais(order.discountCents),
    delivery_min: order.deliveryDays[0],
    delivery_max: order.deliveryDays[1],
    status: order.status,
    insurance_value: toReais(insuranceOf(order.sent)),
    format: "box",
    billed_weight: order.volumes.reduce((sum, { weight }) => sum + Number(weight), 0),
    receipt: options.receipt === true,
    own_hand: options.own_hand === true,
    non_commercial: options.non_commercial === true,
    reminder: null,
    tracking: order.tracking,
    self_tracking: null,
    authorization_code: null,
    ...timesOf(order),
    from: order.sent.from,
    to: order.sent.to,
    products: asList(order.sent.products)
      .map(asFields)
      .map((product) => ({ weight: null, ...product })),
    tags: asList(options.tags),
    volumes: order.volumes.map((volume, at) => ({
      id: at + 1,
      height: Number(volume.height).toFixed(2),
      width: Number(volume.width).toFixed(2),
      length: Number(volume.length).toFixed(2),
      weight: Number(volume.weight).toFixed(2),
      format: "box",
    })),
  };
}

/** Times are local and say nothing of where. */
function timesOf(order: Order): Fields {
  return {
    paid_at: local(order.paidAt),
    generated_at: local(order.generatedAt),
    posted_at: local(order.postedAt),
    delivered_at: local(order.deliveredAt),
    canceled_at: local(order.canceledAt),
    expired_at: local(order.expiredAt),
    created_at: plainInBrasilia(order.createdAt),
    updated_at: plainInBrasilia(order.updatedAt),
  };
}

/** What tracking knows, which may be older than the truth. @param until nothing later than this is known to it yet */
export function trackingView(order: Order, until: number): Fields {
  const known = (at: number | null): number | null => (at !== null && at <= until ? at : null);
  const seen: Order = {
    ...order,
    paidAt: known(order.paidAt),
    generatedAt: known(order.generatedAt),
    postedAt: known(order.postedAt),
    deliveredAt: known(order.deliveredAt),
    canceledAt: known(order.canceledAt),
  };
  const { updated_at: _, ...times } = timesOf(seen);
  const tracking = seen.postedAt === null ? null : order.tracking;
  return {
    id: order.id,
    protocol: order.protocol,
    status: order.updatedAt <= until ? order.status : statusOf(seen),
    tracking,
    melhorenvio_tracking: tracking,
    ...times,
  };
}

function statusOf({ canceledAt, deliveredAt, postedAt, paidAt }: Order): OrderStatus {
  if (canceledAt !== null) return "canceled";
  if (deliveredAt !== null) return "delivered";
  if (postedAt !== null) return "posted";
  return paidAt === null ? "pending" : "released";
}
