import { refuse } from "../../domain/errors";
import type { Doc, Id } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";
import { requireTenant } from "../lib/access";
import { appError, refuseWith } from "../lib/errors";
import { changedValues } from "../../domain/audit";
import type { SeenValues } from "../../domain/seenValues";
import { insertAccount, requireFreeEmail, type NewPerson } from "./accounts";
import { findInstallationAuthor, writeAuditOf, writeInstallationAudit } from "./audit";
import { requireSeen } from "./meanwhile";
import type { Deed } from "./orderEvents";
import { findAccount, setReadyPassword, type ReadyPassword } from "./passwords";
import { nameFromEmail } from "./passwordSignIn";
import { clerkUserId } from "./sessions";
import { listMembers } from "./team";
import { createTenant, freeSlug, listAllTenants } from "./tenants";

/** Companies as super admins make and change them. */

const MAX_NAME = 120;

/** The name as it is kept. Refused with `tenant_name_required`, `value_too_long`. */
export function requireName(typed: string): string {
  const name = typed.trim();
  if (name === "") return refuseWith("tenant_name_required");
  if (name.length > MAX_NAME) throw appError(refuse("value_too_long", { max: MAX_NAME }).refusal);
  return name;
}

/** Every company, newest first, as the list of Empresas shows it. */
export async function listCompanies(db: DatabaseReader) {
  const companies = [];
  for (const tenant of await listAllTenants(db)) {
    const { _id, _creationTime, name, slug, isActive } = tenant;
    const adminEmail = (await findFirstAccount(db, tenant))?.email ?? null;
    const people = (await listMembers(db, _id)).length;
    companies.push({ id: _id, name, slug, isActive, createdAt: _creationTime, adminEmail, people });
  }
  return companies;
}

export interface NewCompany {
  readonly name: string;
  readonly admin: NewPerson;
}

/** Makes company and first account in one transaction. Refused with `email_in_use`. */
export async function createCompany(
  db: DatabaseWriter,
  { name, admin }: NewCompany,
  deed: Deed,
): Promise<{ tenantId: Id<"tenants">; slug: string }> {
  const slug = await freeSlug(db, name);
  const tenantId = await createTenant(db, { name, slug });
  const adminName = admin.name.trim() || nameFromEmail(admin.email);
  const profileId = await insertAccount(db, { ...admin, name: adminName });
  await db.patch("profiles", profileId, { role: "owner", tenantId });
  await db.patch("tenants", tenantId, { firstProfileId: profileId });
  await writeInstallationAudit(db, deed, {
    action: "tenant_created",
    record: { kind: "tenant", key: tenantId, label: name },
    after: { name, slug, adminEmail: admin.email },
  });
  return { tenantId, slug };
}

interface CompanyChanges {
  readonly name: string;
  /** Of the first account; null keeps. */
  readonly email: string | null;
  readonly password: ReadyPassword | null;
  /** What the screen showed of name and e-mail. */
  readonly seen?: SeenValues | undefined;
}

/**
 * What changing the first account has to tell Clerk: nothing (null) where the account is our own.
 *
 * Refused with `tenant_not_found`, `no_first_account`, `email_in_use`, `changed_meanwhile`.
 */
export async function findFirstAtClerk(
  db: DatabaseReader,
  id: Id<"tenants">,
  change: Omit<CompanyChanges, "password"> & { readonly hasPassword: boolean },
): Promise<{ userId: string; email: string } | null> {
  const tenant = await requireTenant(db, id);
  const first = await findFirstAccount(db, tenant);
  await requireSeenCompany(db, tenant, first, change);
  const { email } = change;
  const isEmailNew = email !== null && email !== first?.email;
  if (first === null) return isEmailNew || change.hasPassword ? refuseWith("no_first_account") : null;
  if (isEmailNew) await requireFreeEmail(db, email);
  const userId = clerkUserId(db, first);
  return userId === null ? null : { userId, email: first.email };
}

async function requireSeenCompany(
  db: DatabaseReader,
  tenant: Doc<"tenants">,
  first: Doc<"profiles"> | null,
  { name, email, seen }: Omit<CompanyChanges, "password">,
): Promise<void> {
  const stored = { name: tenant.name, adminEmail: first?.email ?? null };
  const wanted = { name, ...(email === null ? {} : { adminEmail: email }) };
  const authorOf = (field: string) => findInstallationAuthor(db, tenant._id, field);
  await requireSeen({ stored, wanted, seen }, authorOf, { at: tenant._creationTime });
}

/** Refused with `tenant_not_found`, `no_first_account`, `email_in_use`, `no_local_password`, `changed_meanwhile`. */
export async function updateCompany(
  db: DatabaseWriter,
  id: Id<"tenants">,
  { name, email, password, seen }: CompanyChanges,
  deed: Deed,
): Promise<void> {
  const tenant = await requireTenant(db, id);
  const first = await findFirstAccount(db, tenant);
  await requireSeenCompany(db, tenant, first, { name, email, seen });
  await db.patch("tenants", id, { name });
  const isEmailNew = email !== null && email !== first?.email;
  if (first === null && (isEmailNew || password !== null)) return refuseWith("no_first_account");
  if (first !== null && isEmailNew) await changeEmail(db, first, email);
  if (first !== null && password !== null) await setFirstPassword(db, first, password, deed);
  const changed = changedValues(
    { name: tenant.name, adminEmail: first?.email ?? null },
    { name, adminEmail: isEmailNew ? email : (first?.email ?? null) },
  );
  if (Object.keys(changed.after).length === 0) return;
  const record = { kind: "tenant", key: id, label: name } as const;
  await writeInstallationAudit(db, deed, { action: "tenant_changed", record, ...changed });
}

/** The account that was made with the company while it belongs to it, else its earliest owner. */
async function findFirstAccount(db: DatabaseReader, tenant: Doc<"tenants">): Promise<Doc<"profiles"> | null> {
  const made = tenant.firstProfileId === null ? null : await db.get("profiles", tenant.firstProfileId);
  if (made !== null && made.tenantId === tenant._id) return made;
  return await db
    .query("profiles")
    .withIndex("by_tenantId_and_role", (q) => q.eq("tenantId", tenant._id).eq("role", "owner"))
    .first();
}

async function changeEmail(db: DatabaseWriter, person: Doc<"profiles">, email: string): Promise<void> {
  await requireFreeEmail(db, email);
  // Clerk has been told of it already.
  if (clerkUserId(db, person) === null) {
    const account = (await findAccount(db, person)) ?? refuseWith("no_local_password");
    await db.patch("authAccounts", account._id, { providerAccountId: email });
    await db.patch("users", account.userId, { email });
  }
  await db.patch("profiles", person._id, { email });
}

async function setFirstPassword(
  db: DatabaseWriter,
  person: Doc<"profiles">,
  password: ReadyPassword,
  deed: Deed,
): Promise<void> {
  await setReadyPassword(db, person, password, deed.at);
  await writeAuditOf(db, person.tenantId, deed, {
    action: "password_set",
    record: { kind: "person", key: person._id, label: person.email },
  });
}

/** Refused with `tenant_not_found`. */
export async function switchCompany(
  db: DatabaseWriter,
  id: Id<"tenants">,
  isActive: boolean,
  deed: Deed,
): Promise<void> {
  const tenant = await requireTenant(db, id);
  if (tenant.isActive === isActive) return;
  await db.patch("tenants", id, { isActive });
  await writeInstallationAudit(db, deed, {
    action: "tenant_switched",
    record: { kind: "tenant", key: id, label: tenant.name },
    before: { isActive: !isActive },
    after: { isActive },
  });
}
