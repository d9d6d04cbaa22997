import { INVITE_LIFE_MS, type TenantRole } from "../../domain/people";
import { refuse } from "../../domain/errors";
import type { Doc, Id } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";
import { appError, refuseWith } from "../lib/errors";
import { TenantWriter, type TenantReader } from "../lib/tenantDb";
import { writeAudit } from "./audit";
import { createLinkKey, deleteLinkKey, findLinkTarget } from "./linkKeys";
import type { Deed } from "./orderEvents";

/** More than a shop hires at a time; keeps the list one small read. */
const MAX_INVITES = 50;

export interface NewInvite {
  readonly inviteId: Id<"invites">;
  /** Given this once; kept as a hash alone. */
  readonly token: string;
  readonly expiresAt: number;
}

/** Invites somebody to a company's team for seven days. Refused with `too_many_invites`. */
export async function createInvite(
  db: DatabaseWriter,
  tenantId: Id<"tenants">,
  role: TenantRole,
  deed: Deed,
): Promise<NewInvite> {
  const own = new TenantWriter(db, tenantId);
  for (const invite of await listInvites(own)) if (invite.expiresAt <= deed.at) await deleteInvite(db, invite);
  if ((await listInvites(own)).length >= MAX_INVITES)
    throw appError(refuse("too_many_invites", { max: MAX_INVITES }).refusal);
  const expiresAt = deed.at + INVITE_LIFE_MS;
  const inviteId = await own.insert("invites", {
    role,
    createdByName: deed.actor.name,
    createdAt: deed.at,
    expiresAt,
  });
  await writeAudit(own, deed, {
    action: "person_invited",
    record: { kind: "invite", key: inviteId, label: deed.actor.name },
    after: { role, expiresAt },
  });
  return { inviteId, token: await createLinkKey(db, inviteId), expiresAt };
}

/** The invitations of a company that are neither used nor withdrawn, newest first. */
export async function listInvites(db: TenantReader): Promise<Doc<"invites">[]> {
  return await db.query("invites").withIndex("by_tenantId").order("desc").take(MAX_INVITES);
}

/** Refused with `invite_not_found`, also for another company's. */
export async function revokeInvite(
  db: DatabaseWriter,
  tenantId: Id<"tenants">,
  inviteId: Id<"invites">,
  deed: Deed,
): Promise<void> {
  const own = new TenantWriter(db, tenantId);
  const invite = (await own.get("invites", inviteId)) ?? refuseWith("invite_not_found");
  await deleteInvite(db, invite);
  await writeAudit(own, deed, {
    action: "invite_revoked",
    record: { kind: "invite", key: inviteId, label: invite.createdByName },
    before: { role: invite.role },
  });
}

/** The invitation of a key and its company; null when it is used, withdrawn, or the company is switched off. */
export async function findInvite(
  db: DatabaseReader,
  token: string,
): Promise<{ invite: Doc<"invites">; tenant: Doc<"tenants"> } | null> {
  const target = await findLinkTarget(db, token);
  const inviteId = target === null ? null : db.normalizeId("invites", target);
  const invite = inviteId === null ? null : await db.get("invites", inviteId);
  const tenant = invite === null ? null : await db.get("tenants", invite.tenantId);
  return invite !== null && tenant !== null && tenant.isActive ? { invite, tenant } : null;
}

/**
 * Brings a person without a company into the one that invited them. An invitation works once.
 *
 * Refused with `invite_not_found` (also when it has run out) and `already_in_company`.
 */
export async function acceptInvite(
  db: DatabaseWriter,
  person: Doc<"profiles">,
  token: string,
  deed: Deed,
): Promise<Doc<"tenants">> {
  const found = await findInvite(db, token);
  if (found === null || found.invite.expiresAt <= deed.at) return refuseWith("invite_not_found");
  if (person.tenantId !== null || person.role === "super_admin") return refuseWith("already_in_company");
  const { invite, tenant } = found;
  await db.patch("profiles", person._id, { tenantId: tenant._id, role: invite.role });
  await deleteInvite(db, invite);
  await writeAudit(new TenantWriter(db, tenant._id), deed, {
    action: "person_joined",
    record: { kind: "person", key: person._id, label: person.email },
    after: { role: invite.role, invitedBy: invite.createdByName },
  });
  return tenant;
}

async function deleteInvite(db: DatabaseWriter, invite: Doc<"invites">): Promise<void> {
  await deleteLinkKey(db, invite._id);
  await db.delete("invites", invite._id);
}
