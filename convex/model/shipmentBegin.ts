import { isPost, labelIssues, type LabelIssue } from "../../domain/labels";
import { stepUnderWay, type LabelStep } from "../../domain/labelProblems";
import { refuse, type Refusal } from "../../domain/errors";
import { formatBRL } from "../../domain/money";
import { isAllowed, isBought, isUnderWay, type ShipmentState } from "../../domain/shipments";
import type { Doc, Id } from "../_generated/dataModel";
import { env } from "../_generated/server";
import { appError, refuseWith } from "../lib/errors";
import { randomHex } from "../lib/randomIds";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import {
  chosenOption,
  isOptionOutdated,
  parcelFor,
  readLabelFacts,
  type LabelFacts,
  type LabelOption,
} from "./labelFacts";
import { readAppSettings } from "./appSettings";
import type { Deed } from "./orderEvents";
import { requireOrder } from "./orders";
import { withdrawCharge } from "./shipmentCharges";
import { changeShipment, findShipment, NO_LABEL, putShipment, refuseAction, type Shipment } from "./shipments";

/** Everything that is decided before the service is asked for something: one transaction, which writes the step down. */

export type LabelWish =
  | { readonly action: "create"; readonly optionId: string | null }
  /** `seenPriceCents` null: whatever it costs (a batch shows the prices beforehand). */
  | { readonly action: "pay"; readonly seenPriceCents: number | null }
  | { readonly action: "download" }
  | { readonly action: "cancel" };

/** `joined`: somebody is at the very same; `already`: it has been done. */
export interface Begun {
  readonly kind: "begun" | "joined" | "already";
  readonly shipmentId: Id<"shipments">;
  readonly byName: string | null;
}

interface Beginning {
  readonly orderId: Id<"orders">;
  readonly wish: LabelWish;
  readonly slug: string;
  readonly batchId: Id<"shipmentBatches"> | null;
}

/**
 * Writes down what is to be asked of the service for an order's label. Pressed twice, or by two at the same moment, it is
 * asked once: the second finds the step, or what it has led to.
 *
 * Refused with `order_not_found`, `order_not_paid`, `order_is_empty`, `label_action_refused`, `label_freight_required`,
 * `freight_not_found`, `freight_outdated`, `label_one_volume`, `label_data_missing`, `label_price_changed`.
 */
export async function beginStep(db: TenantWriter, beginning: Beginning, deed: Deed): Promise<Begun> {
  const { orderId, wish } = beginning;
  const known = await findShipment(db, orderId);
  if (known !== null && known.step !== null) return joinStep(known, wish);
  if (wish.action === "create") return await beginCreating(db, beginning, known, deed);
  if (known === null) {
    await requireOrder(db, orderId);
    return refuseAction(wish.action, "pending");
  }
  if (isDone(known.state, wish.action)) return { kind: "already", shipmentId: known._id, byName: null };
  if (!isAllowed(known.state, wish.action)) return refuseAction(wish.action, known.state);
  if (wish.action === "pay") requirePrice(known, wish.seenPriceCents);
  if (wish.action === "cancel") await withdrawCharge(db, known, deed.at);
  return await writeStep(db, known, { kind: firstStep(wish.action, known), batchId: beginning.batchId }, deed);
}

/** The first thing to be asked for. What is bought but not made ready is made ready before it is printed. */
function firstStep(action: "pay" | "download" | "cancel", { times }: Shipment): LabelStep {
  if (action !== "download") return action;
  return times.generatedAt === null ? "generate" : "print";
}

/** What a wish is made of. */
export const STEPS_OF: Readonly<Record<LabelWish["action"], readonly LabelStep[]>> = {
  create: ["create"],
  pay: ["pay"],
  download: ["generate", "print"],
  cancel: ["cancel"],
};

/** Has a batch hear what becomes of a step that somebody else has begun. @returns false where another batch does */
export async function followStep(
  db: TenantWriter,
  shipmentId: Id<"shipments">,
  batchId: Id<"shipmentBatches">,
): Promise<boolean> {
  const shipment = await db.get("shipments", shipmentId);
  const step = shipment?.step ?? null;
  if (shipment === null || step === null || step.batchId !== null) return false;
  await db.patch("shipments", shipment, { step: { ...step, batchId } });
  return true;
}

/** Refused with `label_action_refused` where something else is under way. */
function joinStep({ _id: shipmentId, step, state }: Shipment, { action }: LabelWish): Begun {
  if (step !== null && STEPS_OF[action].includes(step.kind))
    return { kind: "joined", shipmentId, byName: step.actorName };
  if (isDone(state, action)) return { kind: "already", shipmentId, byName: null };
  throw appError(refuse("label_action_refused", { text: stepUnderWay(step?.actorName ?? "Alguém") }).refusal);
}

function isDone(state: ShipmentState, action: LabelWish["action"]): boolean {
  switch (action) {
    case "create":
      return isUnderWay(state) || state === "delivered";
    case "pay":
      return isBought(state);
    case "cancel":
      return state === "cancelled";
    case "download":
      return false;
    default:
      return action satisfies never;
  }
}

function requirePrice({ priceCents }: Shipment, seenPriceCents: number | null): void {
  if (seenPriceCents === null || priceCents === null || priceCents === seenPriceCents) return;
  throw appError(refuse("label_price_changed", { priceCents, shown: formatBRL(priceCents) }).refusal);
}

/** Whoever takes a step at once has this long before the sweep takes it for forgotten. */
export const STEP_LEASE_MS = 60_000;

interface NewStep {
  readonly kind: LabelStep;
  readonly batchId: Id<"shipmentBatches"> | null;
}

export async function writeStep(db: TenantWriter, shipment: Shipment, step: NewStep, deed: Deed): Promise<Begun> {
  const after = await changeShipment(db, shipment, stepFields(step, deed), deed);
  return { kind: "begun", shipmentId: after._id, byName: null };
}

function stepFields({ kind, batchId }: NewStep, { actor, at }: Deed) {
  return {
    step: {
      kind,
      actorId: actor.id,
      actorName: actor.name,
      startedAt: at,
      attempts: 0,
      begunAt: null,
      claim: null,
      batchId,
    },
    problem: null,
    nextStepAt: at + STEP_LEASE_MS,
  };
}

async function beginCreating(
  db: TenantWriter,
  { orderId, wish, slug, batchId }: Beginning,
  known: Shipment | null,
  deed: Deed,
): Promise<Begun> {
  const order = await requirePaidOrder(db, orderId);
  const state = known?.state ?? "pending";
  if (known !== null && isDone(state, "create")) return { kind: "already", shipmentId: known._id, byName: null };
  const facts = await readLabelFacts(db, order, known);
  const option = requireOption(facts, wish.action === "create" ? wish.optionId : null);
  const { optionId, name, company, priceCents, deliveryDays } = option.option;
  const parcel = requireParcel(facts, option);
  requireComplete(facts, company);
  const { sender, recipient } = facts;
  const request = {
    serviceId: optionId,
    sender,
    recipient,
    volumes: [...parcel.volumes],
    insuredCents: parcel.insuredCents,
    lines: [...parcel.lines],
    orderNumber: order.number,
    ...(await readShopUrl(db)),
  };
  const fields = {
    ...NO_LABEL,
    key: `t_${slug}:order_${order.number}:${randomHex(KEY_BYTES)}`,
    service: { optionId, name, company, priceCents, deliveryDays },
    request,
    createdAt: deed.at,
    createdByName: deed.actor.name,
    ...stepFields({ kind: "create", batchId }, deed),
  };
  const shipment = await putShipment(db, order, fields, deed);
  return { kind: "begun", shipmentId: shipment._id, byName: null };
}

const KEY_BYTES = 6;

async function readShopUrl(db: TenantReader): Promise<{ readonly shopUrl?: string }> {
  const { publicBaseUrl } = await readAppSettings(db);
  const base = publicBaseUrl || env.SITE_URL || "";
  return base === "" ? {} : { shopUrl: `${base.replace(/\/+$/, "")}/etiquetas` };
}

/** Refused with `order_not_found`, `order_not_paid`. */
export async function requirePaidOrder(db: TenantReader, orderId: Id<"orders">): Promise<Doc<"orders">> {
  const order = await requireOrder(db, orderId);
  return order.isPaid ? order : refuseWith("order_not_paid");
}

function requireOption(facts: LabelFacts, optionId: string | null): LabelOption {
  if (facts.lines.length === 0) return refuseWith("order_is_empty");
  const option = chosenOption(facts, optionId);
  if (option === null) return refuseWith(optionId === null ? "label_freight_required" : "freight_not_found");
  return isOptionOutdated(facts, option) ? refuseWith("freight_outdated") : option;
}

function requireParcel(facts: LabelFacts, option: LabelOption) {
  const parcel = parcelFor(facts, option);
  const volumes = parcel.volumes.length;
  if (volumes > 1 && isPost(option.option.company)) throw appError(refuse("label_one_volume", { volumes }).refusal);
  return parcel;
}

/** Looked at before anything is bought: number, neighbourhood, CPF and the rest. Refused with `label_data_missing`. */
function requireComplete({ sender, recipient }: LabelFacts, company: string): void {
  const ofSender = labelIssues(sender, company);
  const ofRecipient = labelIssues(recipient, company, sender.document);
  const missing = (who: "sender" | "recipient", issues: readonly LabelIssue[]): Refusal => {
    const text = issues.map(({ message }) => message).join("; ");
    return refuse("label_data_missing", { who, field: issues[0]?.field ?? "name", text }).refusal;
  };
  if (ofRecipient.length > 0) throw appError(missing("recipient", ofRecipient));
  if (ofSender.length > 0) throw appError(missing("sender", ofSender));
}
