import type { FunctionReturnType } from "convex/server";
import { useCallback, useMemo } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { normalizeCode } from "../../../domain/codes";
import { useAllRows } from "../../lib/useAllRows";
import { useTenantAction } from "../../lib/useTenantAction";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { useTenantPaginatedQuery } from "../../lib/useTenantPaginatedQuery";
import { useTenantQuery, type Live } from "../../lib/useTenantQuery";

export type ProductId = Id<"products">;
export type ProductRow = FunctionReturnType<typeof api.products.find>[number];
export type Product = NonNullable<FunctionReturnType<typeof api.products.get>>;
export type StockMovement = FunctionReturnType<typeof api.products.movements>["page"][number];
export type ProductDay = FunctionReturnType<typeof api.products.sales>["page"][number];

/** As many as the server finds at once. */
export const MAX_FOUND = 100;

export function useProductPages(pageSize: number, firstCount: number) {
  return useTenantPaginatedQuery(api.products.list, {}, pageSize, firstCount);
}

export function useProductsFound(text: string) {
  return useTenantQuery(api.products.find, { text, limit: MAX_FOUND });
}

/** The stock of the products in view, live. */
export function useStockLevels(productIds: readonly ProductId[]) {
  const ids = [...new Set(productIds)].sort();
  const live = useTenantQuery(api.products.stock, ids.length === 0 ? "skip" : { productIds: ids });
  const rows = live.status === "ready" ? live.value : null;
  return useMemo(() => new Map((rows ?? []).map((row) => [row.productId, row])), [rows]);
}

/** The product with exactly this code, which an address named; null when there is none. An exact code is found first. */
export function useProductIdByCode(code: string): Live<ProductId | null> {
  const found = useTenantQuery(api.products.find, { text: code, limit: 1 });
  if (found.status !== "ready") return found;
  const wanted = normalizeCode(code);
  const match = found.value.find((product) => product.code === wanted)?._id ?? null;
  return found.isStale && match === null ? { status: "loading" } : { ...found, value: match };
}

/** One product with its stock, live; null when there is none (any more). */
export function useProduct(productId: ProductId) {
  return useTenantQuery(api.products.get, { productId });
}

/** The code to suggest; asked for only while a product is made. */
export function useNextCode(isWanted: boolean) {
  return useTenantQuery(api.products.nextCode, isWanted ? {} : "skip");
}

export function useProductChanges() {
  return {
    create: useTenantMutation(api.products.create),
    update: useTenantMutation(api.products.update),
    moveStock: useTenantMutation(api.products.moveStockBy),
    remove: useTenantMutation(api.products.remove),
    removeImage: useTenantMutation(api.products.removeImage),
  };
}

/** A picture and its small form on their way to a product: bytes first, then the server looks at them. */
export function useSetPicture() {
  const uploadUrl = useTenantMutation(api.products.uploadUrl);
  const setImage = useTenantAction(api.products.setImage);
  return useCallback(
    async (productId: ProductId, picture: Blob, thumbnail: Blob) => {
      const upload = async (file: Blob) => await sendFile((await uploadUrl({})).url, file);
      const fileId = await upload(picture);
      await setImage({ productId, fileId, thumbnailId: await upload(thumbnail) });
    },
    [uploadUrl, setImage],
  );
}

async function sendFile(url: string, file: Blob): Promise<Id<"_storage">> {
  const answer = await fetch(url, { method: "POST", headers: { "Content-Type": file.type }, body: file });
  if (!answer.ok) throw new Error(`an upload should be accepted, not answered with ${answer.status}`);
  const { storageId } = (await answer.json()) as { storageId: Id<"_storage"> };
  return storageId;
}

export function useMovements(productId: ProductId) {
  return useTenantPaginatedQuery(api.products.movements, { productId }, HISTORY_PAGE);
}

export function useSales(productId: ProductId) {
  return useTenantPaginatedQuery(api.products.sales, { productId }, HISTORY_PAGE);
}

const HISTORY_PAGE = 20;
export type ExportedProduct = FunctionReturnType<typeof api.products.exportRows>["page"][number];

/** Reads the whole catalogue once, with its stock, by code. */
export function useAllProducts(): (args: object) => Promise<ExportedProduct[]> {
  return useAllRows(api.products.exportRows);
}
