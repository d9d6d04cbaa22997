import type { Id } from "../_generated/dataModel";
import { env, type DatabaseWriter } from "../_generated/server";
import { refuseWith } from "../lib/errors";
import { findByEmail, insertAccount } from "./accounts";
import { writeInstallationAudit } from "./audit";
import type { Deed } from "./orderEvents";
import { setPasswordHash } from "./passwords";
import { nameFromEmail } from "./passwordSignIn";
import { endSessions, localUserId } from "./sessions";
import { removeFromTenant } from "./team";

/**
 * Gives a person the whole installation, or takes it from them: whoever had it is staff of no company and signed out.
 *
 * Refused with `person_not_found`, `forbidden` (oneself) and `last_owner` (of a company that would be left without).
 */
export async function setSuperAdmin(
  db: DatabaseWriter,
  profileId: Id<"profiles">,
  isSuperAdmin: boolean,
  deed: Deed,
): Promise<void> {
  const person = (await db.get("profiles", profileId)) ?? refuseWith("person_not_found");
  if (person._id === deed.actor.id) return refuseWith("forbidden");
  if ((person.role === "super_admin") === isSuperAdmin) return;
  if (person.tenantId !== null) await removeFromTenant(db, person, deed);
  const role = isSuperAdmin ? "super_admin" : "staff";
  await db.patch("profiles", person._id, { role, tenantId: null });
  const userId = localUserId(db, person);
  if (!isSuperAdmin && userId !== null) await endSessions(db, userId);
  await writeInstallationAudit(db, deed, {
    action: "super_admin_changed",
    record: { kind: "person", key: person._id, label: person.email },
    before: { isSuperAdmin: !isSuperAdmin },
    after: { isSuperAdmin },
  });
}

/** The e-mail that names the master, in its normal form; null where the operator has named none. */
export function masterEmail(): string | null {
  const named = env.MASTER_ADMIN_EMAIL?.trim().toLowerCase();
  return named === undefined || named === "" ? null : named;
}

/**
 * The master's way back in, for the operator of the machine: their account, made where there is none, is a super admin
 * with this password and signed out everywhere.
 */
export async function resetMaster(db: DatabaseWriter, email: string, passwordHash: string, now: number): Promise<void> {
  const master = await findByEmail(db, email);
  if (master !== null) await setPasswordHash(db, master, passwordHash);
  const profileId = master?._id ?? (await insertAccount(db, { email, name: nameFromEmail(email), passwordHash }));
  await db.patch("profiles", profileId, { role: "super_admin", tenantId: null });
  await writeInstallationAudit(
    db,
    { actor: OPERATOR, at: now },
    {
      action: "password_set",
      record: { kind: "person", key: profileId, label: email },
    },
  );
}

/** Whoever types commands on the machine itself. */
const OPERATOR = { id: null, name: "Operador" };
