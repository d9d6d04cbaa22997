import type { Instance, InstanceState } from "../../domain/messagesInstances";
import type { Doc } from "../_generated/dataModel";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import type { Connection } from "../providers/messaging";

/**
 * The telephones of a company at its gateway, as they were last seen: asked for while a screen shows them, and told by the
 * gateway's notices. A row is written only where something changed, so that screens are woken by news alone.
 */

/** More than a shop has; what a gateway tells beyond it is not kept. */
const MAX_INSTANCES = 20;

export async function listInstances(db: TenantReader): Promise<Doc<"messageInstances">[]> {
  return await db.query("messageInstances").withIndex("by_tenantId").take(MAX_INSTANCES);
}

/** Takes what the gateway answered: these, and no others. */
export async function putInstances(db: TenantWriter, seen: readonly Instance[], now: number): Promise<void> {
  const known = await listInstances(db);
  for (const row of known) {
    if (!seen.some(({ name }) => name === row.name)) await db.delete("messageInstances", row);
  }
  for (const instance of seen.slice(0, MAX_INSTANCES)) {
    await putOne(db, known.find(({ name }) => name === instance.name) ?? null, instance, now);
  }
}

/** Takes the news of one of them. @returns whether it can send now and could not before */
export async function putInstance(db: TenantWriter, instance: Instance, now: number): Promise<boolean> {
  const known = await listInstances(db);
  const row = known.find(({ name }) => name === instance.name) ?? null;
  if (row === null && known.length >= MAX_INSTANCES) return false;
  // A notice names the number only while it is connected; that it is not told now does not make it another's.
  const number = instance.number ?? row?.number ?? null;
  await putOne(db, row, { ...instance, number }, now);
  return instance.state === "online" && row?.state !== "online";
}

async function putOne(
  db: TenantWriter,
  row: Doc<"messageInstances"> | null,
  { name, number, state }: Instance,
  now: number,
): Promise<void> {
  const isOnline = state === "online";
  // Another number is a new one, which may write less.
  const isSameNumber = row !== null && (row.number === null || number === null || row.number === number);
  const since = isSameNumber ? row.firstOnlineAt : null;
  const firstOnlineAt = since ?? (isOnline ? now : null);
  if (row === null) {
    const nothing = { qrImage: null, pairingCode: null };
    await db.insert("messageInstances", { name, number, state, ...nothing, firstOnlineAt, changedAt: now });
    return;
  }
  if (row.state === state && row.number === number && row.firstOnlineAt === firstOnlineAt) return;
  const code = keepsCode(state) ? {} : { qrImage: null, pairingCode: null };
  await db.patch("messageInstances", row, { number, state, ...code, firstOnlineAt, changedAt: now });
}

/** A code that has been scanned, or whose telephone was refused, is of no use. */
function keepsCode(state: InstanceState): boolean {
  return state !== "online" && state !== "auth_failure";
}

/** Takes a code that is to be scanned, or the news that there is none. */
export async function putConnection(
  db: TenantWriter,
  name: string,
  { state, qrImage, pairingCode }: Connection,
  now: number,
): Promise<void> {
  const row = (await listInstances(db)).find((one) => one.name === name);
  const isOnline = state === "online";
  const fields = { state, ...(isOnline ? { qrImage: null, pairingCode: null } : { qrImage, pairingCode }) };
  if (row === undefined) {
    const first = { number: null, firstOnlineAt: isOnline ? now : null };
    await db.insert("messageInstances", { name, ...first, ...fields, changedAt: now });
    return;
  }
  const isKnown =
    row.state === fields.state && row.qrImage === fields.qrImage && row.pairingCode === fields.pairingCode;
  if (isKnown) return;
  const firstOnlineAt = row.firstOnlineAt ?? (isOnline ? now : null);
  await db.patch("messageInstances", row, { ...fields, firstOnlineAt, changedAt: now });
}
