import { refuse } from "../../domain/errors";
import type { Doc, Id } from "../_generated/dataModel";
import type { DatabaseWriter } from "../_generated/server";
import { appError, refuseWith } from "../lib/errors";
import { TenantWriter, type TenantReader } from "../lib/tenantDb";
import { writeAudit } from "./audit";
import { createLinkKey, deleteLinkKey } from "./linkKeys";
import type { Deed } from "./orderEvents";

const MAX_LINKS = 50;
const MAX_NAME = 120;

/** Makes a link to a company's big screen. Refused with `fields_required`, `too_many_rows`. */
export async function createScreenLink(
  db: DatabaseWriter,
  tenantId: Id<"tenants">,
  typedName: string,
  deed: Deed,
): Promise<{ screenLinkId: Id<"screenLinks">; key: string }> {
  const own = new TenantWriter(db, tenantId);
  const name = typedName.trim().slice(0, MAX_NAME);
  if (name === "") return refuseWith("fields_required");
  if ((await listScreenLinks(own)).length >= MAX_LINKS)
    throw appError(refuse("too_many_rows", { max: MAX_LINKS }).refusal);
  const screenLinkId = await own.insert("screenLinks", {
    name,
    createdByName: deed.actor.name,
    createdAt: deed.at,
  });
  const record = { kind: "screen_link", key: screenLinkId, label: name } as const;
  await writeAudit(own, deed, { action: "screen_link_created", record });
  return { screenLinkId, key: await createLinkKey(db, screenLinkId) };
}

/** Newest first. */
export async function listScreenLinks(db: TenantReader): Promise<Doc<"screenLinks">[]> {
  return await db.query("screenLinks").withIndex("by_tenantId").order("desc").take(MAX_LINKS);
}

/** Refused with `link_not_found`, also for another company's. */
export async function revokeScreenLink(
  db: DatabaseWriter,
  tenantId: Id<"tenants">,
  screenLinkId: Id<"screenLinks">,
  deed: Deed,
): Promise<void> {
  const own = new TenantWriter(db, tenantId);
  const link = (await own.get("screenLinks", screenLinkId)) ?? refuseWith("link_not_found");
  await deleteLinkKey(db, screenLinkId);
  await own.delete("screenLinks", link);
  const record = { kind: "screen_link", key: screenLinkId, label: link.name } as const;
  await writeAudit(own, deed, { action: "screen_link_revoked", record });
}
