import { normalizeSearch } from "../../domain/codes";
import { refuse, type ChangedMeanwhile } from "../../domain/errors";
import { MAX_QUANTITY } from "../../domain/launch";
import { formatBRL } from "../../domain/money";
import { checkProductDraft, type ProductDraft, type ProductFields } from "../../domain/products";
import type { Doc, Id } from "../_generated/dataModel";
import { appError, orThrow, refuseWith } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { findAuditAuthor, writeAudit, writeAuditOfChanges } from "./audit";
import { requireUnchanged } from "./meanwhile";
import type { Deed } from "./orderEvents";
import { findByCode } from "./products";
import { getStock, setStockLeft } from "./stock";
import { recordStockMovement, type StockMovement } from "./stockMovements";

/** Refused with `product_not_found`: absent and another company's alike. */
export async function requireProduct(db: TenantReader, id: Id<"products">): Promise<Doc<"products">> {
  return (await db.get("products", id)) ?? refuseWith("product_not_found");
}

export interface ProductAnswer {
  readonly productId: Id<"products">;
  readonly code: string;
}

/** Adds a product with its stock. Refused as `checkProductDraft` says, and with `product_code_in_use`. */
export async function addProduct(db: TenantWriter, draft: ProductDraft, deed: Deed): Promise<ProductAnswer> {
  const fields = orThrow(checkProductDraft(draft));
  await requireFreeCode(db, fields.code, null);
  const { stock, ...shown } = fields;
  const stockId = await db.insert("productStocks", { stock, initialStock: stock });
  const productId = await db.insert("products", {
    ...shown,
    searchName: normalizeSearch(fields.name),
    imageId: null,
    createdAt: deed.at,
    stockId,
  });
  await writeAudit(db, deed, {
    action: "product_created",
    record: record(productId, fields.code),
    after: { ...fields },
  });
  return { productId, code: fields.code };
}

/** What a screen may change of a product. */
export type ProductChanges = Partial<ProductDraft>;

/** How a change of stock is written down where it comes with a product's other fields. */
type StockOrigin = Pick<StockMovement, "kind" | "reason">;

/**
 * Changes fields of a product, all or none of them.
 *
 * @param seen what the screen showed when typing began; null where nobody looked, as in an import
 * Refused as a new one, with `product_not_found`, and with `changed_meanwhile` for a field that somebody else, or a sale,
 * has made another of since.
 * Source: specification §2 "Products", UX conventions P3.
 */
export async function changeProduct(
  db: TenantWriter,
  product: Doc<"products">,
  { fields: changes, seen }: { readonly fields: ProductChanges; readonly seen: ProductDraft | null },
  deed: Deed,
  origin: StockOrigin = { kind: "edited", reason: null },
): Promise<ProductAnswer> {
  const stock = await getStock(db, product);
  const stored: ProductFields = { ...pickFields(product), stock: stock.stock };
  const wanted = orThrow(checkProductDraft({ ...stored, ...changes }));
  if (seen !== null) await requireSeen(db, product, { stored, wanted, seen });
  await requireFreeCode(db, wanted.code, product._id);

  const { stock: wantedStock, ...shown } = wanted;
  await db.patch("products", product, { ...shown, searchName: normalizeSearch(wanted.name) });
  if (wantedStock !== stock.stock) {
    await setStockLeft(db, stock, wantedStock);
    await recordStockMovement(db, product._id, deed, { ...origin, before: stock.stock, after: wantedStock });
  }
  await writeAuditOfChanges(db, deed, {
    action: "product_changed",
    record: record(product._id, wanted.code),
    before: { ...stored },
    after: { ...wanted },
  });
  return { productId: product._id, code: wanted.code };
}

function pickFields({ code, name, priceCents, color, size, isActive }: Doc<"products">): Omit<ProductFields, "stock"> {
  return { code, name, priceCents, color, size, isActive };
}

/** A flag has two values: where somebody else has changed it, it is what the asker wants. */
const GUARDED = ["code", "name", "priceCents", "stock", "color", "size"] as const;

interface Comparison {
  readonly stored: ProductFields;
  readonly wanted: ProductFields;
  readonly seen: ProductDraft;
}

/** Only fields that the change would overwrite are compared; the same value from both is no conflict. */
async function requireSeen(
  db: TenantReader,
  product: Doc<"products">,
  { stored, wanted, seen }: Comparison,
): Promise<void> {
  for (const field of GUARDED) {
    if (wanted[field] === stored[field] || stored[field] === seen[field]) continue;
    const author = await findAuditAuthor(db, product._id, field);
    const by = author ?? { actorName: field === "stock" ? SALES : SOMEBODY, at: product.createdAt };
    requireUnchanged({ field, value: stored[field], shown: shownAs(field, stored[field]), ...by }, seen[field]);
  }
}

/** Sales write down their author in the orders' timelines, not here. */
const SALES = "Uma venda";
const SOMEBODY = "Alguém";

function shownAs(field: ChangedMeanwhile["field"], value: string | number | null): string {
  if (value === null || value === "") return "vazio";
  return field === "priceCents" && typeof value === "number" ? formatBRL(value) : String(value);
}

/**
 * Moves a product's stock by a number: goods that came in, pieces that broke. Two people moving it at once both count.
 *
 * Refused with `invalid_quantity`, `insufficient_stock`, `value_too_long`.
 */
export async function moveStock(
  db: TenantWriter,
  product: Doc<"products">,
  { delta, reason: typed }: { readonly delta: number; readonly reason: string },
  deed: Deed,
): Promise<number> {
  const reason = typed.trim();
  if (reason.length > MAX_REASON) throw appError(refuse("value_too_long", { max: MAX_REASON }).refusal);
  if (!Number.isSafeInteger(delta) || delta === 0 || Math.abs(delta) > MAX_QUANTITY)
    return refuseWith("invalid_quantity");
  const row = await getStock(db, product);
  const after = row.stock + delta;
  if (after < 0) throw appError(refuse("insufficient_stock", { available: row.stock }).refusal);
  await setStockLeft(db, row, after);
  const movement = { kind: "moved", before: row.stock, after, reason: reason === "" ? null : reason } as const;
  await recordStockMovement(db, product._id, deed, movement);
  await writeAudit(db, deed, {
    action: "stock_moved",
    record: record(product._id, product.code),
    before: { stock: row.stock },
    after: { stock: after, reason: movement.reason },
  });
  return after;
}

const MAX_REASON = 200;

/**
 * Takes a product out of the catalogue. Orders keep their lines, which show as 'Produto removido'; its files are the
 * caller's to delete.
 */
export async function removeProduct(db: TenantWriter, product: Doc<"products">, deed: Deed): Promise<void> {
  const stock = await getStock(db, product);
  await db.delete("productStocks", stock);
  await db.delete("products", product);
  await writeAudit(db, deed, {
    action: "product_removed",
    record: record(product._id, product.code),
    before: { ...pickFields(product), stock: stock.stock },
  });
}

async function requireFreeCode(db: TenantReader, code: string, own: Id<"products"> | null): Promise<void> {
  const namesake = await findByCode(db, code);
  if (namesake !== null && namesake._id !== own) refuseWith("product_code_in_use");
}

function record(productId: Id<"products">, code: string) {
  return { kind: "product", key: productId, label: code } as const;
}
