import type { PaginationOptions, PaginationResult } from "convex/server";
import { phoneMatchKey } from "../../domain/messagesInstances";
import { parsePhone } from "../../domain/phone";
import type { Doc } from "../_generated/dataModel";
import { orThrow, refuseWith } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { findCustomer } from "./customerRows";

/** Who asked to get no broadcasts. What is said of their own orders they still get. */

export async function hasOptedOut(db: TenantReader, matchKey: string): Promise<boolean> {
  return (await findRow(db, matchKey)) !== null;
}

async function findRow(db: TenantReader, matchKey: string): Promise<Doc<"optOuts"> | null> {
  return await db
    .query("optOuts")
    .withIndex("by_tenantId_and_matchKey", (q) => q.eq("matchKey", matchKey))
    .first();
}

export type OptOutMark = Pick<Doc<"optOuts">, "at" | "source" | "byName">;

/** Whether a phone asked for it, when and how; null when it did not, and for what is no phone. */
export async function readOptOut(db: TenantReader, phone: string): Promise<OptOutMark | null> {
  const matchKey = phoneMatchKey(phone);
  const row = matchKey === null ? null : await findRow(db, matchKey);
  if (row === null) return null;
  const { at, source, byName } = row;
  return { at, source, byName };
}

/** Staff's own note of what a customer said elsewhere, or took back. Twice is once. Refused as `parsePhone` says. */
export async function setOptOut(
  db: TenantWriter,
  { phone: typed, isOptedOut }: { readonly phone: string; readonly isOptedOut: boolean },
  { byName, at }: { readonly byName: string; readonly at: number },
): Promise<void> {
  const phone = orThrow(parsePhone(typed));
  const matchKey = phoneMatchKey(phone) ?? refuseWith("invalid_phone");
  const row = await findRow(db, matchKey);
  if (!isOptedOut && row !== null) await db.delete("optOuts", row);
  if (isOptedOut && row === null) await db.insert("optOuts", { matchKey, phone, at, source: "staff", byName });
}

/**
 * What a customer wrote: `sair`, alone in a message.
 *
 * @param from as the gateway names them, which may lack the ninth digit
 */
export async function takeOptOut(db: TenantWriter, from: string, at: number): Promise<void> {
  const matchKey = phoneMatchKey(from);
  if (matchKey === null || (await findRow(db, matchKey)) !== null) return;
  await db.insert("optOuts", { matchKey, phone: phoneOfId(from), at, source: "customer", byName: null });
}

/** The phone that an id of WhatsApp most likely stands for, as ours are kept. */
export function phoneOfId(id: string): string {
  const digits = id.replace(/[@:].*$/, "").replace(/\D/g, "");
  const parsed = parsePhone(`+${digits}`);
  return parsed.ok ? parsed.value : digits;
}

export type OptOutRow = Pick<Doc<"optOuts">, "phone"> & OptOutMark & { readonly name: string | null };

/** A page of them, by phone. */
export async function listOptOuts(
  db: TenantReader,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<OptOutRow>> {
  const result = await db.query("optOuts").withIndex("by_tenantId_and_matchKey").paginate(paginationOpts);
  const page = await Promise.all(
    result.page.map(async ({ phone, at, source, byName }) => {
      return { phone, name: (await findCustomer(db, phone))?.name ?? null, at, source, byName };
    }),
  );
  return { ...result, page };
}
