import type { Doc, Id } from "../_generated/dataModel";
import { assert } from "../lib/errors";
import type { TenantReader, TenantWriter } from "../lib/tenantDb";

/** A product's own stock row. It is made with the product and lives as long. */
export async function getStock(db: TenantReader, product: Doc<"products">): Promise<Doc<"productStocks">> {
  const row = await db.get("productStocks", product.stockId);
  assert(row !== null, "a product should have its stock row");
  return row;
}

/**
 * Sets what is left after a sale, or what is there again after a return. `initialStock` says where the bar "4 de 12"
 * began: it stays, unless more came back than it knew of.
 */
export async function setStockLeft(db: TenantWriter, row: Doc<"productStocks">, stock: number): Promise<void> {
  assert(Number.isSafeInteger(stock) && stock >= 0, "stock should never be negative");
  if (stock <= row.initialStock) await db.patch("productStocks", row, { stock });
  else await db.patch("productStocks", row, { stock, initialStock: stock });
}

export interface StockLevel {
  readonly productId: Id<"products">;
  readonly stock: number;
  readonly initialStock: number;
}

/** The stock of the products in view. A product that is absent or another company's is left out. */
export async function listStock(db: TenantReader, productIds: readonly Id<"products">[]): Promise<StockLevel[]> {
  const levels = await Promise.all(productIds.map((id) => readLevel(db, id)));
  return levels.filter((level) => level !== null);
}

async function readLevel(db: TenantReader, productId: Id<"products">): Promise<StockLevel | null> {
  const product = await db.get("products", productId);
  if (product === null) return null;
  const { stock, initialStock } = await getStock(db, product);
  return { productId, stock, initialStock };
}
