import { refuse } from "../../domain/errors";
import { formatBRL } from "../../domain/money";
import { worthOf } from "../../domain/orderLines";
import {
  checkTemplateDraft,
  fillTemplate,
  TEMPLATE_LABELS,
  type TemplateDraft,
  type TemplateFields,
} from "../../domain/templates";
import type { Doc, Id } from "../_generated/dataModel";
import { appError, orThrow, refuseWith } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { findAuditAuthor, writeAudit, writeAuditOfChanges } from "./audit";
import { listCartItems } from "./carts";
import { requireUnchanged } from "./meanwhile";
import type { Deed } from "./orderEvents";
import { REMOVED_PRODUCT } from "./orderLines";
import { findOrderByNumber } from "./orders";

const MAX_TEMPLATES = 200;

/** Newest first. */
export async function listTemplates(db: TenantReader): Promise<Doc<"templates">[]> {
  return await db.query("templates").withIndex("by_tenantId").order("desc").take(MAX_TEMPLATES);
}

/** Refused as `checkTemplateDraft` says, and with `too_many_rows`. */
export async function createTemplate(db: TenantWriter, draft: TemplateDraft, deed: Deed): Promise<Id<"templates">> {
  const fields = orThrow(checkTemplateDraft(draft));
  if ((await listTemplates(db)).length >= MAX_TEMPLATES) {
    throw appError(refuse("too_many_rows", { max: MAX_TEMPLATES }).refusal);
  }
  const templateId = await db.insert("templates", fields);
  await writeAudit(db, deed, { action: "template_created", record: record(templateId, fields), after: { ...fields } });
  return templateId;
}

/**
 * Writes a template anew.
 *
 * @param seen what the screen showed when typing began
 * Refused as a new one, with `template_not_found`, and with `changed_meanwhile` for a field that somebody else has made
 * another of since.
 */
export async function updateTemplate(
  db: TenantWriter,
  templateId: Id<"templates">,
  { draft, seen }: { readonly draft: TemplateDraft; readonly seen: TemplateDraft },
  deed: Deed,
): Promise<void> {
  const template = (await db.get("templates", templateId)) ?? refuseWith("template_not_found");
  const fields = orThrow(checkTemplateDraft(draft));
  await requireSeen(db, template, { wanted: fields, seen });
  await db.patch("templates", template, fields);
  const [before, after] = [pickFields(template), { ...fields }];
  await writeAuditOfChanges(db, deed, {
    action: "template_changed",
    record: record(templateId, fields),
    before,
    after,
  });
}

interface Comparison {
  readonly wanted: TemplateFields;
  readonly seen: TemplateDraft;
}

/** Only fields that the change would overwrite are compared; the same value from both is no conflict. */
async function requireSeen(db: TenantReader, template: Doc<"templates">, { wanted, seen }: Comparison): Promise<void> {
  for (const field of ["type", "title", "content"] as const) {
    const value = template[field];
    if (wanted[field] === value || value === seen[field]) continue;
    const author = await findAuditAuthor(db, template._id, field);
    const by = author ?? { actorName: SOMEBODY, at: template._creationTime };
    const shown = field === "type" ? TEMPLATE_LABELS[template.type] : (value ?? "vazio");
    requireUnchanged({ field, value, shown, ...by }, seen[field]);
  }
}

const SOMEBODY = "Alguém";

/** Refused with `template_not_found`. */
export async function removeTemplate(db: TenantWriter, templateId: Id<"templates">, deed: Deed): Promise<void> {
  const template = (await db.get("templates", templateId)) ?? refuseWith("template_not_found");
  await db.delete("templates", template);
  await writeAudit(db, deed, {
    action: "template_removed",
    record: record(templateId, template),
    before: pickFields(template),
  });
}

function pickFields({ type, title, content }: Doc<"templates">) {
  return { type, title, content };
}

function record(templateId: Id<"templates">, { title, type }: TemplateFields) {
  return { kind: "template", key: templateId, label: title ?? type } as const;
}

export interface TemplatePreview {
  readonly orderNumber: number;
  readonly text: string;
}

/**
 * What a template says of an order: of its line changed last, or of the order as a whole where it has none. Null without
 * an order.
 *
 * @param orderNumber null for the newest order
 */
export async function previewTemplate(
  db: TenantReader,
  content: string,
  orderNumber: number | null,
): Promise<TemplatePreview | null> {
  const order = orderNumber === null ? await findNewestOrder(db) : await findOrderByNumber(db, orderNumber);
  if (order === null) return null;
  const items = order.cartId === null ? [] : await listCartItems(db, order.cartId);
  const [line] = items.sort((a, b) => b.changedAt - a.changedAt);
  const product = line === undefined ? null : await readNames(db, line.productId);
  const name = order.customerName ?? order.customerPhone;
  const text = fillTemplate(content, {
    produto: product?.name ?? "",
    quantidade: String(line?.quantity ?? order.pieces),
    valor: formatBRL(line === undefined ? order.totalCents : worthOf(line)),
    variacao1: product?.color ?? "",
    variacao2: product?.size ?? "",
    nome_cliente: name,
    nome: name,
  });
  return { orderNumber: order.number, text };
}

async function readNames(
  db: TenantReader,
  productId: Id<"products">,
): Promise<Pick<Doc<"products">, "name" | "color" | "size">> {
  return (await db.get("products", productId)) ?? { name: REMOVED_PRODUCT.name, color: null, size: null };
}

async function findNewestOrder(db: TenantReader): Promise<Doc<"orders"> | null> {
  return await db.query("orders").withIndex("by_tenantId_and_number").order("desc").first();
}
