import { refuse } from "../../domain/errors";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { appError, refuseWith } from "../lib/errors";
import {
  cancelPayment,
  createLink,
  expireLink,
  getPayment,
  searchPayments,
  type MercadoPagoAccess,
  type PaymentFailure,
  type PaymentNews,
} from "../providers/mercadoPago";
import type { OwnAddresses } from "./providerAddresses";
import { statementDescriptor } from "../../domain/paymentRequest";
import type { Look } from "./webhookLogs";

/** The steps of payments that speak to the provider. Each asks, is answered, and hands the answer to one transaction. */

type Work = Pick<ActionCtx, "runQuery" | "runMutation">;

interface LinkKey {
  readonly tenantId: Id<"tenants">;
  readonly linkId: Id<"paymentLinks">;
}

export interface LinkFacts {
  readonly link: Doc<"paymentLinks">;
  readonly tenantName: string;
  readonly slug: string;
  /** Null where the company has no credentials (any more). */
  readonly access: MercadoPagoAccess | null;
  readonly own: OwnAddresses;
}

export interface LinkShown {
  readonly url: string;
  readonly amountCents: number;
  readonly expiresAt: number;
}

/**
 * Makes the link that was written down, or gives it where it is made already.
 *
 * An answer that is lost leaves open whether the link was made there. It is sent again with the same key, which makes
 * no second one; if it stays lost, the sweep goes on with it, and pressing again does too.
 */
export async function makeLink(ctx: Work, { tenantId, linkId }: LinkKey): Promise<LinkShown> {
  const facts = await ctx.runQuery(internal.paymentWork.linkFacts, { tenantId, linkId });
  if (facts === null) return refuseWith("order_not_found");
  const { link, access } = facts;
  const { amountCents, expiresAt } = link;
  if (link.url !== null && link.state === "open") return { url: link.url, amountCents, expiresAt };
  if (access === null) return refuseWith("payments_not_configured");
  const made = await createLink(access, toRequest(facts));
  if (!made.ok) {
    // Lost, or an answer nobody understands: it may be made all the same.
    const isFinal = made.failure.kind === "refused" || made.failure.kind === "unauthorized";
    await ctx.runMutation(internal.paymentWork.linkNotMade, { tenantId, linkId, isFinal });
    throw refusalOf(made.failure);
  }
  await ctx.runMutation(internal.paymentWork.linkMade, { tenantId, linkId, ...made.value });
  return { url: made.value.url, amountCents, expiresAt };
}

function toRequest({ link, tenantName, slug, own }: LinkFacts) {
  return {
    idempotencyKey: link.key,
    reference: link.publicRef,
    items: link.items,
    payer: link.payer,
    returnUrl: own.returnPage === null ? null : `${own.returnPage}?ref=${link.publicRef}`,
    notificationUrl: own.notificationUrl,
    statementDescriptor: statementDescriptor(tenantName),
    createdAt: link.createdAt,
    expiresAt: link.expiresAt,
    metadata: { tenant: slug, order_number: link.orderNumber, link: link.key },
  };
}

/** What a person reads when the provider did not do what was asked. */
export function refusalOf(failure: PaymentFailure): Error {
  switch (failure.kind) {
    case "unavailable":
      return appError(refuse("payment_provider_unavailable").refusal);
    case "unauthorized":
      return appError(refuse("payment_provider_unauthorized").refusal);
    case "refused":
      return appError(refuse("payment_request_refused", { reason: failure.reason }).refusal);
    case "not_found":
    case "nonsense":
      return appError(refuse("invalid_provider_answer").refusal);
    default:
      return failure satisfies never;
  }
}

/** The next step of a link, whatever it is: make it, ask about its payments, close it there. */
export async function stepLink(ctx: Work, { tenantId, linkId }: LinkKey): Promise<void> {
  const facts = await ctx.runQuery(internal.paymentWork.linkFacts, { tenantId, linkId });
  if (facts === null) return;
  const { link, access } = facts;
  if (access === null) return await stepped(ctx, { tenantId, linkId }, { isDone: false, isClosedThere: false });
  if (link.state === "creating") {
    const made = await createLink(access, toRequest(facts));
    if (made.ok) await ctx.runMutation(internal.paymentWork.linkMade, { tenantId, linkId, ...made.value });
    else {
      const isFinal = made.failure.kind === "refused" || made.failure.kind === "unauthorized";
      await ctx.runMutation(internal.paymentWork.linkNotMade, { tenantId, linkId, isFinal });
    }
    return;
  }
  const closed = link.state === "open" ? true : await closeThere(access, link);
  const found = await searchPayments(access, link.publicRef);
  if (found.ok) {
    for (const news of found.value) await settle(ctx, tenantId, news);
    // Whoever has begun to pay by a link that is closed must not finish: the amount is no longer the order's.
    const begun = link.state === "open" ? [] : found.value.filter(({ status }) => status === "pending");
    for (const { paymentId } of begun) await cancelBegun(ctx, { tenantId, access }, paymentId);
  }
  await stepped(
    ctx,
    { tenantId, linkId },
    { isDone: closed && found.ok, isClosedThere: closed && link.state !== "open" },
  );
}

/** @returns whether the provider knows that the link is closed */
async function closeThere(access: MercadoPagoAccess, link: Doc<"paymentLinks">): Promise<boolean> {
  const { preferenceId, createdAt } = link;
  // A link whose making was never answered has an address that nobody was ever given.
  if (link.isClosedThere || preferenceId === null) return true;
  const answer = await expireLink(access, { preferenceId, createdAt, now: Date.now() });
  return answer.ok || answer.failure.kind === "not_found";
}

async function cancelBegun(
  ctx: Work,
  { tenantId, access }: { readonly tenantId: Id<"tenants">; readonly access: MercadoPagoAccess },
  paymentId: string,
): Promise<void> {
  const answer = await cancelPayment(access, paymentId);
  if (!answer.ok) return;
  const now = await getPayment(access, paymentId);
  if (now.ok && now.value !== "foreign_currency") await settle(ctx, tenantId, now.value);
}

async function stepped(
  ctx: Work,
  key: LinkKey,
  step: { readonly isDone: boolean; readonly isClosedThere: boolean },
): Promise<void> {
  await ctx.runMutation(internal.paymentWork.stepped, { ...key, ...step });
}

async function settle(ctx: Work, tenantId: Id<"tenants">, news: PaymentNews): Promise<string> {
  return await ctx.runMutation(internal.paymentWork.settle, { tenantId, news });
}

/** Asks for everything that was paid towards an order, and takes it in. @returns why not; null where it went well */
export async function refreshPayments(
  ctx: Work,
  { tenantId, publicRef, access }: { tenantId: Id<"tenants">; publicRef: string; access: MercadoPagoAccess },
): Promise<PaymentFailure | null> {
  const found = await searchPayments(access, publicRef);
  if (!found.ok) return found.failure;
  for (const news of found.value) await settle(ctx, tenantId, news);
  return null;
}

const FAILURE_WORDS: Readonly<Record<PaymentFailure["kind"], string>> = {
  unavailable: "o Mercado Pago não respondeu",
  unauthorized: "o Mercado Pago recusou as credenciais",
  not_found: "o Mercado Pago não conhece este pagamento nesta conta",
  nonsense: "resposta inválida do Mercado Pago",
  refused: "o Mercado Pago recusou a consulta",
};

/** Looks into a notice: what it says is a payment is asked for at the provider, with the company's own credentials. */
export async function lookIntoPayment(
  ctx: Work,
  { tenantId, access, paymentId }: { tenantId: Id<"tenants">; access: MercadoPagoAccess | null; paymentId: string },
): Promise<Look> {
  if (access === null) return { outcome: "failed", detail: "sem Access Token", mayRepeat: false };
  const answer = await getPayment(access, paymentId);
  if (!answer.ok) {
    const { kind } = answer.failure;
    // A payment that was made this very moment is not always there yet.
    const mayRepeat = kind === "unavailable" || kind === "nonsense" || kind === "not_found";
    const outcome = kind === "not_found" ? "ignored" : "failed";
    return { outcome, detail: FAILURE_WORDS[kind], mayRepeat };
  }
  if (answer.value === "foreign_currency") return { outcome: "ignored", detail: "outra moeda", mayRepeat: false };
  const settled = await settle(ctx, tenantId, answer.value);
  if (settled === "foreign") return { outcome: "ignored", detail: "não é de um pedido desta loja", mayRepeat: false };
  return { outcome: "done", detail: settled === "known" ? "nada de novo" : "", mayRepeat: false };
}
