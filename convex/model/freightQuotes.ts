import { isCep } from "../../domain/addresses";
import { digitsOf } from "../../domain/documents";
import { freightFingerprint, splitQuantity } from "../../domain/freight";
import type { Doc, Id } from "../_generated/dataModel";
import { refuseWith } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import type { QuotedOption, QuotedProduct } from "../providers/melhorEnvio";
import { listCartItems } from "./carts";
import { findCheckout, putCheckout, summaryOf } from "./checkouts";
import { requireUnpaidOrder } from "./paymentBegin";
import { withdrawLink } from "./paymentLinks";
import { SHIPPING_FAILURES } from "./shippingFailures";
import type { ShippingFailure } from "./melhorEnvioAccess";
import { readShipping } from "./shippingSettings";

/** What carriers ask for an order: everything the question needs, and what its answer does to the checkout. */

export interface QuoteQuestion {
  readonly fromCep: string;
  readonly toCep: string;
  readonly products: readonly QuotedProduct[];
  readonly fingerprint: string;
}

/** Refused with `order_not_found`, `order_is_paid`, `invalid_cep`. */
export async function readQuoteQuestion(
  db: TenantReader,
  { orderId, cep }: { readonly orderId: Id<"orders">; readonly cep: string },
): Promise<QuoteQuestion> {
  const order = await requireUnpaidOrder(db, orderId);
  const toCep = digitsOf(cep);
  if (!isCep(toCep)) return refuseWith("invalid_cep");
  const items = order.cartId === null ? [] : await listCartItems(db, order.cartId);
  const settings = await readShipping(db);
  const products = await Promise.all(items.map((item) => toProducts(db, item, settings)));
  return {
    fromCep: settings.originCep,
    toCep,
    products: products.flat(),
    fingerprint: freightFingerprint(items),
  };
}

type Measures = Awaited<ReturnType<typeof readShipping>>;

/** Every thing is sent in the company's usual package. Source: specification §9 "Default package per item". */
async function toProducts(
  db: TenantReader,
  { productId, quantity, unitPriceCents }: Doc<"cartItems">,
  measures: Measures,
): Promise<QuotedProduct[]> {
  const id = (await db.get("products", productId))?.code ?? productId;
  return splitQuantity(quantity).map((part) => ({
    id,
    quantity: part,
    unitPriceCents,
    weightGrams: measures.defaultWeightGrams,
    lengthCm: measures.defaultLengthCm,
    heightCm: measures.defaultHeightCm,
    widthCm: measures.defaultWidthCm,
  }));
}

/**
 * Keeps what was quoted. What had been chosen stays chosen where it is still offered, at its new price; else the
 * customer collects the order.
 *
 * Refused with `order_not_found`, `order_is_paid`.
 */
export async function keepQuote(
  db: TenantWriter,
  quoted: {
    readonly orderId: Id<"orders">;
    readonly cep: string;
    readonly fingerprint: string;
    readonly options: readonly QuotedOption[];
  },
  now: number,
): Promise<void> {
  const order = await requireUnpaidOrder(db, quoted.orderId);
  const { cep, fingerprint } = quoted;
  const options = quoted.options.map((option) => ({ ...option, packages: [...option.packages] }));
  const before = await findCheckout(db, order._id);
  const chosenId = before?.freight?.option.optionId;
  const option = options.find(({ optionId }) => optionId === chosenId);
  const freight = option === undefined ? null : { cep, option };
  const after = await putCheckout(db, order, { quote: { cep, fingerprint, quotedAt: now, options }, freight });
  if (summaryOf(order, after).grandTotalCents === summaryOf(order, before).grandTotalCents) return;
  const closed = await withdrawLink(db, order, "total_changed");
  if (Object.keys(closed).length > 0) await db.patch("orders", order, closed);
}

const ONLY_PICKUP = " Só a retirada está disponível.";

/** What happened and what staff can do about it, at the checkout. */
export function quoteFailure(failure: ShippingFailure, reason: string | null): string {
  const said = reason === null ? "" : ` (${reason})`;
  if (failure === "refused" || failure === "not_found") return QUOTE_REFUSED + said;
  return (failure === "forbidden" ? QUOTE_FORBIDDEN : SHIPPING_FAILURES[failure]) + ONLY_PICKUP;
}

const QUOTE_REFUSED = "O Melhor Envio recusou o cálculo. Confira o CEP e as medidas em Configuração de Frete.";
const QUOTE_FORBIDDEN =
  "A conexão com o Melhor Envio não permite calcular frete. Conecte de novo em Configuração de Frete.";
