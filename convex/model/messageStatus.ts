import { v, type Infer } from "convex/values";
import { refusalMessage, type PlainRefusalCode } from "../../domain/errors";
import { PAUSE_LABELS, type SendFailure } from "../../domain/messagesRetry";
import type { Doc } from "../_generated/dataModel";
import { LANES, vGatewayKind, vInstanceState, vPauseReason } from "../lib/messageTables";
import type { TenantReader } from "../lib/tenantDb";
import { findUnderWay } from "./broadcasts";
import { hookUrl } from "./gatewayConnection";
import { readWhatsapp } from "./integrations";
import { listInstances } from "./messageInstances";
import { findPause } from "./messageSender";
import { readWatch } from "./messageWatch";
import { gatewayUrlOf, readProviderAddresses } from "./providerAddresses";
import { readMask } from "./secrets";

/** How a company's messaging stands, as its screens see it. No value of a secret is read for it. */

const vText = v.union(v.null(), v.string());
/** Epoch milliseconds. */
const vInstant = v.union(v.null(), v.number());

const vPause = {
  pausedFor: v.union(v.null(), vPauseReason),
  /** Why, for a person. */
  message: vText,
  pausedAt: vInstant,
};

export const vMessagingStatus = v.object({
  isActive: v.boolean(),
  isConfigured: v.boolean(),
  gateway: vGatewayKind,
  instances: v.array(v.object({ name: v.string(), number: vText, state: vInstanceState })),
  /** What is to be scanned. */
  qr: v.union(v.null(), v.object({ instanceName: v.string(), image: vText, pairingCode: vText })),
  /** Where the gateway is to tell its news; null where this installation has no address. */
  webhookUrl: vText,
  /** When the gateway was last asked; null while it never was. */
  checkedAt: vInstant,
  /** What was wrong then. */
  problem: vText,
  queue: v.object({ waiting: v.number(), ...vPause }),
});

export async function readMessagingStatus(
  db: TenantReader,
  { slug }: Pick<Doc<"tenants">, "slug">,
): Promise<Infer<typeof vMessagingStatus>> {
  const { isActive, gateway } = await readWhatsapp(db);
  const watch = await readWatch(db);
  const checkedAt = watch?.checkedAt ?? null;
  const problem = watch?.problem ?? null;
  const rows = await listInstances(db);
  return {
    isActive,
    isConfigured: await isConfigured(db),
    gateway,
    instances: await presentInstances(db, rows, { checkedAt, problem }),
    qr: findCode(rows),
    webhookUrl: hookUrl(slug),
    checkedAt,
    problem: problem === null ? null : problemWords(problem),
    queue: { waiting: await countWaiting(db), ...(await readPause(db)) },
  };
}

/** Whether there is enough to speak to the gateway with, by the masks. */
async function isConfigured(db: TenantReader): Promise<boolean> {
  const { gateway, apiUrl, instanceName } = await readWhatsapp(db);
  const ours = gatewayUrlOf(await readProviderAddresses(db), gateway);
  if ((ours ?? apiUrl) === "") return false;
  return gateway === "specified" || (instanceName !== "" && (await readMask(db, "whatsapp.api_key")).isSet);
}

interface Look {
  readonly checkedAt: number | null;
  readonly problem: SendFailure | null;
}

/**
 * As they were last seen. Where the gateway does not answer any more nobody knows how they are, except those of which it
 * has told since; one that is to be connected for the first time is shown before the gateway knows it.
 */
async function presentInstances(db: TenantReader, rows: readonly Doc<"messageInstances">[], look: Look) {
  if (rows.length === 0) {
    const { gateway, instanceName: name } = await readWhatsapp(db);
    return gateway === "evolution" && name !== "" ? [{ name, number: null, state: "unknown" as const }] : [];
  }
  return rows.map(({ name, number, state, changedAt }) => {
    const isOutdated = look.problem !== null && changedAt <= (look.checkedAt ?? 0);
    return { name, number, state: isOutdated ? ("unknown" as const) : state };
  });
}

function findCode(rows: readonly Doc<"messageInstances">[]) {
  const row = rows.find(({ qrImage, pairingCode }) => qrImage !== null || pairingCode !== null);
  return row === undefined ? null : { instanceName: row.name, image: row.qrImage, pairingCode: row.pairingCode };
}

/** Beyond this it is no matter of a number any more. */
const MAX_COUNTED = 1_000;

async function countWaiting(db: TenantReader): Promise<number> {
  let waiting = 0;
  for (const lane of [LANES.expected, LANES.broadcast]) {
    const rows = await db
      .query("outgoingMessages")
      .withIndex("by_tenantId_and_lane_and_state_and_dueAt", (q) => q.eq("lane", lane).eq("state", "waiting"))
      .take(MAX_COUNTED - waiting);
    waiting += rows.length;
    if (waiting >= MAX_COUNTED) break;
  }
  return waiting;
}

async function readPause(db: TenantReader) {
  const pause = await findPause(db);
  const pausedFor = pause?.reason ?? null;
  return {
    pausedFor,
    message: pausedFor === null ? null : PAUSE_LABELS[pausedFor],
    pausedAt: pause?.since ?? null,
  };
}

export const vMessagingNews = v.object({ ...vPause, broadcastId: v.union(v.null(), v.id("broadcasts")) });

/** What every screen shows of it: little, so that little wakes it. */
export async function readMessagingNews(db: TenantReader): Promise<Infer<typeof vMessagingNews>> {
  return { ...(await readPause(db)), broadcastId: (await findUnderWay(db))?._id ?? null };
}

/** The refusal that a failure to ask a gateway becomes. Source: specification §8; that of an unknown route is inferred. */
export function refusalCodeOf(failure: SendFailure): PlainRefusalCode {
  switch (failure) {
    case "unauthorized":
      return "messaging_unauthorized";
    case "unknown_route":
      return "messaging_unknown_route";
    default:
      return "messaging_unavailable";
  }
}

export function problemWords(failure: SendFailure): string {
  return refusalMessage(refusalCodeOf(failure));
}
