import { asFields, asText } from "../server/exchange";
import type { Payments } from "./payments";
import { UNCONFIRMED_MS } from "./payments";
import { itemsCents, linesOf, shippingCents } from "./preferences";
import type { Payment, PaymentStatus, Preference } from "./state";

export const METHODS = ["credit_card", "pix"] as const;
export type Method = (typeof METHODS)[number];

export interface Outcome {
  readonly status: PaymentStatus;
  readonly statusDetail: string;
}

/** What the name on a test card leads to. Source: contracts/mercado-pago.md §10, §4. */
export const HOLDERS = {
  APRO: { status: "approved", statusDetail: "accredited" },
  CONT: { status: "in_process", statusDetail: "pending_contingency" },
  OTHE: { status: "rejected", statusDetail: "cc_rejected_other_reason" },
  CALL: { status: "rejected", statusDetail: "cc_rejected_call_for_authorize" },
  FUND: { status: "rejected", statusDetail: "cc_rejected_insufficient_amount" },
  SECU: { status: "rejected", statusDetail: "cc_rejected_bad_filled_security_code" },
  EXPI: { status: "rejected", statusDetail: "cc_rejected_bad_filled_date" },
  FORM: { status: "rejected", statusDetail: "cc_rejected_bad_filled_other" },
} as const satisfies Readonly<Record<string, Outcome>>;
export type Holder = keyof typeof HOLDERS;

/** What a Pix is until somebody pays it, and after. */
export const PIX_WAITING: Outcome = { status: "pending", statusDetail: "pending_waiting_transfer" };
export const ACCREDITED: Outcome = HOLDERS.APRO;

const PIX_VALID_MS = 24 * 3_600_000;

export interface Purchase {
  readonly method: Method;
  readonly outcome: Outcome;
  readonly installments?: number;
  /** Another amount than what is asked for, in centavos. */
  readonly amountCents?: number;
}

/** Makes the payment that a person makes on the checkout page. */
export function payPreference(payments: Payments, preference: Preference, purchase: Purchase): Payment {
  const { fields } = preference;
  const isBinary = fields.binary_mode === true;
  const isPix = purchase.method === "pix";
  return payments.create({
    collectorId: preference.collectorId,
    preferenceId: preference.id,
    merchantOrderId: preference.merchantOrderId,
    method: isPix ? { id: "pix", type: "bank_transfer" } : { id: "master", type: "credit_card" },
    amountCents: purchase.amountCents ?? itemsCents(preference),
    shippingCents: purchase.amountCents === undefined ? shippingCents(preference) : 0,
    installments: isPix ? 1 : (purchase.installments ?? 1),
    description: linesOf(preference)[0]?.title ?? "",
    externalReference: asText(fields.external_reference) ?? null,
    notificationUrl: asText(fields.notification_url) ?? null,
    metadata: asFields(fields.metadata),
    payer: payerOf(preference),
    isBinary,
    expiresInMs: isPix ? PIX_VALID_MS : UNCONFIRMED_MS,
    outcome: isBinary ? settledAtOnce(purchase.outcome) : purchase.outcome,
  });
}

/** With `binary_mode` there is no pending: what would be is refused. */
function settledAtOnce(outcome: Outcome): Outcome {
  const isOpen = outcome.status === "pending" || outcome.status === "in_process";
  return isOpen ? { status: "rejected", statusDetail: "rejected_by_biz_rule" } : outcome;
}

function payerOf({ fields }: Preference): Payment["payer"] {
  const { email, identification } = asFields(fields.payer);
  return { id: "55555", email: email ?? null, identification: identification ?? {}, type: null };
}
