import { labelProblemText, STEP_IN_DOUBT, stepUnderWay, type LabelStep } from "../../domain/labelProblems";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { Work } from "./oauthWork";
import { STEPS_OF, type LabelWish } from "./shipmentBegin";
import type { Shipment } from "./shipments";
import { lookAtLabel, takeStep } from "./shipmentSteps";

/** Taking the steps of a label from an action: those that somebody waits for, and those that go on by themselves. */

export interface ShipmentKey {
  readonly tenantId: Id<"tenants">;
  readonly shipmentId: Id<"shipments">;
}

/** What whoever pressed a button is told. */
export interface LabelOutcome {
  readonly outcome: "done" | "failed" | "working";
  /** What happened and what to do. */
  readonly message: string | null;
}

/** Takes the step that a shipment stands at, where nobody else is at it. */
export async function runStep(ctx: Work, key: ShipmentKey): Promise<void> {
  const { tenantId, shipmentId } = key;
  const claim = await ctx.runMutation(internal.labelWork.claim, key);
  if (claim === null) return;
  const { claimId, shipment, begunBefore } = claim;
  const result = await takeStep(ctx, { tenantId, shipment, begunBefore });
  await ctx.runMutation(internal.labelWork.settle, { ...key, shipmentId, claimId, result });
}

/** Goes on with a shipment, whatever there is to do: its step, else a look at how its label stands. */
export async function goOn(ctx: Work, key: ShipmentKey): Promise<LabelOutcome> {
  const before = await ctx.runQuery(internal.labelWork.facts, key);
  if (before === null) return DONE;
  if (before.step !== null) {
    await runStep(ctx, key);
    const after = await ctx.runQuery(internal.labelWork.facts, key);
    return after === null ? DONE : outcomeFor(after, [before.step.kind]);
  }
  if (before.labelId === null) return DONE;
  const result = await lookAtLabel(ctx, key.tenantId, before.labelId);
  await ctx.runMutation(internal.labelWork.looked, { ...key, result });
  if (result.kind === "news") return DONE;
  const trouble =
    result.kind === "gone"
      ? { code: "label_gone" as const, reason: null }
      : { code: result.code, reason: result.reason };
  return { outcome: "failed", message: labelProblemText({ ...trouble, step: null }) };
}

const DONE: LabelOutcome = { outcome: "done", message: null };

/** How what was wished for stands. */
function outcomeOfWish(shipment: Shipment, { action }: LabelWish): LabelOutcome {
  return outcomeFor(shipment, STEPS_OF[action]);
}

function outcomeFor({ step, problem }: Shipment, kinds: readonly LabelStep[]): LabelOutcome {
  const said = problem === null ? null : labelProblemText(problem);
  if (step !== null && kinds.includes(step.kind)) {
    const isInDoubt = step.attempts > 0 && step.kind !== "generate";
    return { outcome: "working", message: said ?? (isInDoubt ? STEP_IN_DOUBT : null) };
  }
  const isOfThis = problem !== null && problem.step !== null && kinds.includes(problem.step);
  return isOfThis ? { outcome: "failed", message: said } : DONE;
}

/** Somebody who has pressed a button. */
type Pressed = Work & {
  readonly tenantId: Id<"tenants">;
  readonly actor: { readonly profileId: Id<"profiles"> };
};

/** Writes down what is wished for, takes the step, and says how it stands. Refused as `beginStep` says. */
export async function fulfil(
  ctx: Pressed,
  orderId: Id<"orders">,
  wish: LabelWish,
): Promise<LabelOutcome & { readonly shipmentId: Id<"shipments"> }> {
  const { tenantId, actor } = ctx;
  const asked = { tenantId, actorId: actor.profileId, orderId, wish };
  const { kind, shipmentId, byName } = await ctx.runMutation(internal.labelWork.begin, asked);
  if (kind === "already") return { shipmentId, ...DONE };
  const key = { tenantId, shipmentId };
  // Where a colleague is at it there is nothing to take; where they were cut off there is.
  await runStep(ctx, key);
  const shipment = await ctx.runQuery(internal.labelWork.facts, key);
  if (shipment === null) return { shipmentId, ...DONE };
  const said = outcomeOfWish(shipment, wish);
  const isColleague = kind === "joined" && said.outcome === "working" && said.message === null;
  return { shipmentId, ...said, ...(isColleague ? { message: stepUnderWay(byName ?? "Alguém") } : {}) };
}

export const told = ({ outcome, message }: LabelOutcome): LabelOutcome => ({ outcome, message });

/** Making a label ready takes a moment: so often, and so long apart, is looked while somebody waits. */
const LOOKS = 8;
const LOOK_MS = 1_000;

/** Where a label can be printed. One that is not ready yet is waited for a little. */
export async function fetchLabel(
  ctx: Pressed,
  orderId: Id<"orders">,
): Promise<LabelOutcome & { readonly url: string | null }> {
  const wish = { action: "download" } as const;
  const { shipmentId, ...first } = await fulfil(ctx, orderId, wish);
  const key: ShipmentKey = { tenantId: ctx.tenantId, shipmentId };
  let said: LabelOutcome = first;
  for (let looks = 0; looks < LOOKS && said.outcome === "working"; looks += 1) {
    await new Promise((look) => setTimeout(look, LOOK_MS));
    await runStep(ctx, key);
    const shipment = await ctx.runQuery(internal.labelWork.facts, key);
    if (shipment !== null) said = outcomeOfWish(shipment, wish);
  }
  const shipment = await ctx.runQuery(internal.labelWork.facts, key);
  return { ...told(said), url: said.outcome === "done" ? (shipment?.labelUrl ?? null) : null };
}
