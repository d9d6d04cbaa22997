import { EVENT_TEMPLATES, expiryOf, mergeItems, type MessageEvent } from "../../domain/messages";
import { phoneMatchKey } from "../../domain/messagesInstances";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { LANES, type QueuedItem } from "../lib/messageTables";
import { randomHex } from "../lib/randomIds";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { listCartItems } from "./carts";
import { readWhatsapp, type WhatsappFields } from "./integrations";
import type { Deed } from "./orderEvents";
import { REMOVED_PRODUCT } from "./products";

/**
 * What customers are to be told, written down in the transaction that causes it, and only while the company's messaging is
 * active. Nothing here reads or writes what the sender does: a sale costs one row and one scheduled call more, and never
 * waits for a message.
 * Source: product.md "Messages", decision 027.
 */

/** Of an order no more than its messages say. */
export interface ToldOrder {
  readonly _id: Id<"orders">;
  readonly customerPhone: string;
  readonly customerName: string | null;
  readonly totalCents: number;
}

interface News {
  readonly event: MessageEvent;
  readonly order: ToldOrder;
  readonly items: readonly QueuedItem[];
  readonly paymentUrl?: string;
}

/** A line as messages name it; `product` is null where it is gone from the catalogue. */
export function toldItem(
  productId: Id<"products">,
  product: Doc<"products"> | null,
  { quantity, unitPriceCents }: { readonly quantity: number; readonly unitPriceCents: number },
): QueuedItem {
  const { name, color, size } = product ?? { name: REMOVED_PRODUCT.name, color: null, size: null };
  return { productId, name, color, size, quantity, unitPriceCents };
}

/** A launch: what was added, and before it, where the company has words for that, that there is an order now. */
export async function tellLaunch(
  db: TenantWriter,
  { order, item, created }: { readonly order: ToldOrder; readonly item: QueuedItem; readonly created: boolean },
  deed: Deed,
): Promise<void> {
  const settings = await readWhatsapp(db);
  if (!settings.isActive) return;
  // The launch itself says what was added: without words of its own for it a new order needs no message of its own.
  if (created && (await hasTemplateFor(db, "order_created"))) {
    await putMessage(db, { event: "order_created", order, items: [item] }, deed);
  }
  await tellItems(db, settings, { event: "item_added", order, items: [item] }, deed);
}

const MAX_TEMPLATES = 200;

async function hasTemplateFor(db: TenantReader, event: MessageEvent): Promise<boolean> {
  const templates = await db.query("templates").withIndex("by_tenantId").take(MAX_TEMPLATES);
  return templates.some(({ type }) => EVENT_TEMPLATES[event].includes(type));
}

/** A line that was added to an order by hand. */
export async function tellAdded(db: TenantWriter, order: ToldOrder, item: QueuedItem, deed: Deed): Promise<void> {
  const settings = await readWhatsapp(db);
  if (settings.isActive) await tellItems(db, settings, { event: "item_added", order, items: [item] }, deed);
}

/**
 * Pieces that were taken out of an order: of what the customer has not been told yet nothing is said at all, of the rest
 * that it is gone.
 */
export async function tellRemoved(db: TenantWriter, order: ToldOrder, item: QueuedItem, deed: Deed): Promise<void> {
  const settings = await readWhatsapp(db);
  if (!settings.isActive) return;
  const quantity = item.quantity - (await takeBack(db, order._id, item, deed.at));
  if (quantity > 0)
    await tellItems(db, settings, { event: "item_removed", order, items: [{ ...item, quantity }] }, deed);
}

/** That an order is paid. @returns whether it will be said */
export async function tellPaid(
  db: TenantWriter,
  order: ToldOrder & Pick<Doc<"orders">, "cartId">,
  deed: Deed,
): Promise<boolean> {
  if (!(await readWhatsapp(db)).isActive) return false;
  await putMessage(db, { event: "paid", order, items: await itemsOf(db, order) }, deed);
  return true;
}

/** Where an order can be paid, and how much is asked for there. */
export async function tellPaymentLink(
  db: TenantWriter,
  order: ToldOrder & Pick<Doc<"orders">, "cartId">,
  link: { readonly url: string; readonly amountCents: number },
  deed: Deed,
): Promise<void> {
  if (!(await readWhatsapp(db)).isActive) return;
  const asked = { ...order, totalCents: link.amountCents };
  const items = await itemsOf(db, order);
  await putMessage(db, { event: "payment_link", order: asked, items, paymentUrl: link.url }, deed);
}

async function itemsOf(db: TenantReader, { cartId }: Pick<Doc<"orders">, "cartId">): Promise<QueuedItem[]> {
  const lines = cartId === null ? [] : await listCartItems(db, cartId);
  return await Promise.all(
    lines.map(async (line) => toldItem(line.productId, await db.get("products", line.productId), line)),
  );
}

/** Somebody who adds one thing most likely adds another. Inferred; only where messages are joined. */
const MERGE_WAIT_MS = 20_000;

async function tellItems(
  db: TenantWriter,
  { mergeItems: joins }: WhatsappFields,
  news: News,
  deed: Deed,
): Promise<void> {
  if (joins && (await join(db, news))) return;
  await putMessage(db, news, deed, joins ? MERGE_WAIT_MS : 0);
}

/** Puts it into the order's last message, where that still waits and says the same kind of thing. */
async function join(db: TenantWriter, { event, order, items }: News): Promise<boolean> {
  const last = await messagesOf(db, order._id).order("desc").first();
  if (last === null || !isUntold(last) || last.subject === null || last.event === "broadcast") return false;
  const merged = mergeItems({ event: last.event, items: last.subject.items }, { event, items });
  if (merged === null) return false;
  const { customerName, totalCents } = order;
  await db.patch("outgoingMessages", last, { subject: { ...last.subject, customerName, totalCents, items: merged } });
  return true;
}

/** Surely nothing of it has been given to the gateway: its text is written when that begins. */
function isUntold({ state, text }: Doc<"outgoingMessages">): boolean {
  return state === "waiting" && text === null;
}

async function putMessage(db: TenantWriter, news: News, { actor, at }: Deed, waitMs = 0): Promise<void> {
  const { event, order, items, paymentUrl = null } = news;
  const { customerPhone: phone, customerName, totalCents } = order;
  await db.insert("outgoingMessages", {
    kind: event === "paid" ? "confirmation" : "order",
    event,
    lane: LANES.expected,
    phone,
    matchKey: phoneMatchKey(phone) ?? phone,
    orderId: order._id,
    broadcastId: null,
    recipientId: null,
    subject: { customerName, items: [...items], totalCents, paymentUrl },
    text: null,
    ...freshMessage(event, at),
    dueAt: at + waitMs,
    byName: actor.name,
  });
  await db.runLater(waitMs, internal.messageSending.turn, {});
}

const KEY_BYTES = 16;

/** What every message begins with. */
export function freshMessage(event: MessageEvent | "broadcast", at: number) {
  return {
    key: randomHex(KEY_BYTES),
    state: "waiting" as const,
    attempts: 0,
    queuedAt: at,
    dueAt: at,
    expiresAt: expiryOf(event, at),
    ...{ tryId: null, begunAt: null, providerId: null, delivery: null, failure: null, reason: null, settledAt: null },
  };
}

/** Of one order more never wait. */
const RECENT_MESSAGES = 100;

export function messagesOf(db: TenantReader, orderId: Id<"orders">) {
  return db.query("outgoingMessages").withIndex("by_tenantId_and_orderId", (q) => q.eq("orderId", orderId));
}

/** Takes pieces of a product out of what still waits to be told, the newest first. @returns how many */
async function takeBack(
  db: TenantWriter,
  orderId: Id<"orders">,
  { productId, quantity }: QueuedItem,
  at: number,
): Promise<number> {
  let taken = 0;
  for (const message of await messagesOf(db, orderId).order("desc").take(RECENT_MESSAGES)) {
    if (taken === quantity) break;
    if (message.event !== "item_added" || message.subject === null || !isUntold(message)) continue;
    const items: QueuedItem[] = [];
    for (const item of message.subject.items) {
      const back = item.productId === productId ? Math.min(item.quantity, quantity - taken) : 0;
      taken += back;
      if (back < item.quantity) items.push({ ...item, quantity: item.quantity - back });
    }
    if (items.length > 0) await db.patch("outgoingMessages", message, { subject: { ...message.subject, items } });
    else await db.patch("outgoingMessages", message, { state: "canceled", dueAt: at, settledAt: at });
  }
  return taken;
}
