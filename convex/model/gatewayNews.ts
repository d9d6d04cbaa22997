import { v } from "convex/values";
import { furthestDelivery } from "../../domain/messagesDelivery";
import { phoneMatchKey } from "../../domain/messagesInstances";
import type { Doc } from "../_generated/dataModel";
import { vDelivery, vInstanceState } from "../lib/messageTables";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import type { GatewayEvent } from "../providers/messaging";
import { writeAuditOfChanges } from "./audit";
import { findCustomer } from "./customerRows";
import { readWhatsapp } from "./integrations";
import { putConnection, putInstance } from "./messageInstances";
import { resumeQueue } from "./messageSender";
import { noteSent } from "./messageSettling";
import { phoneOfId, takeOptOut } from "./optOuts";

/** What a company's gateway tells unasked, and what becomes of it. Each may come late, twice and in any order. */

const vText = v.union(v.null(), v.string());

/** `GatewayEvent` of providers/messaging.ts. */
export const vGatewayEvent = v.union(
  v.object({ kind: v.literal("delivery"), providerId: v.string(), status: vDelivery }),
  v.object({ kind: v.literal("left"), providerId: v.string(), to: v.string(), text: v.string() }),
  v.object({ kind: v.literal("received"), from: v.string(), isOptOut: v.boolean(), group: vText }),
  v.object({
    kind: v.literal("instance"),
    instance: v.object({ name: v.string(), number: vText, state: vInstanceState }),
  }),
  v.object({
    kind: v.literal("qr"),
    instanceName: v.string(),
    connection: v.object({ state: vInstanceState, qrImage: vText, pairingCode: vText }),
  }),
);

/** Most of what a gateway tells is conversation, which is nobody's business here. */
export function isOfUse(event: GatewayEvent): boolean {
  return event.kind !== "received" || event.isOptOut || event.group !== null;
}

export async function takeGatewayNews(db: TenantWriter, event: GatewayEvent, now: number): Promise<void> {
  switch (event.kind) {
    case "delivery":
      return await takeDelivery(db, event);
    case "left":
      return await takeLeft(db, event, now);
    case "received":
      if (event.isOptOut) await takeOptOut(db, event.from, now);
      if (event.group !== null) await takeGroup(db, { from: event.from, group: event.group }, now);
      return;
    case "instance":
      if (!(await isOurs(db, event.instance.name))) return;
      if (await putInstance(db, event.instance, now)) await resumeQueue(db);
      return;
    case "qr":
      if (await isOurs(db, event.instanceName)) await putConnection(db, event.instanceName, event.connection, now);
      return;
    default:
      event satisfies never;
  }
}

/** A server of Evolution has the telephones of many shops; another's is none of this company's business. */
async function isOurs(db: TenantReader, name: string): Promise<boolean> {
  const { gateway, instanceName } = await readWhatsapp(db);
  return gateway === "specified" || instanceName === name;
}

async function takeDelivery(
  db: TenantWriter,
  { providerId, status }: Extract<GatewayEvent, { kind: "delivery" }>,
): Promise<void> {
  const message = await findByProviderId(db, providerId);
  if (message === null) return;
  const delivery = furthestDelivery(message.delivery, status);
  if (delivery !== message.delivery) await db.patch("outgoingMessages", message, { delivery });
}

async function findByProviderId(db: TenantReader, providerId: string): Promise<Doc<"outgoingMessages"> | null> {
  return await db
    .query("outgoingMessages")
    .withIndex("by_tenantId_and_providerId", (q) => q.eq("providerId", providerId))
    .first();
}

/** How far back a message may be that a notice is about. */
const LOOKED_AT = 50;
/** Given to the gateway, and its answer never came. */
const UNSURE: readonly Doc<"outgoingMessages">["state"][] = ["sending", "asking", "in_doubt"];

/**
 * A message of ours has left. One whose answer was lost is thereby sent. The newest of those with its very words counts: of
 * two alike the older has had its answer, or will have its own notice.
 */
async function takeLeft(
  db: TenantWriter,
  { providerId, to, text }: Extract<GatewayEvent, { kind: "left" }>,
  now: number,
): Promise<void> {
  const matchKey = phoneMatchKey(to);
  if (matchKey === null || (await findByProviderId(db, providerId)) !== null) return;
  const last = await db
    .query("outgoingMessages")
    .withIndex("by_tenantId_and_matchKey_and_queuedAt", (q) => q.eq("matchKey", matchKey))
    .order("desc")
    .take(LOOKED_AT);
  const message = last.find((one) => UNSURE.includes(one.state) && one.text === text && one.providerId === null);
  if (message !== undefined) await noteSent(db, message, providerId, now);
}

/** As long as a group's name is at its service. */
const MAX_GROUP_NAME = 100;

/**
 * A customer wrote in a group: it becomes theirs where they have none yet; orders to come take it. An id is no name.
 *
 * Source: product.md "WhatsApp groups".
 */
async function takeGroup(
  db: TenantWriter,
  { from, group }: { readonly from: string; readonly group: string },
  now: number,
): Promise<void> {
  const name = group.trim().slice(0, MAX_GROUP_NAME);
  if (name === "" || /@g\.us$/.test(name) || phoneMatchKey(from) === null) return;
  const customer = await findCustomer(db, phoneOfId(from));
  if (customer === null || customer.whatsappGroup !== null) return;
  await db.patch("customers", customer, { whatsappGroup: name });
  await writeAuditOfChanges(
    db,
    { actor: { id: null, name: "WhatsApp" }, at: now },
    {
      action: "customer_changed",
      record: { kind: "customer", key: customer._id, label: customer.phone },
      before: { whatsappGroup: null },
      after: { whatsappGroup: name },
    },
  );
}
