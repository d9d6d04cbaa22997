import { labelProblemText, type LabelProblem, type LabelStep } from "../../domain/labelProblems";
import { isBought } from "../../domain/shipments";
import type { Id } from "../_generated/dataModel";
import { randomHex } from "../lib/randomIds";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import type { Deed } from "./orderEvents";
import { settleBatchRow } from "./shipmentBatches";
import { writeStep } from "./shipmentBegin";
import { nextLookAt, takeNews } from "./shipmentNews";
import { CARRIER_ACTOR, changeShipment, type Shipment } from "./shipments";
import type { StepResult } from "./shipmentSteps";

/**
 * What goes on between two steps of a label, one transaction each.
 *
 *   1. `claimStep` writes down that the step is begun, and by whom: nobody else takes it meanwhile.
 *   2. The service is asked (`model/shipmentSteps.ts`).
 *   3. `settleStep` writes down what came of it, and when it goes on.
 *
 * Killed between 1 and 3, the claim runs out, the sweep finds the step, and whoever takes it next knows that it was begun.
 */

/** Longer than all calls of a step with their repeats. */
const CLAIM_MS = 120_000;

export interface Claim {
  readonly id: string;
  readonly shipment: Shipment;
  readonly begunBefore: number | null;
}

/** @returns null where there is nothing to do, or somebody is at it */
export async function claimStep(db: TenantWriter, shipmentId: Id<"shipments">, now: number): Promise<Claim | null> {
  const shipment = await db.get("shipments", shipmentId);
  const step = shipment?.step ?? null;
  if (shipment === null || step === null) return null;
  if (step.claim !== null && step.claim.until > now) return null;
  const claim = { id: randomHex(CLAIM_BYTES), until: now + CLAIM_MS };
  await db.patch("shipments", shipment, { step: { ...step, begunAt: now, claim }, nextStepAt: claim.until });
  return { id: claim.id, shipment, begunBefore: step.begunAt };
}

const CLAIM_BYTES = 8;

/**
 * Writes down what came of a step. News count whoever brings them; everything else only from who holds the claim.
 *
 * @returns how long until the step, or the one after it, is to be taken; null when the sweep finds it early enough
 */
export async function settleStep(
  db: TenantWriter,
  shipmentId: Id<"shipments">,
  { claimId, result }: { readonly claimId: string; readonly result: StepResult },
  now: number,
): Promise<number | null> {
  let shipment = await db.get("shipments", shipmentId);
  if (shipment === null) return null;
  const deed = deedOf(shipment, now);
  if (result.kind === "news") shipment = await takeNews(db, shipment, result.news, { deed, isAsked: true });
  const { step } = shipment;
  if (step === null || step.claim?.id !== claimId) return null;
  switch (result.kind) {
    case "news":
      return await settleNews(db, shipment, deed);
    case "printed":
      shipment = await changeShipment(db, shipment, { labelUrl: result.url }, deed);
      return await endStep(db, shipment, null, deed);
    case "asked":
      return await waitForService(db, shipment, deed);
    case "unknown":
      return await waitForAnswer(db, shipment, result.code, deed);
    case "gone":
      return await settleGone(db, shipment, deed);
    case "failed":
      return await endStep(db, shipment, { code: result.code, step: step.kind, reason: result.reason, at: now }, deed);
    default:
      return result satisfies never;
  }
}

/** Who a step is taken for. */
function deedOf({ step }: Shipment, at: number): Deed {
  return { actor: step === null ? CARRIER_ACTOR : { id: step.actorId, name: step.actorName }, at };
}

/**
 * A notice may have said what a step was to find out.
 *
 * @returns how long until the step after it is to be taken; null where there is none
 */
export async function endReachedStep(db: TenantWriter, shipment: Shipment, deed: Deed): Promise<number | null> {
  const { step } = shipment;
  if (step === null || outcomeOf(step.kind, shipment) === "open") return null;
  return await settleNews(db, shipment, { ...deed, actor: { id: step.actorId, name: step.actorName } });
}

async function settleNews(db: TenantWriter, shipment: Shipment, deed: Deed): Promise<number | null> {
  const { step } = shipment;
  if (step === null) return null;
  const outcome = outcomeOf(step.kind, shipment);
  if (outcome === "open") return await waitForAnswer(db, shipment, null, deed);
  const reason = OVERTAKEN[step.kind];
  const problem = outcome === "done" ? null : { code: "label_refused" as const, step: step.kind, reason, at: deed.at };
  return await endStep(db, shipment, problem, deed);
}

const OVERTAKEN: Readonly<Record<LabelStep, string | null>> = {
  create: null,
  pay: "a etiqueta foi cancelada ou venceu",
  generate: "a etiqueta foi cancelada ou venceu",
  print: "a etiqueta foi cancelada ou venceu",
  cancel: "a encomenda já foi postada",
};

/** Whether what a step was to reach is reached; `overtaken`: it never will be. */
function outcomeOf(kind: LabelStep, { state, labelId, times }: Shipment): "done" | "open" | "overtaken" {
  const isEnded = state === "cancelled" || state === "expired";
  switch (kind) {
    case "create":
      return labelId === null ? "open" : "done";
    case "pay":
      if (isBought(state)) return "done";
      return isEnded ? "overtaken" : "open";
    case "generate":
      if (isEnded) return "overtaken";
      return times.generatedAt === null && state === "paid" ? "open" : "done";
    case "print":
      return isEnded ? "overtaken" : "open";
    case "cancel":
      if (isEnded) return "done";
      return state === "posted" || state === "delivered" ? "overtaken" : "open";
    default:
      return kind satisfies never;
  }
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Making a label ready has never taken longer. */
const LAST_LOOK_FOR_GENERATED = 30;

async function waitForService(db: TenantWriter, shipment: Shipment, deed: Deed): Promise<number | null> {
  const { step } = shipment;
  if (step === null) return null;
  const attempts = step.attempts + 1;
  if (attempts > LAST_LOOK_FOR_GENERATED) {
    const reason = "a etiqueta ainda não ficou pronta; tente baixar de novo mais tarde";
    return await endStep(db, shipment, { code: "label_refused", step: step.kind, reason, at: deed.at }, deed);
  }
  const waitMs = Math.min(2 ** attempts * SECOND_MS, MINUTE_MS);
  // The sweep is for when this process is no more.
  const nextStepAt = deed.at + waitMs + MINUTE_MS;
  await db.patch("shipments", shipment, { step: { ...step, attempts, claim: null }, nextStepAt });
  return waitMs;
}

/** Nobody would wait longer to hear what became of it. */
const DOUBT_MS = 7 * 24 * HOUR_MS;

/** Nobody knows what became of a step: it stays, and is asked about again. */
async function waitForAnswer(
  db: TenantWriter,
  shipment: Shipment,
  code: LabelProblem | null,
  deed: Deed,
): Promise<number | null> {
  const { step } = shipment;
  if (step === null) return null;
  const kind = step.kind;
  if (deed.at - step.startedAt > DOUBT_MS) {
    return await endStep(db, shipment, { code: "nonsense", step: kind, reason: null, at: deed.at }, deed);
  }
  const attempts = step.attempts + 1;
  const waitMs = code === null ? Math.min(2 ** attempts * 15 * SECOND_MS, HOUR_MS / 2) : HOUR_MS;
  const problem = code === null ? null : { code, step: kind, reason: null, at: deed.at };
  await db.patch("shipments", shipment, {
    step: { ...step, attempts, claim: null },
    problem,
    nextStepAt: deed.at + waitMs,
  });
  return null;
}

/** The label is not there (any more). What was only in the cart is over with it. */
export async function settleGone(db: TenantWriter, shipment: Shipment, deed: Deed): Promise<number | null> {
  const kind = shipment.step?.kind ?? null;
  const problem = { code: "label_gone" as const, step: kind, reason: null, at: deed.at };
  // What was being paid for may have been paid at an account that is not this one any more.
  const isMoney = isBought(shipment.state) || kind === "pay";
  if (isMoney && kind !== "cancel") return await endStep(db, shipment, problem, deed);
  const isPending = shipment.state === "pending";
  const over = isPending ? shipment : await changeShipment(db, shipment, { state: "cancelled" }, deed);
  return await endStep(db, over, kind === "cancel" ? null : problem, deed);
}

type Problem = NonNullable<Shipment["problem"]>;

/** A step is over; where another follows of itself it is written down at once. */
async function endStep(
  db: TenantWriter,
  shipment: Shipment,
  problem: Problem | null,
  deed: Deed,
): Promise<number | null> {
  const { step } = shipment;
  const nextStepAt = nextLookAt(shipment, deed.at);
  const over = await changeShipment(db, shipment, { step: null, problem, nextStepAt }, deed);
  if (step === null) return null;
  const next = problem === null ? stepAfter(step.kind, over) : null;
  const goesOn = step.batchId !== null && next !== null && step.kind !== "pay";
  if (step.batchId !== null && !goesOn) {
    const message = problem === null ? null : labelProblemText(problem);
    await settleBatchRow(db, step.batchId, over.orderId, message);
  }
  if (next === null) return null;
  await writeStep(db, over, { kind: next, batchId: goesOn ? step.batchId : null }, deed);
  return 0;
}

/** What is bought is made ready, and what is ready is fetched. */
function stepAfter(kind: LabelStep, { state, times }: Shipment): LabelStep | null {
  if (state !== "paid") return null;
  if (kind === "pay") return times.generatedAt === null ? "generate" : "print";
  return kind === "generate" ? "print" : null;
}

/** Of one company at a time. */
const DUE_PER_SWEEP = 20;
/** Whoever is started by the sweep has this long before it is started again. */
const SWEEP_LEASE_MS = 5 * MINUTE_MS;

/** Shipments about which something is to be done by now. */
export async function dueShipments(db: TenantWriter, now: number): Promise<Id<"shipments">[]> {
  const due = await dueRows(db, now);
  for (const shipment of due) {
    const { step } = shipment;
    // Whoever had it in hand is not heard of any more.
    const freed = step === null ? {} : { step: { ...step, claim: null } };
    await db.patch("shipments", shipment, { ...freed, nextStepAt: now + SWEEP_LEASE_MS });
  }
  return due.map(({ _id }) => _id);
}

async function dueRows(db: TenantReader, now: number): Promise<Shipment[]> {
  return await db
    .query("shipments")
    .withIndex("by_tenantId_and_nextStepAt", (q) => q.gt("nextStepAt", 0).lte("nextStepAt", now))
    .take(DUE_PER_SWEEP);
}
