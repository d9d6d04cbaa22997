import { labelProblemText, STEP_IN_DOUBT, type LabelStep } from "../../domain/labelProblems";
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
export function outcomeOfWish(shipment: Shipment, { action }: LabelWish): LabelOutcome {
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
