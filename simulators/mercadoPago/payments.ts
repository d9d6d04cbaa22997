import type { Fields } from "../server/exchange";
import type { Surroundings } from "../server/simulator";
import { refuse } from "./errors";
import type { Notifications } from "./notifications";
import { refundedCents } from "./paymentView";
import { nextId, type MercadoPagoState, type Payment, type PaymentStatus } from "./state";

export type NewPayment = Pick<
  Payment,
  | "collectorId"
  | "preferenceId"
  | "merchantOrderId"
  | "method"
  | "amountCents"
  | "shippingCents"
  | "installments"
  | "description"
  | "externalReference"
  | "notificationUrl"
  | "isBinary"
> & {
  readonly metadata: Fields;
  readonly payer: Fields;
  readonly expiresInMs: number;
  readonly outcome: { readonly status: PaymentStatus; readonly statusDetail: string };
};

/** Unconfirmed payments are cancelled after that. Source: contracts/mercado-pago.md §4. */
export const UNCONFIRMED_MS = 30 * 86_400_000;
const REFUNDABLE_MS = 180 * 86_400_000;

const OPEN: readonly PaymentStatus[] = ["pending", "in_process"];

/** What a payment is and how it changes. Whoever made its link hears of every change. */
export class Payments {
  constructor(
    private readonly around: Surroundings<MercadoPagoState>,
    private readonly notifications: Notifications,
  ) {}

  /** Of any seller. */
  find(id: string): Payment | undefined {
    return this.around.state.payments.find((payment) => String(payment.id) === id);
  }

  ofMerchantOrder(id: number): Payment[] {
    return this.around.state.payments.filter(({ merchantOrderId }) => merchantOrderId === id);
  }

  ofPreference(id: string): Payment[] {
    return this.around.state.payments.filter(({ preferenceId }) => preferenceId === id);
  }

  create({ expiresInMs, outcome, ...fields }: NewPayment): Payment {
    const now = this.around.clock.now();
    const payment: Payment = {
      ...fields,
      ...outcome,
      id: nextId(this.around.state),
      metadata: snakeCaseKeys(fields.metadata),
      currency: "BRL",
      createdAt: now,
      updatedAt: now,
      approvedAt: outcome.status === "approved" ? now : null,
      expiresAt: now + expiresInMs,
      refunds: [],
    };
    this.around.state.payments.push(payment);
    this.#watch(payment);
    this.notifications.tell(payment, "payment.created");
    if (outcome.status === "approved") this.notifications.tell(payment, "payment.updated");
    return payment;
  }

  /** To any status, as time and the provider's people may turn it. */
  turn(payment: Payment, status: PaymentStatus, statusDetail: string): void {
    const now = this.around.clock.now();
    payment.status = status;
    payment.statusDetail = statusDetail;
    payment.updatedAt = now;
    if (status === "approved") payment.approvedAt ??= now;
    this.notifications.tell(payment, "payment.updated");
  }

  /** By the seller. Refused with 400 unless it is still open. */
  cancel(payment: Payment): void {
    if (!OPEN.includes(payment.status))
      refuse(400, "bad_request", "The action requested is not valid for the current payment state", [
        { code: 2063, description: "The action requested is not valid for the current payment state" },
      ]);
    this.turn(payment, "cancelled", "by_collector");
  }

  /** @param amountCents null: all that is left. Refused with 400 and 404's envelope. */
  refund(payment: Payment, amountCents: number | null): Payment["refunds"][number] {
    const { state, clock } = this.around;
    const account = state.accounts.find(({ collectorId }) => collectorId === payment.collectorId);
    const leftCents = payment.amountCents + payment.shippingCents - refundedCents(payment);
    const cents = amountCents ?? leftCents;
    if (payment.approvedAt === null || !["approved", "in_mediation"].includes(payment.status))
      refuse(400, "bad_request", "The payment can not be refunded in its current state", []);
    if (clock.now() - payment.approvedAt > REFUNDABLE_MS)
      refuse(400, "bad_request", "The payment is too old to be refunded", []);
    if (cents <= 0 || cents > leftCents) refuse(400, "bad_request", "Invalid amount to refund", []);
    if (account?.balanceCents !== null && account !== undefined && account.balanceCents < cents)
      refuse(400, "bad_request", "Insufficient balance to refund the payment", []);
    if (account !== undefined && account.balanceCents !== null) account.balanceCents -= cents;
    const refund = { id: nextId(state), amountCents: cents, createdAt: clock.now() };
    payment.refunds.push(refund);
    if (cents === leftCents) this.turn(payment, "refunded", "refunded");
    else this.turn(payment, payment.status, "partially_refunded");
    return refund;
  }

  /** Takes up the waiting for expiries after the state was read from a file. */
  resume(): void {
    for (const payment of this.around.state.payments) this.#watch(payment);
  }

  #watch(payment: Payment): void {
    if (!OPEN.includes(payment.status)) return;
    this.around.clock.after(payment.expiresAt - this.around.clock.now(), () => {
      if (OPEN.includes(payment.status)) this.turn(payment, "cancelled", "expired");
    });
  }
}

/** Metadata comes back with its keys so. Source: contracts/mercado-pago.md §2. */
function snakeCaseKeys(fields: Fields): Fields {
  const renamed = Object.entries(fields).map(([key, value]) => [
    key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return Object.fromEntries(renamed) as Fields;
}
