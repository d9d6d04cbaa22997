import { maskSecret, SECRET_NAMES, secretEnding, type SecretName } from "../../domain/secrets";
import type { PaginationResult } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import { env, type DatabaseReader, type DatabaseWriter } from "../_generated/server";
import { refuseWith } from "../lib/errors";
import { isSealedWith, readSecretKey, seal, unseal, type SecretKey } from "../lib/secretBox";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { findAuditAuthor, writeAudit } from "./audit";
import { requireUnchanged } from "./meanwhile";
import type { Deed } from "./orderEvents";

/**
 * What companies entrust to us. Values enter and are shown as a mask; they leave through `revealSecret`, which is written
 * down, and through `readSecret`, for the programs that speak to the service.
 */

/** What a form shows. */
export interface MaskedSecret {
  readonly isSet: boolean;
  readonly masked: string | null;
  readonly updatedAt: number | null;
}

interface Keys {
  /** What new values are sealed with. */
  readonly current: SecretKey;
  /** Everything that may open an old one: the current key, and while keys are being changed the one before. */
  readonly all: readonly SecretKey[];
}

/** Refused with `secrets_key_missing` where the operator has set none. */
async function readKeys(): Promise<Keys> {
  const { SECRETS_KEY: currentText = "", SECRETS_KEY_PREVIOUS: previousText = "" } = env;
  if (currentText === "") return refuseWith("secrets_key_missing");
  const current = await readSecretKey(currentText);
  return { current, all: previousText === "" ? [current] : [current, await readSecretKey(previousText)] };
}

/** What a sealed value is bound to: it opens in no other company and under no other name. */
function placeOf(tenantId: Id<"tenants">, name: SecretName): string {
  return `${tenantId}/${name}`;
}

export async function readMask(db: TenantReader, name: SecretName): Promise<MaskedSecret> {
  const row = await findSecret(db, name);
  if (row === null) return { isSet: false, masked: null, updatedAt: null };
  return { isSet: true, masked: maskSecret(row.ending), updatedAt: row.updatedAt };
}

/** The values a form was saved with: a text sets, an empty one or null clears, an absent one keeps. */
export type SecretChanges = Partial<Record<SecretName, string | null | undefined>>;

/** When the value that a screen showed the mask of was set (null: none was); a name that is not there was not looked at. */
export type SeenSecrets = Partial<Record<SecretName, string | number | null | undefined>>;

/** Refused with `secrets_key_missing`, and with `changed_meanwhile` where a value is another than the screen showed. */
export async function saveSecrets(
  db: TenantWriter,
  changes: SecretChanges,
  deed: Deed,
  seen: SeenSecrets = {},
): Promise<void> {
  for (const [name, value] of Object.entries(changes) as [SecretName, string | null | undefined][]) {
    if (value === undefined) continue;
    await requireSeenSecret(db, name, seen[name], deed);
    await saveSecret(db, name, value?.trim() ?? "", deed);
  }
}

async function requireSeenSecret(
  db: TenantReader,
  name: SecretName,
  seenAt: SeenSecrets[SecretName],
  deed: Deed,
): Promise<void> {
  const { updatedAt, masked } = await readMask(db, name);
  if (seenAt === undefined || seenAt === updatedAt) return;
  const author = (await findAuditAuthor(db, name, "isSet")) ?? { actorName: "Alguém", at: deed.at };
  requireUnchanged({ field: name, value: updatedAt, shown: masked ?? "vazio", ...author }, seenAt);
}

/** Only where nothing is kept under a name yet; names that are none are left out. */
export async function saveMissingSecrets(
  db: TenantWriter,
  values: Readonly<Record<string, string>>,
  deed: Deed,
): Promise<void> {
  for (const name of SECRET_NAMES) {
    const value = values[name]?.trim() ?? "";
    if (value !== "" && (await findSecret(db, name)) === null) await saveSecret(db, name, value, deed);
  }
}

/**
 * As a person's saving, but not written down in the log: what a service gives us by itself, every few hours, to go on with.
 */
export async function renewSecret(db: TenantWriter, name: SecretName, value: string, at: number): Promise<void> {
  await putSecret(db, name, await findSecret(db, name), { value, at });
}

async function putSecret(
  db: TenantWriter,
  name: SecretName,
  row: Doc<"secrets"> | null,
  { value, at }: { readonly value: string; readonly at: number },
): Promise<void> {
  const { current } = await readKeys();
  const sealed = await seal(current, placeOf(db.tenantId, name), value);
  const fields = { sealed, ending: secretEnding(value), updatedAt: at };
  if (row === null) await db.insert("secrets", { name, ...fields });
  else await db.patch("secrets", row, fields);
}

async function saveSecret(db: TenantWriter, name: SecretName, value: string, deed: Deed): Promise<void> {
  const row = await findSecret(db, name);
  if (value === "" && row === null) return;
  if (value !== "") await putSecret(db, name, row, { value, at: deed.at });
  else if (row !== null) await db.delete("secrets", row);
  await writeAudit(db, deed, {
    action: "secret_changed",
    record: { kind: "secret", key: name, label: name },
    before: { isSet: row !== null },
    after: { isSet: value !== "" },
  });
}

/**
 * The value, for a person who pressed 'mostrar'; who and when is written down in the same transaction.
 *
 * Refused with `secret_unreadable` when the key it was sealed with is gone.
 */
export async function revealSecret(db: TenantWriter, name: SecretName, deed: Deed): Promise<string | null> {
  const value = await readSecret(db, name);
  if (value !== null)
    await writeAudit(db, deed, { action: "secret_revealed", record: { kind: "secret", key: name, label: name } });
  return value;
}

/** The value for our own programs; null when none is set. Refused with `secret_unreadable`. */
export async function readSecret(db: TenantReader, name: SecretName): Promise<string | null> {
  const row = await findSecret(db, name);
  if (row === null) return null;
  const { all } = await readKeys();
  return (await unseal(all, placeOf(db.tenantId, name), row.sealed)) ?? refuseWith("secret_unreadable");
}

async function findSecret(db: TenantReader, name: SecretName): Promise<Doc<"secrets"> | null> {
  return await db
    .query("secrets")
    .withIndex("by_tenantId_and_name", (q) => q.eq("name", name))
    .unique();
}

const ROTATION_PAGE = 100;

export interface Rotation {
  /** Null when all are done. */
  readonly cursor: string | null;
  readonly sealedAgain: number;
  readonly unreadable: number;
}

/** One step of sealing everything again with the current key, across companies. What cannot be read stays as it is. */
export async function rotatePage(db: DatabaseWriter, cursor: string | null): Promise<Rotation> {
  const keys = await readKeys();
  const { page, isDone, continueCursor } = await readPage(db, cursor);
  let sealedAgain = 0;
  let unreadable = 0;
  for (const row of page) {
    if (isSealedWith(keys.current, row.sealed)) continue;
    const place = placeOf(row.tenantId, row.name);
    const value = await unseal(keys.all, place, row.sealed);
    if (value === null) unreadable += 1;
    else {
      await db.patch("secrets", row._id, { sealed: await seal(keys.current, place, value) });
      sealedAgain += 1;
    }
  }
  return { cursor: isDone ? null : continueCursor, sealedAgain, unreadable };
}

async function readPage(db: DatabaseReader, cursor: string | null): Promise<PaginationResult<Doc<"secrets">>> {
  return await db.query("secrets").paginate({ numItems: ROTATION_PAGE, cursor });
}
