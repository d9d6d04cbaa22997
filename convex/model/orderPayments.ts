import { keptCents, paymentStateOf, receivedCents, refundedCents, type PaymentState } from "../../domain/payments";
import type { Cents } from "../../domain/money";
import type { Doc, Id } from "../_generated/dataModel";
import type { TenantReader } from "../lib/tenantDb";
import { expectedCents } from "./checkouts";

/** The payments of an order, and how they stand together. Reads only. */

/** More than anybody tries for one order. */
const MAX_PAYMENTS = 200;

export async function listPayments(db: TenantReader, orderId: Id<"orders">): Promise<Doc<"payments">[]> {
  return await db
    .query("payments")
    .withIndex("by_tenantId_and_orderId", (q) => q.eq("orderId", orderId))
    .order("desc")
    .take(MAX_PAYMENTS);
}

export interface Standing {
  readonly payments: readonly Doc<"payments">[];
  readonly expectedCents: Cents;
  readonly state: PaymentState;
  /** What came in and was not given back whole. */
  readonly receivedCents: Cents;
  readonly refundedCents: Cents;
  /** What the shop has of it. */
  readonly keptCents: Cents;
}

export async function readStanding(
  db: TenantReader,
  order: Pick<Doc<"orders">, "_id" | "totalCents">,
  known: { readonly checkout: Doc<"checkouts"> | null; readonly openLink: Doc<"paymentLinks"> | null },
): Promise<Standing> {
  const payments = await listPayments(db, order._id);
  const expected = expectedCents(order, known.checkout, known.openLink);
  return {
    payments,
    expectedCents: expected,
    state: paymentStateOf(payments, { expectedCents: expected, isLinkOpen: known.openLink?.state === "open" }),
    receivedCents: receivedCents(payments),
    refundedCents: refundedCents(payments),
    keptCents: keptCents(payments),
  };
}
