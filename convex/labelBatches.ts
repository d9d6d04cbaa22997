import { v } from "convex/values";
import { stepUnderWay } from "../domain/labelProblems";
import { isAllowed } from "../domain/shipments";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import type { ActionCtx } from "./_generated/server";
import { refusalMessageOf } from "./lib/errors";
import { scopedMutation, scopedQuery, systemAction } from "./lib/functions";
import type { TenantWriter } from "./lib/tenantDb";
import { goOn } from "./model/labelRun";
import { withMelhorEnvio } from "./model/melhorEnvioAccess";
import { deedOfBatch, endBatch, settleBatchRow, takeRow, type Batch } from "./model/shipmentBatches";
import { beginStep, followStep, type LabelWish } from "./model/shipmentBegin";
import { findShipment, type Shipment } from "./model/shipments";
import { printLabels } from "./providers/melhorEnvioShipments";

/** Working through a batch of labels, one order after the other: internal functions only. */

const vBatchKey = { batchId: v.id("shipmentBatches") };

/** Takes the next order in hand and writes its step down. `null`: none is left; no shipment: it was over at once. */
export const next = scopedMutation({
  args: vBatchKey,
  returns: v.union(v.null(), v.object({ shipmentId: v.union(v.null(), v.id("shipments")) })),
  handler: async ({ db, tenant }, { batchId }) => {
    const now = Date.now();
    const taken = await takeRow(db, batchId, now);
    if (taken === null) return null;
    return { shipmentId: await beginRow(db, { ...taken, slug: tenant.slug }, now) };
  },
});

interface Row {
  readonly batch: Batch;
  readonly orderId: Id<"orders">;
  readonly slug: string;
}

async function beginRow(db: TenantWriter, { batch, orderId, slug }: Row, now: number): Promise<Id<"shipments"> | null> {
  const batchId = batch._id;
  try {
    const wish = wishOf(batch.action);
    const begun = await beginStep(db, { orderId, wish, slug, batchId }, deedOfBatch(batch, now));
    if (begun.kind === "begun") return begun.shipmentId;
    const isJoined = begun.kind === "joined";
    if (isJoined && (await followStep(db, begun.shipmentId, batchId))) return begun.shipmentId;
    await settleBatchRow(db, batchId, orderId, isJoined ? stepUnderWay(begun.byName ?? "Alguém") : null);
  } catch (error) {
    // One order that cannot be sent stops no other; what is no refusal is a mistake of ours.
    const message = refusalMessageOf(error);
    if (message === null) throw error;
    await settleBatchRow(db, batchId, orderId, message);
  }
  return null;
}

function wishOf(action: Batch["action"]): LabelWish {
  switch (action) {
    case "create":
      return { action, optionId: null };
    case "pay":
      return { action, seenPriceCents: null };
    case "download":
      return { action };
    default:
      return action satisfies never;
  }
}

/** Works through a batch. Killed, it is taken up by the sweep at the next order; the one in hand has a step of its own. */
export const run = systemAction({
  args: { tenantId: v.id("tenants"), ...vBatchKey },
  returns: v.null(),
  handler: async (ctx, key): Promise<null> => {
    const { tenantId } = key;
    for (;;) {
      const taken = await ctx.runMutation(internal.labelBatches.next, key);
      if (taken === null) break;
      const { shipmentId } = taken;
      if (shipmentId !== null) await goOn(ctx, { tenantId, shipmentId });
    }
    const labelIds = await waitForLabels(ctx, key);
    // Without it the labels can still be fetched one by one.
    const printed =
      labelIds.length === 0 ? null : await withMelhorEnvio(ctx, tenantId, (access) => printLabels(access, labelIds));
    await ctx.runMutation(internal.labelBatches.end, { ...key, url: printed?.ok === true ? printed.value : null });
    return null;
  },
});

/** Making labels ready takes a moment: so often, and so long apart, is looked before those that are not are left out. */
const LOOKS = 20;
const LOOK_MS = 1_000;

type Key = { readonly tenantId: Id<"tenants">; readonly batchId: Id<"shipmentBatches"> };

/** @returns the labels of a batch that were to be fetched, and can be */
async function waitForLabels(ctx: Pick<ActionCtx, "runQuery">, key: Key): Promise<string[]> {
  for (let looks = 1; ; looks += 1) {
    const { labelIds, isWaiting } = await ctx.runQuery(internal.labelBatches.printable, key);
    if (!isWaiting || looks >= LOOKS) return labelIds;
    await new Promise((look) => setTimeout(look, LOOK_MS));
  }
}

export const printable = scopedQuery({
  args: vBatchKey,
  returns: v.object({ labelIds: v.array(v.string()), isWaiting: v.boolean() }),
  handler: async ({ db }, { batchId }) => {
    const batch = await db.get("shipmentBatches", batchId);
    if (batch === null || batch.action !== "download") return { labelIds: [], isWaiting: false };
    const shipments = await Promise.all(batch.rows.map(({ orderId }) => findShipment(db, orderId)));
    const labelIds = shipments.flatMap((shipment) => (shipment === null ? [] : printableOf(shipment)));
    return { labelIds, isWaiting: batch.rows.some(({ outcome }) => outcome === "running") };
  },
});

function printableOf({ labelId, times, state }: Shipment): string[] {
  const isReady = times.generatedAt !== null && isAllowed(state, "download");
  return labelId !== null && isReady ? [labelId] : [];
}

export const end = scopedMutation({
  args: { ...vBatchKey, url: v.union(v.null(), v.string()) },
  returns: v.null(),
  handler: async ({ db }, { batchId, url }) => {
    await endBatch(db, batchId, url);
    return null;
  },
});
