import type { DatabaseReader, DatabaseWriter } from "../_generated/server";

/** A browser that has not signed in for so long is a stranger again. */
const TRUST_MS = 90 * 24 * 60 * 60 * 1000;
const DELETE_BATCH = 5;
const MAX_DEVICES = 200;

/**
 * Whether this browser has signed in to this e-mail before. Its wrong passwords are counted for itself, so that whoever
 * guesses elsewhere cannot close the shop's own door, not even from behind the same router.
 */
export async function isTrusted(db: DatabaseReader, email: string, deviceHash: string | null): Promise<boolean> {
  return deviceHash !== null && (await findDevice(db, email, deviceHash)) !== null;
}

/** After the right password. */
export async function trustDevice(
  db: DatabaseWriter,
  email: string,
  deviceHash: string | null,
  now: number,
): Promise<void> {
  if (deviceHash === null) return;
  const row = await findDevice(db, email, deviceHash);
  if (row === null) await db.insert("trustedDevices", { email, deviceHash, lastAt: now });
  else await db.patch("trustedDevices", row._id, { lastAt: now });
  const old = await db
    .query("trustedDevices")
    .withIndex("by_lastAt", (q) => q.lt("lastAt", now - TRUST_MS))
    .take(DELETE_BATCH);
  for (const device of old) await db.delete("trustedDevices", device._id);
}

/** After a new password: whoever knew the old one is a stranger. */
export async function forgetDevices(db: DatabaseWriter, email: string): Promise<void> {
  const rows = await db
    .query("trustedDevices")
    .withIndex("by_email_and_deviceHash", (q) => q.eq("email", email))
    .take(MAX_DEVICES);
  for (const row of rows) await db.delete("trustedDevices", row._id);
}

async function findDevice(db: DatabaseReader, email: string, deviceHash: string) {
  return await db
    .query("trustedDevices")
    .withIndex("by_email_and_deviceHash", (q) => q.eq("email", email).eq("deviceHash", deviceHash))
    .unique();
}
