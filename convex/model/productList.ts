import type { PaginationOptions, PaginationResult, StorageReader } from "convex/server";
import { v, type Infer } from "convex/values";
import { isExactCode, matchesSearch, prepareSearch } from "../../domain/codes";
import { nextCode } from "../../domain/products";
import type { Doc, Id } from "../_generated/dataModel";
import type { TenantReader } from "../lib/tenantDb";
import { vCents } from "../lib/validators";
import { MAX_CATALOGUE } from "./products";
import { getStock } from "./stock";

/** A product as its own screen shows it. It holds no stock, so a list sleeps while things are sold. */
export const productRow = {
  _id: v.id("products"),
  code: v.string(),
  name: v.string(),
  priceCents: vCents,
  color: v.union(v.null(), v.string()),
  size: v.union(v.null(), v.string()),
  isActive: v.boolean(),
  /** Epoch milliseconds. */
  createdAt: v.number(),
  imageUrl: v.union(v.null(), v.string()),
  thumbnailUrl: v.union(v.null(), v.string()),
  stockId: v.id("productStocks"),
};
export const vProductRow = v.object(productRow);
export type ProductRow = Infer<typeof vProductRow>;

interface Reading {
  readonly db: TenantReader;
  readonly storage: StorageReader;
}

/** A page of all products, newest first. */
export async function listProducts(
  { db, storage }: Reading,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<ProductRow>> {
  const result = await db
    .query("products")
    .withIndex("by_tenantId_and_createdAt")
    .order("desc")
    .paginate(paginationOpts);
  return { ...result, page: await toRows(storage, result.page) };
}

const MAX_FOUND = 100;

/** The products, active or not, whose code or name contains the text: an exact code first, the rest newest first. */
export async function findProducts(
  { db, storage }: Reading,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<ProductRow[]> {
  const wanted = Math.max(1, Math.min(MAX_FOUND, Math.floor(limit) || 1));
  const search = prepareSearch(text);
  const all = await db.query("products").withIndex("by_tenantId_and_createdAt").order("desc").take(MAX_CATALOGUE);
  const found = all.filter((product) => matchesSearch(product, search));
  const exact = found.filter((product) => isExactCode(product, search));
  const rest = found.filter((product) => !isExactCode(product, search));
  return await toRows(storage, [...exact, ...rest].slice(0, wanted));
}

/** One product with its stock; null when there is none. */
export async function readProduct({ db, storage }: Reading, productId: Id<"products">) {
  const product = await db.get("products", productId);
  if (product === null) return null;
  const { stock, initialStock } = await getStock(db, product);
  return { ...(await toRow(storage, product)), stock, initialStock };
}

export async function suggestCode(db: TenantReader): Promise<string> {
  const products = await db.query("products").withIndex("by_tenantId_and_code").take(MAX_CATALOGUE);
  return nextCode(products.map(({ code }) => code));
}

/** A page of products by code, each with its stock: what an export writes. */
export async function exportProducts({ db, storage }: Reading, paginationOpts: PaginationOptions) {
  const result = await db.query("products").withIndex("by_tenantId_and_code").paginate(paginationOpts);
  const page = [];
  for (const product of result.page) {
    const { stock } = await getStock(db, product);
    page.push({ ...(await toRow(storage, product)), stock });
  }
  return { ...result, page };
}

async function toRows(storage: StorageReader, products: readonly Doc<"products">[]): Promise<ProductRow[]> {
  return await Promise.all(products.map((product) => toRow(storage, product)));
}

async function toRow(storage: StorageReader, product: Doc<"products">): Promise<ProductRow> {
  const { _id, createdAt, code, name, priceCents, color, size, isActive, stockId } = product;
  const urls = {
    imageUrl: await urlOf(storage, product.imageId),
    thumbnailUrl: await urlOf(storage, product.thumbnailId ?? null),
  };
  return { _id, code, name, priceCents, color, size, isActive, createdAt, ...urls, stockId };
}

async function urlOf(storage: StorageReader, fileId: Id<"_storage"> | null): Promise<string | null> {
  return fileId === null ? null : await storage.getUrl(fileId);
}
