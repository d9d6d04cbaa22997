import { refuse } from "../../domain/errors";
import { checkOrderView, viewNameKey, type OrderView } from "../../domain/orderViews";
import type { Doc, Id } from "../_generated/dataModel";
import { appError, orThrow, refuseWith } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";

/** More than a menu can show; keeps the list one read. */
const MAX_VIEWS = 50;

/** By name. */
export async function listOrderViews(db: TenantReader): Promise<Doc<"orderViews">[]> {
  return await db.query("orderViews").withIndex("by_tenantId_and_nameKey").order("asc").take(MAX_VIEWS);
}

/** Refused as `checkOrderView` says, with `view_exists` and with `too_many_rows`. */
export async function createOrderView(
  db: TenantWriter,
  view: OrderView,
  authorName: string,
): Promise<Id<"orderViews">> {
  const { name, query } = orThrow(checkOrderView(view));
  const nameKey = viewNameKey(name);
  const views = await listOrderViews(db);
  if (views.some((other) => other.nameKey === nameKey)) throw appError(refuse("view_exists", { name }).refusal);
  if (views.length >= MAX_VIEWS) throw appError(refuse("too_many_rows", { max: MAX_VIEWS }).refusal);
  return await db.insert("orderViews", { name, nameKey, query, authorName });
}

/**
 * Gives a view another filter; `seen` is the one that the screen showed. Refused with `view_not_found`, as a new one, and with `view_changed`
 * where somebody has given it another meanwhile.
 */
export async function changeOrderView(
  db: TenantWriter,
  viewId: Id<"orderViews">,
  { query, seen, authorName }: { readonly query: string; readonly seen: string; readonly authorName: string },
): Promise<void> {
  const view = (await db.get("orderViews", viewId)) ?? refuseWith("view_not_found");
  const { name } = orThrow(checkOrderView({ name: view.name, query }));
  if (view.query === query) return;
  if (view.query !== seen) throw appError(refuse("view_changed", { name, authorName: view.authorName }).refusal);
  await db.patch("orderViews", view, { query, authorName });
}

/** Refused with `view_not_found`. */
export async function removeOrderView(db: TenantWriter, viewId: Id<"orderViews">): Promise<void> {
  await db.delete("orderViews", (await db.get("orderViews", viewId)) ?? refuseWith("view_not_found"));
}
