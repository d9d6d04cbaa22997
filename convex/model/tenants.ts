import { v } from "convex/values";
import { normalizeSearch } from "../../domain/codes";
import { slugCandidates } from "../../domain/slugs";
import type { Doc, Id } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";
import { assert } from "../lib/errors";

/** A company by its label in an address; null when there is none or it is switched off. */
export async function findActiveTenantBySlug(db: DatabaseReader, slug: string): Promise<Doc<"tenants"> | null> {
  const tenant = await findTenantBySlug(db, slug.trim().toLowerCase());
  return tenant !== null && tenant.isActive ? tenant : null;
}

/** What anyone may know of a company: enough to name it and to ask about it. */
export interface TenantCard {
  readonly id: Id<"tenants">;
  readonly name: string;
  readonly slug: string;
}

export const vTenantCard = v.object({ id: v.id("tenants"), name: v.string(), slug: v.string() });

export function toTenantCard({ _id, name, slug }: Doc<"tenants">): TenantCard {
  return { id: _id, name, slug };
}

/** The company a person belongs to; null for none and for one that is switched off. */
export async function findOwnTenant(db: DatabaseReader, profile: Doc<"profiles">): Promise<TenantCard | null> {
  const tenant = profile.tenantId === null ? null : await db.get("tenants", profile.tenantId);
  return tenant !== null && tenant.isActive ? toTenantCard(tenant) : null;
}

/** As many companies as a select can be chosen from. Inferred. */
const MAX_LISTED = 500;

/** The active companies by name, accents and case ignored. */
export async function listActiveTenants(db: DatabaseReader): Promise<TenantCard[]> {
  const tenants = await db
    .query("tenants")
    .withIndex("by_isActive_and_name", (q) => q.eq("isActive", true))
    .take(MAX_LISTED);
  const keyed = tenants.map((tenant) => ({ tenant, key: normalizeSearch(tenant.name) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ tenant }) => toTenantCard(tenant));
}

/** Every company, newest first, switched off or not. */
export async function listAllTenants(db: DatabaseReader): Promise<Doc<"tenants">[]> {
  return await db.query("tenants").order("desc").take(MAX_LISTED);
}

/** The label a new company of this name gets: the first candidate that nobody has. */
export async function freeSlug(db: DatabaseReader, name: string): Promise<string> {
  for (const slug of slugCandidates(name)) if ((await findTenantBySlug(db, slug)) === null) return slug;
  throw new Error("there should always be another label");
}

/** An installation is a few hundred companies; the operator's commands take them in one reading. Inferred. */
const MAX_TENANTS = 5_000;

/** Every company, active or not, or the one of a label: for the operator alone. */
export async function listTenantCards(db: DatabaseReader, slug?: string): Promise<TenantCard[]> {
  if (slug === undefined) return (await db.query("tenants").take(MAX_TENANTS)).map(toTenantCard);
  const tenant = await findTenantBySlug(db, slug);
  return tenant === null ? [] : [toTenantCard(tenant)];
}

export async function findTenantBySlug(db: DatabaseReader, slug: string): Promise<Doc<"tenants"> | null> {
  return await db
    .query("tenants")
    .withIndex("by_slug", (q) => q.eq("slug", slug))
    .unique();
}

export async function hasAnyTenant(db: DatabaseReader): Promise<boolean> {
  return (await db.query("tenants").first()) !== null;
}

/** Makes a company. Its label must be free, lower case and at most 20 characters. Source: specification §5, §9. */
export async function createTenant(
  db: DatabaseWriter,
  tenant: { readonly name: string; readonly slug: string },
): Promise<Id<"tenants">> {
  assert(/^[a-z0-9]{1,20}$/.test(tenant.slug), "a company's label should be 1 to 20 small letters and digits");
  assert((await findTenantBySlug(db, tenant.slug)) === null, `company label ${tenant.slug} should be free`);
  return await db.insert("tenants", { ...tenant, isActive: true, firstProfileId: null });
}
