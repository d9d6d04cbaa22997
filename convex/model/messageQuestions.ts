import { v } from "convex/values";
import type { Id } from "../_generated/dataModel";
import type { TenantReader } from "../lib/tenantDb";
import type { SentQuestion } from "../providers/messaging";
import { findSender } from "./messageSender";

/** What a gateway is asked about a message whose answer was lost. */

export const vQuestion = v.object({
  to: v.string(),
  begunAt: v.number(),
  knownIds: v.array(v.string()),
  earlierIds: v.array(v.string()),
});

/** A gateway's list holds a few days at most. */
const KNOWN_MS = 3 * 24 * 60 * 60_000;
const MAX_KNOWN = 500;

/** `earlierIds` were accepted before the try began: later ones say nothing about what the gateway has forgotten. */
export async function readQuestion(
  db: TenantReader,
  messageId: Id<"outgoingMessages">,
): Promise<(SentQuestion & { knownIds: string[]; earlierIds: string[] }) | null> {
  const message = await db.get("outgoingMessages", messageId);
  if (message === null || message.begunAt === null) return null;
  const { matchKey, begunAt, phone: to } = message;
  const others = await db
    .query("outgoingMessages")
    .withIndex("by_tenantId_and_matchKey_and_queuedAt", (q) =>
      q.eq("matchKey", matchKey).gte("queuedAt", begunAt - KNOWN_MS),
    )
    .order("desc")
    .take(MAX_KNOWN);
  const knownIds = others.filter(({ _id }) => _id !== messageId).flatMap(({ providerId }) => providerId ?? []);
  const lastSent = (await findSender(db))?.lastSent ?? [];
  const earlierIds = lastSent.filter(({ at }) => at < begunAt).map(({ providerId }) => providerId);
  return { to, begunAt, knownIds, earlierIds };
}
