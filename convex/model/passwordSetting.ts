import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";
import type { ActorSeen } from "../lib/actors";
import { refuseWith } from "../lib/errors";
import { isMaster } from "../lib/access";
import { writeAuditOf } from "./audit";
import { setReadyPassword, type ReadyPassword } from "./passwords";
import { clerkUserId } from "./sessions";
import { requireByEmail, requireMember } from "./team";

export const vWhose = v.union(
  v.object({ kind: v.literal("staff"), profileId: v.id("profiles"), tenantId: v.id("tenants") }),
  v.object({ kind: v.literal("anybody"), email: v.string() }),
);
type Whose = Infer<typeof vWhose>;

/**
 * Where the account is kept whose password somebody is about to set: its id at Clerk, or null for one of our own.
 *
 * Refused as `setPasswordAs`.
 */
export async function findWhosePassword(
  db: DatabaseReader,
  { actor, person }: { actor: ActorSeen; person: Whose },
): Promise<string | null> {
  return clerkUserId(db, await requirePerson(db, actor, person));
}

/**
 * Sets somebody else's password, written down in the log of their company.
 *
 * Refused with `person_not_found`; with `forbidden` when an owner means anybody but staff, or anybody but the master means
 * the master; with `no_local_password`.
 */
export async function setPasswordAs(
  db: DatabaseWriter,
  { actor, person: whose, password }: { actor: ActorSeen; person: Whose; password: ReadyPassword },
  now: number,
): Promise<void> {
  const person = await requirePerson(db, actor, whose);
  await setReadyPassword(db, person, password, now);
  const deed = { actor: { id: actor.profileId, name: actor.name }, at: now };
  await writeAuditOf(db, person.tenantId, deed, {
    action: "password_set",
    record: { kind: "person", key: person._id, label: person.email },
  });
}

async function requirePerson(db: DatabaseReader, actor: ActorSeen, whose: Whose): Promise<Doc<"profiles">> {
  const person = await findPerson(db, whose);
  return isMaster(person) && person._id !== actor.profileId ? refuseWith("forbidden") : person;
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
