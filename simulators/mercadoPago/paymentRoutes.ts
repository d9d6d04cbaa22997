import {
  asFields,
  asText,
  json,
  parseJson,
  type Answer,
  type Fields,
  type Request,
  type Route,
} from "../server/exchange";
import { parseIsoWithOffset } from "../server/instants";
import { isWholeCents, toCents } from "../server/money";
import type { Surroundings } from "../server/simulator";
import type { Accounts } from "./accounts";
import { refuse } from "./errors";
import type { Idempotency } from "./idempotency";
import type { Payments } from "./payments";
import { paymentView, refundView } from "./paymentView";
import { searchPayments } from "./paymentSearch";
import type { Account, MercadoPagoState, Payment } from "./state";

const PIX_VALID_MS = 24 * 3_600_000;

/** `/v1/payments`: reading, searching, Pix without a page, cancelling, giving back. Source: contracts/mercado-pago.md §4, §5, §7. */
export class PaymentRoutes {
  constructor(
    private readonly around: Surroundings<MercadoPagoState>,
    private readonly accounts: Accounts,
    private readonly idempotency: Idempotency,
    private readonly payments: Payments,
  ) {}

  routes(): Route[] {
    return [
      { method: "POST", pattern: "/v1/payments", handle: (request) => this.#createPix(request) },
      { method: "GET", pattern: "/v1/payments/search", handle: (request) => this.#search(request) },
      { method: "GET", pattern: "/v1/payments/:id", handle: (request) => this.#read(request) },
      { method: "PUT", pattern: "/v1/payments/:id", handle: (request) => this.#change(request) },
      { method: "POST", pattern: "/v1/payments/:id/refunds", handle: (request) => this.#refund(request) },
      { method: "GET", pattern: "/v1/payments/:id/refunds", handle: (request) => this.#refunds(request) },
      { method: "GET", pattern: "/v1/payments/:id/refunds/:refundId", handle: (request) => this.#oneRefund(request) },
    ];
  }

  #read(request: Request): Answer {
    return this.#answer(200, this.#own(request));
  }

  #search(request: Request): Answer {
    const account = this.accounts.of(request);
    const own = this.around.state.payments.filter(({ collectorId }) => collectorId === account.collectorId);
    const { total, limit, offset, results } = searchPayments(own, request.query, this.around.clock.now());
    return json(200, {
      paging: { total, limit, offset },
      results: results.map((payment) => paymentView(payment, account, this.around.ownUrl())),
    });
  }

  #createPix(request: Request): Promise<Answer> {
    const account = this.accounts.of(request);
    return this.idempotency.once(request, account, { isMandatory: true }, () => {
      const fields = fieldsOf(request);
      const payer = asFields(fields.payer);
      checkPix(fields, payer, account, this.around.clock.now());
      const expiresAt = parseIsoWithOffset(asText(fields.date_of_expiration) ?? "");
      const payment = this.payments.create({
        collectorId: account.collectorId,
        preferenceId: null,
        merchantOrderId: null,
        method: { id: "pix", type: "bank_transfer" },
        amountCents: toCents(Number(fields.transaction_amount)),
        shippingCents: 0,
        installments: 1,
        description: asText(fields.description) ?? "",
        externalReference: asText(fields.external_reference) ?? null,
        notificationUrl: asText(fields.notification_url) ?? null,
        metadata: asFields(fields.metadata),
        payer: { id: "55555", type: null, ...payer },
        isBinary: false,
        expiresInMs: expiresAt === null ? PIX_VALID_MS : expiresAt - this.around.clock.now(),
        outcome: { status: "pending", statusDetail: "pending_waiting_transfer" },
      });
      return this.#answer(201, payment);
    });
  }

  #change(request: Request): Promise<Answer> {
    const payment = this.#own(request);
    return this.idempotency.once(request, this.accounts.of(request), { isMandatory: false }, () => {
      if (fieldsOf(request).status !== "cancelled")
        refuse(400, "bad_request", "Invalid value for status", [{ code: 8, description: "wrong parameter" }]);
      this.payments.cancel(payment);
      return this.#answer(200, payment);
    });
  }

  #refund(request: Request): Promise<Answer> {
    const account = this.accounts.of(request);
    const payment = this.#own(request);
    return this.idempotency.once(request, account, { isMandatory: true }, () => {
      const { amount } = fieldsOf(request);
      if (amount !== undefined && amount !== null && (typeof amount !== "number" || !isWholeCents(amount)))
        refuse(400, "bad_request", "Invalid amount to refund", []);
      const refund = this.payments.refund(payment, typeof amount === "number" ? toCents(amount) : null);
      return json(201, refundView(payment, refund, account));
    });
  }

  #refunds(request: Request): Answer {
    const payment = this.#own(request);
    const account = this.accounts.of(request);
    return json(
      200,
      payment.refunds.map((refund) => refundView(payment, refund, account)),
    );
  }

  #oneRefund(request: Request): Answer {
    const payment = this.#own(request);
    const refund = payment.refunds.find(({ id }) => String(id) === request.params.refundId);
    if (refund === undefined) return refuse(404, "not_found", "Refund not found", []);
    return json(200, refundView(payment, refund, this.accounts.of(request)));
  }

  /** Another seller's is as good as none. */
  #own(request: Request): Payment {
    const { collectorId } = this.accounts.of(request);
    const payment = this.payments.find(request.params.id ?? "");
    if (payment?.collectorId === collectorId) return payment;
    return refuse(404, "not_found", "Payment not found", [{ code: 2000, description: "Payment not found" }]);
  }

  #answer(status: number, payment: Payment): Answer {
    return json(status, paymentView(payment, this.accounts.byId(payment.collectorId), this.around.ownUrl()));
  }
}

function checkPix(fields: Fields, payer: Fields, account: Account, now: number): void {
  const { transaction_amount: amount, payment_method_id: method, date_of_expiration: expiration } = fields;
  if (typeof amount !== "number" || !(amount > 0) || !isWholeCents(amount))
    refuse(400, "bad_request", "Invalid transaction_amount", [{ code: 1, description: "params error" }]);
  if (method !== "pix")
    refuse(400, "bad_request", "Only Pix is simulated without a checkout page", [
      { code: 1, description: "params error" },
    ]);
  const email = asText(payer.email) ?? "";
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    refuse(400, "bad_request", "payer.email must be a valid email", [
      { code: 4050, description: "payer.email must be a valid email" },
    ]);
  if (email === account.email)
    refuse(400, "bad_request", "Customer can't be equal to collector", [
      { code: 2060, description: "The customer can't be equal to the collector." },
    ]);
  const { notification_url: news } = fields;
  if (news !== undefined && news !== null && !URL.canParse(asText(news) ?? ""))
    refuse(400, "bad_request", "notificaction_url attribute must be url valid", [
      { code: 4020, description: "notificaction_url attribute must be url valid" },
    ]);
  if (expiration === undefined) return;
  const at = parseIsoWithOffset(asText(expiration) ?? "");
  if (at === null || at <= now)
    refuse(400, "bad_request", "Invalid date_of_expiration", [
      { code: 23, description: "The following parameters must be valid date and format: date_of_expiration" },
    ]);
}

function fieldsOf(request: Request): Fields {
  if (request.body === "") return {};
  const body = parseJson(request.body);
  return body === undefined ? refuse(400, "bad_request", "invalid json", []) : asFields(body);
}
