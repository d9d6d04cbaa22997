import { lineTotal } from "../../domain/money";
import type { Doc, Id } from "../_generated/dataModel";
import type { DatabaseWriter } from "../_generated/server";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import type { Deed } from "./orderEvents";

export interface LaunchAnswer {
  readonly orderId: Id<"orders">;
  readonly orderNumber: number;
  /** Whether the launch opened the order, rather than adding to one. */
  readonly created: boolean;
  readonly unitPriceCents: number;
  readonly quantity: number;
  /** The order's total after the launch. */
  readonly totalCents: number;
  readonly stockLeft: number;
  readonly phone: string;
  readonly productCode: string;
}

/** Keeps the first answer to a launch, with what the feed shows of it and what undoing it needs. */
export async function addReceipt(
  db: TenantWriter,
  answer: LaunchAnswer,
  { actor, at }: Deed,
  sale: Pick<Doc<"launchReceipts">, "launchId" | "eventDate" | "productId" | "productName" | "previousUnitPriceCents">,
): Promise<void> {
  const lineTotalCents = lineTotal(answer.unitPriceCents, answer.quantity);
  await db.insert("launchReceipts", {
    ...answer,
    ...sale,
    at,
    operatorId: actor.id,
    operatorName: actor.name,
    lineTotalCents,
    undoneAt: null,
  });
}

/** The receipt of a launch that has been answered before. */
export async function findReceipt(db: TenantReader, launchId: string): Promise<Doc<"launchReceipts"> | null> {
  return await db
    .query("launchReceipts")
    .withIndex("by_tenantId_and_launchId", (q) => q.eq("launchId", launchId))
    .unique();
}

export function toAnswer(receipt: Doc<"launchReceipts">): LaunchAnswer {
  const { orderId, orderNumber, created, unitPriceCents, quantity, totalCents, stockLeft, phone, productCode } =
    receipt;
  return { orderId, orderNumber, created, unitPriceCents, quantity, totalCents, stockLeft, phone, productCode };
}

export interface FeedRow {
  readonly launchId: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly operatorName: string;
  readonly productCode: string;
  readonly productName: string;
  readonly quantity: number;
  readonly phone: string;
  readonly orderNumber: number;
  readonly created: boolean;
  readonly lineTotalCents: number;
  /** Whether who asks launched it. */
  readonly isOwn: boolean;
  readonly isUndone: boolean;
  /** Whether who asks may try; the order's own state is looked at when they do. */
  readonly canUndo: boolean;
}

/** How many launches the feed shows. Source: UX conventions L11. */
const FEED_ROWS = 50;

/** The last launches of a live by everyone, newest first, as one of them sees it. */
export async function readFeed(db: TenantReader, eventDate: string, viewer: Id<"profiles">): Promise<FeedRow[]> {
  const receipts = await db
    .query("launchReceipts")
    .withIndex("by_tenantId_and_eventDate", (q) => q.eq("eventDate", eventDate))
    .order("desc")
    .take(FEED_ROWS);
  return receipts.map((receipt) => toFeedRow(receipt, viewer));
}

function toFeedRow(receipt: Doc<"launchReceipts">, viewer: Id<"profiles">): FeedRow {
  const isOwn = receipt.operatorId === viewer;
  const isUndone = receipt.undoneAt !== null;
  const {
    launchId,
    at,
    operatorName,
    productCode,
    productName,
    quantity,
    phone,
    orderNumber,
    created,
    lineTotalCents,
  } = receipt;
  return {
    launchId,
    at,
    operatorName,
    productCode,
    productName,
    quantity,
    phone,
    orderNumber,
    created,
    lineTotalCents,
    isOwn,
    isUndone,
    canUndo: isOwn && !isUndone,
  };
}

/** Deletes up to `limit` receipts written before an instant, oldest first, of all companies. Returns how many. */
export async function deleteReceiptsBefore(db: DatabaseWriter, instantMs: number, limit: number): Promise<number> {
  const old = await db
    .query("launchReceipts")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", instantMs))
    .take(limit);
  for (const receipt of old) await db.delete("launchReceipts", receipt._id);
  return old.length;
}
