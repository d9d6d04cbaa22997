import type { StorageReader } from "convex/server";
import { v, type Infer } from "convex/values";
import { isExactCode, matchesSearch, normalizeCode, normalizeSearch, prepareSearch } from "../../domain/codes";
import { assertCents } from "../../domain/money";
import type { Doc, Id } from "../_generated/dataModel";
import { assert, refuseWith } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";
import { vCents } from "../lib/validators";

/** Refused with `product_not_found` (absent and another company's alike) or `product_inactive`. */
export async function requireActiveProduct(db: TenantReader, id: Id<"products">): Promise<Doc<"products">> {
  const product = await db.get("products", id);
  if (product === null) return refuseWith("product_not_found");
  return product.isActive ? product : refuseWith("product_inactive");
}

/** What a product without a row in the catalogue is called. Source: specification §3 "cart_items". */
export const REMOVED_PRODUCT = { code: "N/A", name: "Produto removido" };

/** A row of the catalogue: nothing in it changes during a live. */
export interface CatalogueRow {
  readonly _id: Id<"products">;
  readonly code: string;
  readonly name: string;
  readonly priceCents: number;
  readonly color: string | null;
  readonly size: string | null;
  readonly imageUrl: string | null;
  readonly stockId: Id<"productStocks">;
}

/** The largest catalogue a search scans. Source: architecture "Data that stays cheap". */
export const MAX_CATALOGUE = 5_000;
/** A screen shows at most a page; more rows in one answer are a mistake of the caller. */
const MAX_ROWS = 100;

/**
 * The active products whose code or name contains the text: an exact code first, the rest by code.
 *
 * An exact code is one point read beside the scan, so it is found in a catalogue of any size.
 * Source: specification §2 "Criar Pedido", UX conventions L6.
 */
export async function searchProducts(
  db: TenantReader,
  storage: StorageReader,
  { text, limit }: { text: string; limit: number },
): Promise<CatalogueRow[]> {
  const wanted = Math.max(1, Math.min(MAX_ROWS, Math.floor(limit) || 1));
  const search = prepareSearch(text);
  const found = search.text === "" ? await firstActive(db, wanted) : await scanActive(db, wanted, search);
  return await Promise.all(found.map((product) => toCatalogueRow(storage, product)));
}

async function firstActive(db: TenantReader, wanted: number): Promise<Doc<"products">[]> {
  return await activeByCode(db).take(wanted);
}

async function scanActive(
  db: TenantReader,
  wanted: number,
  search: ReturnType<typeof prepareSearch>,
): Promise<Doc<"products">[]> {
  const exact = await findByCode(db, search.exactCode);
  const found = exact !== null && exact.isActive ? [exact] : [];
  if (found.length === wanted) return found;
  // One read of the whole catalogue instead of a stream: the range read is the same, and it ends in one round trip.
  for (const product of await activeByCode(db).take(MAX_CATALOGUE)) {
    if (isExactCode(product, search) || !matchesSearch(product, search)) continue;
    found.push(product);
    if (found.length === wanted) break;
  }
  return found;
}

function activeByCode(db: TenantReader) {
  return db.query("products").withIndex("by_tenantId_and_isActive_and_code", (q) => q.eq("isActive", true));
}

export async function findByCode(db: TenantReader, code: string): Promise<Doc<"products"> | null> {
  return await db
    .query("products")
    .withIndex("by_tenantId_and_code", (q) => q.eq("code", code))
    .unique();
}

/** The picture's address is made at each reading: the server may be reached under another address tomorrow. */
async function toCatalogueRow(storage: StorageReader, product: Doc<"products">): Promise<CatalogueRow> {
  return {
    _id: product._id,
    code: product.code,
    name: product.name,
    priceCents: product.priceCents,
    color: product.color,
    size: product.size,
    imageUrl: await smallPictureUrl(storage, product),
    stockId: product.stockId,
  };
}

/** The address of a product's picture for a table: the small one where there is one. */
async function smallPictureUrl(storage: StorageReader, product: Doc<"products">): Promise<string | null> {
  const fileId = product.thumbnailId ?? product.imageId;
  return fileId === null ? null : await storage.getUrl(fileId);
}

export const vNewProduct = v.object({
  code: v.string(),
  name: v.string(),
  priceCents: vCents,
  stock: v.number(),
  initialStock: v.optional(v.number()),
  color: v.optional(v.union(v.null(), v.string())),
  size: v.optional(v.union(v.null(), v.string())),
  imageId: v.optional(v.union(v.null(), v.id("_storage"))),
  isActive: v.optional(v.boolean()),
});
export type NewProduct = Infer<typeof vNewProduct>;

/** A product by the names that programs which make companies go on with. */
export const vProductKey = v.object({ code: v.string(), name: v.string(), productId: v.id("products") });
export type ProductKey = Infer<typeof vProductKey>;

/** Adds products, each with its stock row. Their codes must be free in the company. */
export async function createProducts(db: TenantWriter, products: readonly NewProduct[]): Promise<ProductKey[]> {
  const keys: ProductKey[] = [];
  for (const product of products) keys.push(await createProduct(db, product));
  return keys;
}

async function createProduct(db: TenantWriter, product: NewProduct): Promise<ProductKey> {
  const code = normalizeCode(product.code);
  assertCents(product.priceCents);
  assert(Number.isSafeInteger(product.stock) && product.stock >= 0, "stock should be a whole number, not negative");
  assert((await findByCode(db, code)) === null, `product code ${code} should be free in its company`);
  const stockId = await db.insert("productStocks", {
    stock: product.stock,
    initialStock: Math.max(product.stock, product.initialStock ?? 0),
  });
  const productId = await db.insert("products", {
    code,
    name: product.name,
    searchName: normalizeSearch(product.name),
    priceCents: product.priceCents,
    color: product.color ?? null,
    size: product.size ?? null,
    imageId: product.imageId ?? null,
    isActive: product.isActive ?? true,
    createdAt: Date.now(),
    stockId,
  });
  return { code, name: product.name, productId };
}

/** The active products of a company, by code. */
export async function listProductKeys(db: TenantReader): Promise<ProductKey[]> {
  const products = await activeByCode(db).take(MAX_CATALOGUE);
  return products.map(({ _id, code, name }) => ({ code, name, productId: _id }));
}
