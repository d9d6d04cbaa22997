import type { Doc, Id } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";
import type { ActorSeen } from "../lib/actors";
import { refuseWith } from "../lib/errors";
import { isMaster } from "../lib/access";
import { writeAuditOf } from "./audit";
import { setPasswordHash } from "./passwords";
import { requireByEmail, requireMember } from "./team";

type Whose =
  | { readonly kind: "staff"; readonly profileId: Id<"profiles">; readonly tenantId: Id<"tenants"> }
  | { readonly kind: "anybody"; readonly email: string };

/**
 * Sets somebody else's password, written down in the log of their company.
 *
 * Refused with `person_not_found`; with `forbidden` when an owner means anybody but staff, or anybody but the master means
 * the master; with `no_local_password`.
 */
export async function setPasswordAs(
  db: DatabaseWriter,
  { actor, person: whose, passwordHash }: { actor: ActorSeen; person: Whose; passwordHash: string },
  now: number,
): Promise<void> {
  const person = await findPerson(db, whose);
  if (isMaster(person) && person._id !== actor.profileId) return refuseWith("forbidden");
  await setPasswordHash(db, person, passwordHash);
  const deed = { actor: { id: actor.profileId, name: actor.name }, at: now };
  await writeAuditOf(db, person.tenantId, deed, {
    action: "password_set",
    record: { kind: "person", key: person._id, label: person.email },
  });
}

async function findPerson(db: DatabaseReader, whose: Whose): Promise<Doc<"profiles">> {
  switch (whose.kind) {
    case "anybody":
      return await requireByEmail(db, whose.email);
    case "staff": {
      const member = await requireMember(db, whose.tenantId, whose.profileId);
      return member.role === "staff" ? member : refuseWith("forbidden");
    }
    default:
      return whose satisfies never;
  }
}
