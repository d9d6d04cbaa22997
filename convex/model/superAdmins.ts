import { normalizeSearch } from "../../domain/codes";
import type { Doc, Id } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";
import { refuseWith } from "../lib/errors";
import { findByEmail, insertAccount, type ReadyAccount } from "./accounts";
import { writeInstallationAudit } from "./audit";
import type { Deed } from "./orderEvents";
import { setReadyPassword, type ReadyPassword } from "./passwords";
import { nameFromEmail } from "./passwordSignIn";
import { endSessionsOf, type AccountCtx } from "./sessions";
import { removeFromTenant } from "./team";

/** Far more than anybody trusts with an installation. */
const MAX_SUPER_ADMINS = 100;

/** By name. */
export async function listSuperAdmins(db: DatabaseReader): Promise<Doc<"profiles">[]> {
  const people = await db
    .query("profiles")
    .withIndex("by_tenantId_and_role", (q) => q.eq("tenantId", null).eq("role", "super_admin"))
    .take(MAX_SUPER_ADMINS);
  return people.sort((one, other) => (normalizeSearch(one.name) < normalizeSearch(other.name) ? -1 : 1));
}

/**
 * Gives a person the whole installation, or takes it from them: whoever had it is staff of no company and signed out.
 *
 * Refused with `person_not_found`, `forbidden` (oneself) and `last_owner` (of a company that would be left without).
 */
export async function setSuperAdmin(
  ctx: AccountCtx,
  profileId: Id<"profiles">,
  isSuperAdmin: boolean,
  deed: Deed,
): Promise<void> {
  const person = (await ctx.db.get("profiles", profileId)) ?? refuseWith("person_not_found");
  if (person._id === deed.actor.id) return refuseWith("forbidden");
  if ((person.role === "super_admin") === isSuperAdmin) return;
  if (person.tenantId !== null) await removeFromTenant(ctx, person, deed);
  const role = isSuperAdmin ? "super_admin" : "staff";
  await ctx.db.patch("profiles", person._id, { role, tenantId: null });
  if (!isSuperAdmin) await endSessionsOf(ctx, person);
  await writeInstallationAudit(ctx.db, deed, {
    action: "super_admin_changed",
    record: { kind: "person", key: person._id, label: person.email },
    before: { isSuperAdmin: !isSuperAdmin },
    after: { isSuperAdmin },
  });
}

/**
 * The master's way back in, for the operator of the machine: their account is a super admin with this password and signed
 * out everywhere. Refused with `person_not_found`, `no_local_password`.
 */
export async function resetMaster(
  db: DatabaseWriter,
  email: string,
  password: ReadyPassword,
  now: number,
): Promise<void> {
  const master = (await findByEmail(db, email)) ?? refuseWith("person_not_found");
  await setReadyPassword(db, master, password, now);
  await crown(db, master._id, email, now);
}

/** The same where the master has no account yet. Refused with `email_in_use`. */
export async function makeMaster(db: DatabaseWriter, email: string, account: ReadyAccount, now: number): Promise<void> {
  await crown(db, await insertAccount(db, { email, name: nameFromEmail(email), account }), email, now);
}

async function crown(db: DatabaseWriter, profileId: Id<"profiles">, email: string, now: number): Promise<void> {
  await db.patch("profiles", profileId, { role: "super_admin", tenantId: null });
  const record = { kind: "person", key: profileId, label: email } as const;
  await writeInstallationAudit(db, { actor: OPERATOR, at: now }, { action: "password_set", record });
}

/** Whoever types commands on the machine itself. */
const OPERATOR = { id: null, name: "Operador" };
