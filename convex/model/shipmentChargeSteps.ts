import { statementDescriptor } from "../../domain/paymentRequest";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { refuseWith } from "../lib/errors";
import {
  createLink,
  expireLink,
  searchPayments,
  type LinkRequest,
  type MercadoPagoAccess,
  type PaymentFailure,
} from "../providers/mercadoPago";
import { refusalOf } from "./paymentSteps";
import type { OwnAddresses } from "./providerAddresses";
import type { Charge } from "./shipmentCharges";

/** The steps of a charge that speak to the payment provider; those of an order's link are in `paymentSteps.ts`. */

type Work = Pick<ActionCtx, "runQuery" | "runMutation">;

export interface ChargeKey {
  readonly tenantId: Id<"tenants">;
  readonly chargeId: Id<"shipmentCharges">;
}

export interface ChargeFacts {
  readonly charge: Charge;
  readonly tenantName: string;
  readonly slug: string;
  readonly access: MercadoPagoAccess | null;
  readonly own: OwnAddresses;
}

export interface ChargeShown {
  readonly url: string;
  readonly amountCents: number;
  readonly expiresAt: number;
}

/** Makes the link that was written down, or gives it where it is made already: the same key makes no second one. */
export async function makeCharge(ctx: Work, key: ChargeKey): Promise<ChargeShown> {
  const facts = await ctx.runQuery(internal.labelWork.chargeFacts, key);
  if (facts === null) return refuseWith("order_not_found");
  const { charge, access } = facts;
  const { amountCents, expiresAt } = charge;
  if (charge.url !== null && charge.state === "open") return { url: charge.url, amountCents, expiresAt };
  if (access === null) return refuseWith("payments_not_configured");
  const made = await make(ctx, key, facts, access);
  if (!made.ok) throw refusalOf(made.failure);
  return { url: made.url, amountCents, expiresAt };
}

type Made = { readonly ok: true; readonly url: string } | { readonly ok: false; readonly failure: PaymentFailure };

async function make(ctx: Work, key: ChargeKey, facts: ChargeFacts, access: MercadoPagoAccess): Promise<Made> {
  const made = await createLink(access, toRequest(facts));
  if (!made.ok) {
    // Lost, or an answer nobody understands: it may be made all the same.
    const isFinal = made.failure.kind === "refused" || made.failure.kind === "unauthorized";
    await ctx.runMutation(internal.labelWork.chargeNotMade, { ...key, isFinal });
    return made;
  }
  const { preferenceId, url } = made.value;
  await ctx.runMutation(internal.labelWork.chargeMade, { ...key, preferenceId, url });
  return { ok: true, url };
}

function toRequest({ charge, tenantName, slug, own }: ChargeFacts): LinkRequest {
  return {
    idempotencyKey: charge.key,
    reference: charge.publicRef,
    items: charge.items,
    payer: { ...charge.payer, cep: null, street: null, streetNumber: null },
    returnUrl: own.returnPage === null ? null : `${own.returnPage}?ref=${charge.publicRef}`,
    notificationUrl: own.notificationUrl,
    statementDescriptor: statementDescriptor(tenantName),
    createdAt: charge.createdAt,
    expiresAt: charge.expiresAt,
    metadata: { tenant: slug, order_number: charge.orderNumber, link: charge.key },
  };
}

/** The next step of a charge, whatever it is: make it, ask about its payments, close it there. */
export async function stepCharge(ctx: Work, key: ChargeKey): Promise<void> {
  const facts = await ctx.runQuery(internal.labelWork.chargeFacts, key);
  if (facts === null) return;
  const { charge, access } = facts;
  const stepped = (step: { isDone: boolean; isClosedThere: boolean }) =>
    ctx.runMutation(internal.labelWork.chargeStepped, { ...key, ...step });
  if (access === null) {
    await stepped({ isDone: false, isClosedThere: false });
    return;
  }
  if (charge.state === "creating") {
    await make(ctx, key, facts, access);
    return;
  }
  const isOpen = charge.state === "open";
  const isClosed = isOpen || (await closeThere(access, charge));
  const found = await searchPayments(access, charge.publicRef);
  if (found.ok) {
    for (const news of found.value) {
      await ctx.runMutation(internal.paymentWork.settle, { tenantId: key.tenantId, news });
    }
  }
  await stepped({ isDone: isClosed && found.ok, isClosedThere: isClosed && !isOpen });
}

/** @returns whether the provider knows that the link is closed */
async function closeThere(
  access: MercadoPagoAccess,
  { isClosedThere, preferenceId, createdAt }: Charge,
): Promise<boolean> {
  // A link whose making was never answered has an address that nobody was ever given.
  if (isClosedThere || preferenceId === null) return true;
  const answer = await expireLink(access, { preferenceId, createdAt, now: Date.now() });
  return answer.ok || answer.failure.kind === "not_found";
}
