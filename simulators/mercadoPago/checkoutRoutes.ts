import { formFields, page, redirect, type Answer, type Request, type Route } from "../server/exchange";
import { parseReais } from "../server/money";
import type { Accounts } from "./accounts";
import { ACCREDITED, HOLDERS, payPreference, PIX_WAITING, type Holder, type Outcome } from "./cashier";
import { checkoutPage, closedPage, paymentPage, unknownPage } from "./checkoutPages";
import type { Payments } from "./payments";
import type { Preferences } from "./preferences";
import { returnAddress } from "./returnAddress";
import type { Payment, Preference } from "./state";

export interface CheckoutStyle {
  /** The service takes up to 40 seconds to lead an approved card payment back. */
  autoReturnSeconds: number;
}

/** Where a payment link leads to, and the payment made there. */
export class CheckoutRoutes {
  constructor(
    private readonly accounts: Accounts,
    private readonly preferences: Preferences,
    private readonly payments: Payments,
    readonly style: CheckoutStyle,
  ) {}

  routes(): Route[] {
    const showPayment = (request: Request): Answer => this.#show(this.payments.find(request.params.id ?? ""));
    return [
      { method: "GET", pattern: "/checkout/v1/redirect", handle: (request) => this.#open(request) },
      { method: "POST", pattern: "/checkout/v1/redirect", handle: (request) => this.#pay(request) },
      { method: "GET", pattern: "/checkout/v1/payment/:id", handle: showPayment },
      { method: "GET", pattern: "/payments/:id/ticket", handle: showPayment },
      { method: "POST", pattern: "/checkout/v1/payment/:id", handle: (request) => this.#turn(request) },
    ];
  }

  #open(request: Request): Answer {
    const preference = this.preferences.find(request.query.get("pref_id") ?? "");
    if (preference === undefined) return page(404, unknownPage());
    const account = this.accounts.byId(preference.collectorId);
    if (!this.preferences.isOpen(preference)) return page(200, closedPage(preference, account));
    return page(200, checkoutPage(preference, account, this.payments.ofPreference(preference.id)));
  }

  #pay(request: Request): Answer {
    const typed = formFields(request);
    const preference = this.preferences.find(typed.pref_id ?? "");
    if (preference === undefined) return page(404, unknownPage());
    const checkout = redirect(`/checkout/v1/redirect?pref_id=${preference.id}`);
    // Whoever left the page open until the link was closed sees so, and pays nothing.
    if (!this.preferences.isOpen(preference)) return checkout;
    switch (typed.purchase) {
      case "card":
        return this.#byCard(preference, outcomeOf(typed.holder), Number(typed.installments ?? 1));
      case "pix":
        return shown(payPreference(this.payments, preference, { method: "pix", outcome: PIX_WAITING }));
      case "amount": {
        const amountCents = parseReais(typed.amount ?? "");
        if (amountCents === null || amountCents === 0) return checkout;
        return shown(
          payPreference(this.payments, preference, { method: "credit_card", outcome: ACCREDITED, amountCents }),
        );
      }
      case "twice":
        payPreference(this.payments, preference, { method: "credit_card", outcome: ACCREDITED });
        return this.#byCard(preference, ACCREDITED, 1);
      case "abandon":
        return redirect(returnAddress(preference, null) ?? `/checkout/v1/redirect?pref_id=${preference.id}`);
      default:
        return checkout;
    }
  }

  #byCard(preference: Preference, outcome: Outcome, installments: number): Answer {
    return shown(payPreference(this.payments, preference, { method: "credit_card", outcome, installments }));
  }

  #turn(request: Request): Answer {
    const payment = this.payments.find(request.params.id ?? "");
    if (payment === undefined) return page(404, unknownPage());
    const isOpen = payment.status === "pending" || payment.status === "in_process";
    if (isOpen) this.#turnOpen(payment, formFields(request).action);
    return shown(payment);
  }

  #turnOpen(payment: Payment, action: string | undefined): void {
    if (action === "pay") this.payments.turn(payment, ACCREDITED.status, ACCREDITED.statusDetail);
    if (action === "expire") this.payments.turn(payment, "cancelled", "expired");
    if (action === "reject") this.payments.turn(payment, "rejected", "cc_rejected_high_risk");
  }

  #show(payment: Payment | undefined): Answer {
    if (payment === undefined) return page(404, unknownPage());
    const preference = this.preferences.find(payment.preferenceId ?? "") ?? null;
    const account = this.accounts.byId(payment.collectorId);
    return page(200, paymentPage(payment, preference, account, this.style.autoReturnSeconds));
  }
}

const shown = ({ id }: Payment): Answer => redirect(`/checkout/v1/payment/${id}`);

function outcomeOf(holder: string | undefined): Outcome {
  return holder !== undefined && holder in HOLDERS ? HOLDERS[holder as Holder] : HOLDERS.FORM;
}
