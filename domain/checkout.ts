import { isCep, isState } from "./addresses";
import { discountOf, type Discount } from "./coupons";
import { tidyAddress, type CustomerAddress, MAX_CUSTOMER_TEXT } from "./customers";
import { digitsOf, isCpf } from "./documents";
import { ok, refuse, type Result } from "./errors";
import type { Cents } from "./money";

/** What an order comes to at the checkout. */
export interface CheckoutSummary {
  /** Lines and adjustment. */
  readonly totalCents: Cents;
  readonly discountCents: Cents;
  readonly freightCents: Cents;
  /** 'Total Geral'. */
  readonly grandTotalCents: Cents;
}

/** Total Geral = total − discount + freight. Source: product.md "Selling". */
export function summarize(
  totalCents: Cents,
  { discount, freightCents }: { readonly discount: Discount | null; readonly freightCents: Cents },
): CheckoutSummary {
  const discountCents = discount === null ? 0 : discountOf(discount, totalCents);
  return { totalCents, discountCents, freightCents, grandTotalCents: totalCents - discountCents + freightCents };
}

/** Who an order goes to, as a checkout knows it. Null is not known. */
export interface CheckoutCustomer {
  readonly name: string | null;
  /** 11 digits. */
  readonly cpf: string | null;
  readonly email: string | null;
  readonly address: CustomerAddress | null;
}

export interface TypedCustomer {
  readonly name: string;
  readonly cpf: string;
  readonly email: string;
  readonly address: CustomerAddress | null;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** As the payment provider takes it. Source: contracts/mercado-pago.md §2. */
const MAX_EMAIL = 150;

/**
 * The form of a checkout as it is kept: nothing in it is required until the order is finalized, but what is filled in is
 * right.
 *
 * Refused with `invalid_document`, `invalid_email`, `invalid_cep`, `invalid_state`, `value_too_long`.
 * Source: specification §5 "Checkout lookup", UX conventions N5.
 */
export function checkCheckoutCustomer(typed: TypedCustomer): Result<CheckoutCustomer> {
  const name = filled(typed.name);
  const cpf = filled(digitsOf(typed.cpf));
  const email = filled(typed.email)?.toLowerCase() ?? null;
  const address = tidyAddress(typed.address);
  if (cpf !== null && !isCpf(cpf)) return refuse("invalid_document");
  if (email !== null && !EMAIL.test(email)) return refuse("invalid_email");
  if (address !== null && address.cep !== "" && !isCep(address.cep)) return refuse("invalid_cep");
  if (address !== null && address.state !== "" && !isState(address.state)) return refuse("invalid_state");
  if ((email?.length ?? 0) > MAX_EMAIL) return refuse("value_too_long", { max: MAX_EMAIL });
  const texts = [name ?? "", ...Object.values<string>(address === null ? {} : { ...address })];
  if (texts.some((text) => text.length > MAX_CUSTOMER_TEXT)) {
    return refuse("value_too_long", { max: MAX_CUSTOMER_TEXT });
  }
  return ok({ name, cpf, email, address });
}

function filled(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === "" ? null : trimmed;
}

export interface ReadyToFinalize {
  readonly lines: number;
  readonly customer: CheckoutCustomer;
  /** Null when the customer collects the order. */
  readonly freight: { readonly isOutdated: boolean } | null;
}

/**
 * Whether an order can be finalized as it stands.
 *
 * Refused with `order_is_empty`, `checkout_customer_required`, `checkout_address_required` (unless collected),
 * `freight_outdated`.
 * Source: specification §5 "Finalizing".
 */
export function checkReadyToFinalize({ lines, customer, freight }: ReadyToFinalize): Result<null> {
  if (lines === 0) return refuse("order_is_empty");
  if (customer.name === null || customer.cpf === null) return refuse("checkout_customer_required");
  if (freight === null) return ok(null);
  const { address } = customer;
  if (address === null || address.cep === "" || address.street === "") return refuse("checkout_address_required");
  return freight.isOutdated ? refuse("freight_outdated") : ok(null);
}
