import type { TenantRole } from "../../domain/people";
import type { Doc, Id } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";
import { refuseWith } from "../lib/errors";
import { findByEmail } from "./accounts";
import { writeAuditOf } from "./audit";
import type { Deed } from "./orderEvents";
import { endSessionsOf, type AccountCtx } from "./sessions";

/** Who belongs to a company, and what becomes of them there. */

/** Far above any shop's team. */
const MAX_PEOPLE = 500;

/** The people of a company, owners first, each by when they came. */
export async function listMembers(db: DatabaseReader, tenantId: Id<"tenants">): Promise<Doc<"profiles">[]> {
  return await db
    .query("profiles")
    .withIndex("by_tenantId_and_role", (q) => q.eq("tenantId", tenantId))
    .take(MAX_PEOPLE);
}

/** People waiting for a company, newest first. Super admins belong to none and wait for none. */
export async function listWithoutTenant(db: DatabaseReader, limit: number): Promise<Doc<"profiles">[]> {
  const waiting = await Promise.all(
    (["owner", "staff"] as const).map((role) =>
      db
        .query("profiles")
        .withIndex("by_tenantId_and_role", (q) => q.eq("tenantId", null).eq("role", role))
        .order("desc")
        .take(limit),
    ),
  );
  return waiting
    .flat()
    .sort((one, other) => other._creationTime - one._creationTime)
    .slice(0, limit);
}

/** A person of this company; anybody else's is as absent. Refused with `person_not_found`. */
export async function requireMember(
  db: DatabaseReader,
  tenantId: Id<"tenants">,
  profileId: Id<"profiles">,
): Promise<Doc<"profiles">> {
  const person = await db.get("profiles", profileId);
  return person !== null && person.tenantId === tenantId ? person : refuseWith("person_not_found");
}

/** Refused with `last_owner` when nobody would be left who may run the company. */
export async function changeRole(
  db: DatabaseWriter,
  person: Doc<"profiles">,
  role: TenantRole,
  deed: Deed,
): Promise<void> {
  if (person.role === role) return;
  await requireAnotherOwner(db, person);
  await db.patch("profiles", person._id, { role });
  await writeAuditOf(db, person.tenantId, deed, {
    action: "role_changed",
    record: { kind: "person", key: person._id, label: person.email },
    before: { role: person.role },
    after: { role },
  });
}

/**
 * Takes a person out of their company and ends their sessions: the same commit turns their screens off. The account
 * stays, without a company. Refused with `last_owner`.
 */
export async function removeFromTenant(ctx: AccountCtx, person: Doc<"profiles">, deed: Deed): Promise<void> {
  await requireAnotherOwner(ctx.db, person);
  await ctx.db.patch("profiles", person._id, { tenantId: null, role: "staff" });
  await endSessionsOf(ctx, person);
  await writeAuditOf(ctx.db, person.tenantId, deed, {
    action: "person_removed",
    record: { kind: "person", key: person._id, label: person.email },
    before: { role: person.role },
  });
}

/** Puts a person into a company. Whoever is in another one leaves it by the rules of leaving. */
export async function assignToTenant(
  ctx: AccountCtx,
  person: Doc<"profiles">,
  { tenantId, role }: { readonly tenantId: Id<"tenants">; readonly role: TenantRole },
  deed: Deed,
): Promise<void> {
  if (person.role === "super_admin") return refuseWith("person_not_found");
  if (person.tenantId === tenantId) return await changeRole(ctx.db, person, role, deed);
  if (person.tenantId !== null) await removeFromTenant(ctx, person, deed);
  await ctx.db.patch("profiles", person._id, { tenantId, role });
  await writeAuditOf(ctx.db, tenantId, deed, {
    action: "person_assigned",
    record: { kind: "person", key: person._id, label: person.email },
    after: { role },
  });
}

async function requireAnotherOwner(db: DatabaseReader, person: Doc<"profiles">): Promise<void> {
  if (await isLastOwner(db, person)) refuseWith("last_owner");
}

/** Whether nobody would be left who may run their company. */
export async function isLastOwner(db: DatabaseReader, person: Doc<"profiles">): Promise<boolean> {
  if (person.role !== "owner" || person.tenantId === null) return false;
  const { tenantId } = person;
  const owners = await db
    .query("profiles")
    .withIndex("by_tenantId_and_role", (q) => q.eq("tenantId", tenantId).eq("role", "owner"))
    .take(2);
  return owners.length < 2;
}

/** The person of an e-mail (any case). Refused with `person_not_found`. */
export async function requireByEmail(db: DatabaseReader, typed: string): Promise<Doc<"profiles">> {
  return (await findByEmail(db, typed.trim().toLowerCase())) ?? refuseWith("person_not_found");
}
