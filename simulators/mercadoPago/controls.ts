import { CONTROL, commandOf, done } from "../server/control";
import { asText, json, type Answer, type Request, type Route } from "../server/exchange";
import { toCents } from "../server/money";
import type { Surroundings } from "../server/simulator";
import type { Accounts } from "./accounts";
import { ACCREDITED, METHODS, payPreference, PIX_WAITING, type Outcome } from "./cashier";
import type { NotificationStyle, Notifications } from "./notifications";
import type { Payments } from "./payments";
import { paymentView } from "./paymentView";
import type { Preferences } from "./preferences";
import { PAYMENT_STATUSES, type MercadoPagoState, type Payment, type PaymentStatus } from "./state";

const DETAILS: Readonly<Partial<Record<PaymentStatus, string>>> = {
  approved: "accredited",
  pending: PIX_WAITING.statusDetail,
  in_process: "pending_review_manual",
  rejected: "cc_rejected_other_reason",
  cancelled: "expired",
  refunded: "refunded",
  charged_back: "settled",
  in_mediation: "pending",
};

/** What can be commanded of Mercado Pago beside what can be of every service. */
export class MercadoPagoControls {
  constructor(
    private readonly around: Surroundings<MercadoPagoState>,
    private readonly accounts: Accounts,
    private readonly preferences: Preferences,
    private readonly payments: Payments,
    private readonly notifications: Notifications,
  ) {}

  routes(): Route[] {
    const { state } = this.around;
    const view = (payment: Payment): Answer => json(200, this.#view(payment));
    return [
      { method: "GET", pattern: `${CONTROL}/preferences`, handle: () => json(200, state.preferences) },
      {
        method: "GET",
        pattern: `${CONTROL}/payments`,
        handle: () =>
          json(
            200,
            state.payments.map((one) => this.#view(one)),
          ),
      },
      { method: "POST", pattern: `${CONTROL}/preferences/:id/pay`, handle: (request) => this.#pay(request) },
      {
        method: "POST",
        pattern: `${CONTROL}/payments/:id`,
        handle: (request) => this.#onPayment(request, (payment) => (this.#change(request, payment), view(payment))),
      },
      {
        method: "POST",
        pattern: `${CONTROL}/payments/:id/pay`,
        handle: (request) =>
          this.#onPayment(request, (payment) => {
            this.payments.turn(payment, ACCREDITED.status, ACCREDITED.statusDetail);
            return view(payment);
          }),
      },
      { method: "PUT", pattern: `${CONTROL}/notifications`, handle: (request) => this.#setStyle(request) },
      { method: "PUT", pattern: `${CONTROL}/rules`, handle: (request) => this.#setRules(request) },
      { method: "PUT", pattern: `${CONTROL}/accounts/:id`, handle: (request) => this.#setBalance(request) },
    ];
  }

  /** As on the page, also where no person could: on a link that is closed. */
  #pay(request: Request): Answer {
    const preference = this.preferences.find(request.params.id ?? "");
    if (preference === undefined) return json(404, { error: "No such preference." });
    const { method = "credit_card", outcome = "approved", detail, amount, times = 1 } = commandOf(request);
    const kind = METHODS.find((one) => one === method);
    const status = PAYMENT_STATUSES.find((one) => one === outcome);
    if (kind === undefined || status === undefined) return json(400, { error: "method or outcome unknown." });
    const purchase = {
      method: kind,
      outcome: outcomeOf(status, asText(detail)),
      ...(typeof amount === "number" ? { amountCents: toCents(amount) } : {}),
    };
    const made = Array.from({ length: Number(times) }, () => payPreference(this.payments, preference, purchase));
    return json(
      200,
      made.map((payment) => this.#view(payment)),
    );
  }

  #onPayment(request: Request, perform: (payment: Payment) => Answer): Answer {
    const payment = this.payments.find(request.params.id ?? "");
    return payment === undefined ? json(404, { error: "No such payment." }) : perform(payment);
  }

  #change(request: Request, payment: Payment): void {
    const { status, statusDetail, currency } = commandOf(request);
    if (typeof currency === "string") payment.currency = currency;
    const wanted = PAYMENT_STATUSES.find((one) => one === status) ?? payment.status;
    this.payments.turn(payment, wanted, asText(statusDetail) ?? outcomeOf(wanted).statusDetail);
  }

  #setStyle(request: Request): Answer {
    // A command of a test; what it leaves out stays.
    const change = commandOf(request) as Partial<NotificationStyle>;
    this.notifications.style = { ...this.notifications.style, ...change };
    return json(200, this.notifications.style);
  }

  #setRules(request: Request): Answer {
    const { acceptsLoopback } = commandOf(request);
    if (typeof acceptsLoopback === "boolean") this.preferences.rules.acceptsLoopback = acceptsLoopback;
    return json(200, this.preferences.rules);
  }

  #setBalance(request: Request): Answer {
    const account = this.around.state.accounts.find(({ collectorId }) => String(collectorId) === request.params.id);
    if (account === undefined) return json(404, { error: "No such seller." });
    const { balance } = commandOf(request);
    account.balanceCents = typeof balance === "number" ? toCents(balance) : null;
    return done();
  }

  #view(payment: Payment): ReturnType<typeof paymentView> {
    return paymentView(payment, this.accounts.byId(payment.collectorId), this.around.ownUrl());
  }
}

function outcomeOf(status: PaymentStatus, detail?: string): Outcome {
  return { status, statusDetail: detail ?? DETAILS[status] ?? status };
}
