import type { LabelProblem } from "../../domain/labelProblems";
import { isBought, NO_TIMES, stateOfLabel, type ShipmentState } from "../../domain/shipments";
import type { Id } from "../_generated/dataModel";
import type { MelhorEnvioAccess, MelhorEnvioAnswer } from "../providers/melhorEnvioCall";
import { newsWith, type LabelNews } from "../providers/melhorEnvioNews";
import {
  buyLabel,
  cancelLabel,
  findLabel,
  generateLabel,
  insertLabel,
  isAboutWallet,
  printLabels,
  readLabel,
  removeLabel,
} from "../providers/melhorEnvioShipments";
import { withMelhorEnvio, type ShippingAnswer } from "./melhorEnvioAccess";
import type { Work } from "./oauthWork";
import type { Shipment } from "./shipments";

/**
 * The steps of a label that speak to the service. Each is asked, is answered, and hands the answer to one transaction
 * (`model/shipmentWork.ts`). A step that was begun before, by somebody who was killed or whose answer was lost, begins by
 * asking what became of it: only what was not done is asked for again.
 */

export interface ClaimedStep {
  readonly tenantId: Id<"tenants">;
  readonly shipment: Shipment;
  /** When the step was last begun; null when nobody has begun it. */
  readonly begunBefore: number | null;
}

export type StepResult =
  | { readonly kind: "news"; readonly news: LabelNews }
  /** The service is at it. */
  | { readonly kind: "asked" }
  | { readonly kind: "printed"; readonly url: string }
  /** The service has no such label (any more). */
  | { readonly kind: "gone" }
  /** Nobody knows whether it was done. `code`: what keeps us from finding out; null where it is only a matter of time. */
  | { readonly kind: "unknown"; readonly code: LabelProblem | null }
  /** It was not done. */
  | { readonly kind: "failed"; readonly code: LabelProblem; readonly reason: string | null };

type Ask = <Value>(
  question: (access: MelhorEnvioAccess) => Promise<MelhorEnvioAnswer<Value>>,
) => Promise<ShippingAnswer<Value>>;

export async function takeStep(ctx: Work, claimed: ClaimedStep): Promise<StepResult> {
  const ask: Ask = (question) => withMelhorEnvio(ctx, claimed.tenantId, question);
  const { step, labelId } = claimed.shipment;
  if (step?.kind === "create") return await create(ask, claimed);
  if (step === null || labelId === null) return { kind: "gone" };
  switch (step.kind) {
    case "pay":
      return await pay(ask, claimed, labelId);
    case "generate":
      return await generate(ask, claimed, labelId);
    case "print":
      return await print(ask, labelId);
    case "cancel":
      return await cancel(ask, claimed, labelId);
    default:
      return step.kind satisfies never;
  }
}

/** A request whose answer was lost has been worked through by then, or never will be. */
const LOST_REQUEST_MS = 30_000;

async function create(ask: Ask, { shipment, begunBefore }: ClaimedStep): Promise<StepResult> {
  const { key, request } = shipment;
  if (key === null || request === null) return { kind: "gone" };
  const find = () => ask((access) => findLabel(access, key));
  if (begunBefore !== null) {
    const found = await find();
    if (!found.ok) return unknownBy(found);
    if (found.value !== null) return { kind: "news", news: found.value };
    if (Date.now() - begunBefore < LOST_REQUEST_MS) return { kind: "unknown", code: null };
  }
  const made = await ask((access) => insertLabel(access, request, key));
  if (made.ok) return { kind: "news", news: made.value };
  if (!made.isLost) return failedBy(made);
  const found = await find();
  return found.ok && found.value !== null ? { kind: "news", news: found.value } : { kind: "unknown", code: null };
}

async function pay(ask: Ask, { begunBefore }: ClaimedStep, labelId: string): Promise<StepResult> {
  const look = () => ask((access) => readLabel(access, labelId));
  if (begunBefore !== null) {
    const seen = await look();
    if (!seen.ok) return unknownBy(seen);
    // Bought, or cancelled, or run out: there is nothing left to pay for.
    if (stateOf(seen.value) !== "created_awaiting_payment") return { kind: "news", news: seen.value };
  }
  const paid = await ask((access) => buyLabel(access, labelId));
  if (paid.ok) return { kind: "news", news: withTime(await look(), labelId, "paidAt", "released") };
  if (!paid.isLost && paid.failure !== "refused") return failedBy(paid);
  // Refused, it may have been bought before; lost, it may have been bought just now.
  const seen = await look();
  if (seen.ok && stateOf(seen.value) !== "created_awaiting_payment") return { kind: "news", news: seen.value };
  if (paid.isLost) return { kind: "unknown", code: null };
  const { reason } = paid;
  return { kind: "failed", code: isAboutWallet(reason) ? "wallet_empty" : "label_refused", reason };
}

/** Looks before it is asked for again: it takes the service a moment. */
const LOOKS_FOR_GENERATED = 6;

async function generate(ask: Ask, { shipment, begunBefore }: ClaimedStep, labelId: string): Promise<StepResult> {
  const look = () => ask((access) => readLabel(access, labelId));
  const attempts = shipment.step?.attempts ?? 0;
  if (begunBefore !== null) {
    const seen = await look();
    if (!seen.ok) return unknownBy(seen);
    if (isReady(seen.value)) return { kind: "news", news: seen.value };
    if (attempts % LOOKS_FOR_GENERATED !== 0) return { kind: "asked" };
  }
  const said = await ask((access) => generateLabel(access, labelId));
  if (!said.ok && !said.isLost) return failedBy(said);
  const seen = await look();
  if (seen.ok && isReady(seen.value)) return { kind: "news", news: seen.value };
  if (said.ok && said.value !== null) return { kind: "failed", code: "label_refused", reason: said.value };
  return { kind: "asked" };
}

async function print(ask: Ask, labelId: string): Promise<StepResult> {
  const printed = await ask((access) => printLabels(access, [labelId]));
  return printed.ok ? { kind: "printed", url: printed.value } : failedBy(printed);
}

async function cancel(ask: Ask, { shipment, begunBefore }: ClaimedStep, labelId: string): Promise<StepResult> {
  const look = () => ask((access) => readLabel(access, labelId));
  if (begunBefore !== null) {
    const seen = await look();
    if (!seen.ok) return unknownBy(seen);
    if (isOver(seen.value)) return { kind: "news", news: seen.value };
  }
  // Out of the cart it is gone; what was bought stays, cancelled.
  const isOwned = isBought(shipment.state);
  const done = await ask((access) => (isOwned ? cancelLabel(access, labelId) : removeLabel(access, labelId)));
  if (done.ok && isOwned) return { kind: "news", news: withTime(await look(), labelId, "canceledAt", "canceled") };
  if (!done.ok && !done.isLost && done.failure !== "refused") return failedBy(done);
  const seen = await look();
  if (!seen.ok) return unknownBy(seen);
  if (isOver(seen.value)) return { kind: "news", news: seen.value };
  return done.ok || done.isLost ? { kind: "unknown", code: null } : failedBy(done);
}

/** How a label stands now; null where nobody can be asked. For looks without a step. */
export async function lookAtLabel(
  ctx: Work,
  tenantId: Id<"tenants">,
  labelId: string,
): Promise<Extract<StepResult, { kind: "news" | "gone" | "failed" }>> {
  const seen = await withMelhorEnvio(ctx, tenantId, (access) => readLabel(access, labelId));
  if (seen.ok) return { kind: "news", news: seen.value };
  return seen.failure === "not_found" ? { kind: "gone" } : failedBy(seen);
}

function stateOf({ status, times }: LabelNews): ShipmentState {
  return stateOfLabel(status, times);
}

function isReady(news: LabelNews): boolean {
  return news.times.generatedAt !== null || isOver(news);
}

/** Nothing more can be asked for: it is on its way, or will never be. */
function isOver(news: LabelNews): boolean {
  const state = stateOf(news);
  return state !== "created_awaiting_payment" && state !== "paid";
}

/** What was just done counts, also where the service's list does not show it yet. */
function withTime(
  seen: ShippingAnswer<LabelNews>,
  labelId: string,
  field: "paidAt" | "canceledAt",
  status: string,
): LabelNews {
  const now = Date.now();
  if (!seen.ok) return newsWith(labelId, status, { [field]: now });
  const times = { ...NO_TIMES, ...seen.value.times };
  return { ...seen.value, times: { ...times, [field]: times[field] ?? now } };
}

const CODES: Readonly<Record<(ShippingAnswer<never> & { ok: false })["failure"], LabelProblem>> = {
  not_connected: "not_connected",
  unauthorized: "unauthorized",
  forbidden: "scope_missing",
  not_found: "label_gone",
  refused: "label_refused",
  unavailable: "unavailable",
  nonsense: "nonsense",
};

type No = Extract<ShippingAnswer<never>, { ok: false }>;

function failedBy({ failure, reason }: No): Extract<StepResult, { kind: "failed" }> {
  return { kind: "failed", code: CODES[failure], reason };
}

/** What was begun and cannot be asked about stays open: nobody may take it for done, or for not done. */
function unknownBy({ failure }: No): StepResult {
  if (failure === "not_found") return { kind: "gone" };
  const isPassing = failure === "unavailable" || failure === "nonsense";
  return { kind: "unknown", code: isPassing ? null : CODES[failure] };
}
