import { lineTotal, sumCents } from "../../domain/money";
import type { Id } from "../_generated/dataModel";
import { assert } from "../lib/errors";
import type { TenantWriter } from "../lib/tenantDb";
import { createCart, putCartItem } from "./carts";
import { findCustomer } from "./customerRows";
import type { DemoLine, DemoOrder } from "./demoData";
import { addReceipt } from "./launchReceipts";
import { appendOrderEvent, type Actor } from "./orderEvents";
import { createOrder, setOrderPaid, type CreatedOrder } from "./orders";
import type { ProductKey } from "./products";
import { moveProductLine } from "./totals";

type PastLine = DemoLine & ProductKey;

export interface PastOrder extends Omit<DemoOrder, "operator" | "lines"> {
  /** At least one, in the order they were launched. */
  readonly lines: PastLine[];
  readonly actorId: Id<"profiles"> | null;
  readonly actorName: string;
}

/**
 * Writes an order of the past as its launches would have left it: cart, lines, totals, timeline and the feed of its
 * live, each at its own instant. It goes through the same operations as a launch, so that what is kept agrees with the
 * lines here too; only the stock is left alone, because the demonstration says what is left today.
 */
export async function addPastOrder(db: TenantWriter, past: PastOrder): Promise<void> {
  const { phone: customerPhone, eventType, eventDate, lines, paidAt } = past;
  const [first] = lines;
  assert(first !== undefined, "an order of the past should have a line");
  const customer = await findCustomer(db, customerPhone);
  const cartId = await createCart(db, { customerPhone, eventType, eventDate });
  const order = await createOrder(db, {
    customerPhone,
    customer,
    eventType,
    eventDate,
    createdAt: first.launchedAt,
    cartId,
    totalCents: sumCents(lines.map(totalOf)),
    pieces: lines.reduce((sum, line) => sum + line.quantity, 0),
  });
  let totalCents = 0;
  for (const line of lines) {
    totalCents += totalOf(line);
    const { productId, quantity, unitPriceCents } = line;
    const deed = { actor: actorOf(past), at: line.launchedAt };
    await putCartItem(db, { cartId, productId }, null, { quantity, unitPriceCents }, deed);
    await recordLaunch(db, order, past, { ...line, created: line === first, totalCents });
  }
  if (paidAt !== null) await markPaid(db, order.id, actorOf(past), paidAt);
}

const totalOf = (line: PastLine) => lineTotal(line.unitPriceCents, line.quantity);
const actorOf = ({ actorId, actorName }: PastOrder): Actor => ({ id: actorId, name: actorName });

async function recordLaunch(
  db: TenantWriter,
  order: CreatedOrder,
  past: PastOrder,
  line: PastLine & { readonly created: boolean; readonly totalCents: number },
): Promise<void> {
  const { productId, code: productCode, quantity, unitPriceCents, created, totalCents, launchedAt: at } = line;
  const deed = { actor: actorOf(past), at };
  await moveProductLine(db, productId, null, { order: { createdDate: order.createdDate, isPaid: false }, line });
  const launched = { created, productCode, quantity, unitPriceCents, totalCents };
  await appendOrderEvent(db, order.id, deed, { kind: "launched", productId, ...launched });
  // What was left then is not known of the past; a receipt of the past is never asked for its stock.
  const answer = { ...launched, orderId: order.id, orderNumber: order.number, phone: past.phone, stockLeft: 0 };
  await addReceipt(db, answer, deed, {
    launchId: `past-${order.number}-${productCode}`,
    eventDate: past.eventDate,
    productId,
    productName: line.name,
    previousUnitPriceCents: null,
  });
}

async function markPaid(db: TenantWriter, id: Id<"orders">, actor: Actor, at: number): Promise<void> {
  const order = await db.get("orders", id);
  assert(order !== null, "an order that was just written should be there");
  await setOrderPaid(db, order, { isPaid: true, reason: null }, { actor, at });
}
