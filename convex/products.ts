import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { refuse } from "../domain/errors";
import { checkPicture, MAX_PICTURE_BYTES, MAX_THUMBNAIL_BYTES } from "../domain/pictures";
import { internal } from "./_generated/api";
import type { Doc, Id } from "./_generated/dataModel";
import { vStockMovementKind } from "./lib/catalogueTables";
import { appError, orThrow, refuseWith } from "./lib/errors";
import { systemMutation, systemQuery, tenantAction, tenantMutation, tenantQuery } from "./lib/functions";
import { TenantReader, TenantWriter } from "./lib/tenantDb";
import { vCents, vEventDate } from "./lib/validators";
import { actorOf } from "./model/orderEvents";
import { claimPictures, deletePictures, isUnclaimed } from "./model/pictures";
import { addProduct, changeProduct, moveStock, removeProduct, requireProduct } from "./model/productEdits";
import {
  exportProducts,
  findProducts,
  listProducts,
  productRow,
  readProduct,
  suggestCode,
  vProductRow,
} from "./model/productList";
import { searchProducts } from "./model/products";
import { listStock } from "./model/stock";
import { listProductDays, listStockMovements } from "./model/stockMovements";

/** Staff: active products by code or name, an exact code first. Holds no stock, so it sleeps while things are sold. */
export const search = tenantQuery({
  args: { text: v.string(), limit: v.number() },
  returns: v.array(
    v.object({
      _id: v.id("products"),
      code: v.string(),
      name: v.string(),
      priceCents: vCents,
      color: v.union(v.null(), v.string()),
      size: v.union(v.null(), v.string()),
      imageUrl: v.union(v.null(), v.string()),
      stockId: v.id("productStocks"),
    }),
  ),
  handler: (ctx, args) => searchProducts(ctx.db, ctx.storage, args),
});

/** As many rows as the largest page of the launch table. */
const MAX_PRODUCTS = 50;

/** Staff: the stock of the products in view. Products that are absent or another company's are left out. */
export const stock = tenantQuery({
  args: { productIds: v.array(v.id("products")) },
  returns: v.array(v.object({ productId: v.id("products"), stock: v.number(), initialStock: v.number() })),
  handler: (ctx, { productIds }) => {
    if (productIds.length > MAX_PRODUCTS) throw appError(refuse("too_many_items", { max: MAX_PRODUCTS }).refusal);
    return listStock(ctx.db, productIds);
  },
});

/** Staff: all products, newest first, page by page. */
export const list = tenantQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vProductRow),
  handler: (ctx, { paginationOpts }) => listProducts(ctx, paginationOpts),
});

/** Staff: products, active or not, by code or name; an exact code first, the rest newest first. */
export const find = tenantQuery({
  args: { text: v.string(), limit: v.number() },
  returns: v.array(vProductRow),
  handler: (ctx, args) => findProducts(ctx, args),
});

/** Staff: one product with its stock; null when there is none. */
export const get = tenantQuery({
  args: { productId: v.id("products") },
  returns: v.union(v.null(), v.object({ ...productRow, stock: v.number(), initialStock: v.number() })),
  handler: (ctx, { productId }) => readProduct(ctx, productId),
});

/** Staff: the code to suggest for a new product. */
export const nextCode = tenantQuery({
  args: {},
  returns: v.object({ code: v.string() }),
  handler: async (ctx) => ({ code: await suggestCode(ctx.db) }),
});

/** Staff: all products by code with their stock, page by page: the rows of an export. */
export const exportRows = tenantQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(v.object({ ...productRow, stock: v.number() })),
  handler: (ctx, { paginationOpts }) => exportProducts(ctx, paginationOpts),
});

/** Staff: what was moved of a product's stock by hand, newest first. */
export const movements = tenantQuery({
  args: { productId: v.id("products"), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(
    v.object({
      _id: v.id("stockMovements"),
      at: v.number(),
      actorName: v.string(),
      kind: vStockMovementKind,
      before: v.number(),
      after: v.number(),
      reason: v.union(v.null(), v.string()),
    }),
  ),
  handler: (ctx, { productId, paginationOpts }) => listStockMovements(ctx.db, productId, paginationOpts),
});

/** Staff: what a product sold by the day its orders were created on, newest first. */
export const sales = tenantQuery({
  args: { productId: v.id("products"), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(
    v.object({
      createdDate: vEventDate,
      paidPieces: v.number(),
      openPieces: v.number(),
      paidCents: vCents,
      openCents: vCents,
    }),
  ),
  handler: (ctx, { productId, paginationOpts }) => listProductDays(ctx.db, productId, paginationOpts),
});

const vText = v.union(v.null(), v.string());

const vProductAnswer = v.object({ productId: v.id("products"), code: v.string() });

/**
 * Staff: a new product.
 *
 * Refused with `fields_required`, `product_code_in_use`, `invalid_amount`, `invalid_stock`, `value_too_long`.
 */
export const create = tenantMutation({
  args: {
    code: v.string(),
    name: v.string(),
    priceCents: v.union(v.null(), vCents),
    stock: v.optional(v.union(v.null(), v.number())),
    color: v.optional(vText),
    size: v.optional(vText),
    isActive: v.optional(v.boolean()),
  },
  returns: vProductAnswer,
  handler: async (ctx, { stock = null, color = null, size = null, isActive = true, ...typed }) =>
    await addProduct(ctx.db, { ...typed, stock, color, size, isActive }, deedOf(ctx)),
});

const vDraft = v.object({
  code: v.string(),
  name: v.string(),
  priceCents: v.union(v.null(), vCents),
  stock: v.union(v.null(), v.number()),
  color: vText,
  size: vText,
  isActive: v.boolean(),
});

/**
 * Staff: some fields of a product, with what the screen showed of all of them when typing began.
 *
 * Refused as `create`, and with `product_not_found`, `changed_meanwhile`.
 */
export const update = tenantMutation({
  args: { productId: v.id("products"), fields: vDraft.partial(), seen: vDraft },
  returns: vProductAnswer,
  handler: async (ctx, { productId, ...change }) =>
    await changeProduct(ctx.db, await requireProduct(ctx.db, productId), change, deedOf(ctx)),
});

/**
 * Staff: pieces in or out by hand, with a reason.
 *
 * Refused with `product_not_found`, `invalid_quantity`, `insufficient_stock`, `value_too_long`.
 */
export const moveStockBy = tenantMutation({
  args: { productId: v.id("products"), delta: v.number(), reason: v.string() },
  returns: v.object({ stock: v.number() }),
  handler: async (ctx, { productId, ...movement }) => ({
    stock: await moveStock(ctx.db, await requireProduct(ctx.db, productId), movement, deedOf(ctx)),
  }),
});

/** Staff: a product out of the catalogue; orders keep their lines. Refused with `product_not_found`. */
export const remove = tenantMutation({
  args: { productId: v.id("products") },
  returns: v.null(),
  handler: async (ctx, { productId }) => {
    const product = await requireProduct(ctx.db, productId);
    await removeProduct(ctx.db, product, deedOf(ctx));
    await ctx.scheduler.runAfter(0, internal.products.deleteFiles, picturesOf(product));
    return null;
  },
});

/** Staff: where to send the bytes of a picture. What is sent belongs to nothing until `setImage` has looked at it. */
export const uploadUrl = tenantMutation({
  args: {},
  returns: v.object({ url: v.string() }),
  handler: async (ctx) => ({ url: await ctx.storage.generateUploadUrl() }),
});

/**
 * Staff: an uploaded file as a product's picture, and another as its small form. Both are looked at byte by byte; one
 * that is refused is deleted, and so is the picture they take the place of.
 *
 * Refused with `product_not_found`, `file_not_found` (absent, or another product's), `image_too_large`, `not_an_image`.
 * Source: specification §5 "Product" (image upload).
 */
export const setImage = tenantAction({
  args: {
    productId: v.id("products"),
    fileId: v.id("_storage"),
    thumbnailId: v.optional(v.union(v.null(), v.id("_storage"))),
  },
  returns: v.null(),
  handler: async (ctx, { productId, fileId, thumbnailId = null }): Promise<null> => {
    const { tenantId } = ctx;
    const fileIds = thumbnailId === null ? [fileId] : [fileId, thumbnailId];
    await ctx.runQuery(internal.products.checkImageTargets, { tenantId, productId, fileIds });
    try {
      for (const id of fileIds)
        await checkFile(ctx.storage, id, id === fileId ? MAX_PICTURE_BYTES : MAX_THUMBNAIL_BYTES);
      await ctx.runMutation(internal.products.settleImage, { tenantId, productId, imageId: fileId, thumbnailId });
    } catch (refused) {
      await ctx.runMutation(internal.products.discardFiles, { fileIds });
      throw refused;
    }
    return null;
  },
});

/** The size is known before the bytes are read. Refused with `file_not_found` and as `checkPicture` says. */
async function checkFile(
  storage: { get: (id: Id<"_storage">) => Promise<Blob | null> },
  fileId: Id<"_storage">,
  maxBytes: number,
): Promise<void> {
  const blob = (await storage.get(fileId)) ?? refuseWith("file_not_found");
  if (blob.size > maxBytes) refuseWith("image_too_large");
  orThrow(checkPicture(new Uint8Array(await blob.arrayBuffer()), maxBytes));
}

/** Whether files may become a product's: it is this company's, and they are nobody's yet. */
export const checkImageTargets = systemQuery({
  args: { tenantId: v.id("tenants"), productId: v.id("products"), fileIds: v.array(v.id("_storage")) },
  returns: v.null(),
  handler: async ({ db }, { tenantId, productId, fileIds }) => {
    await requireProduct(new TenantReader(db, tenantId), productId);
    if (new Set(fileIds).size < fileIds.length) refuseWith("file_not_found");
    for (const fileId of fileIds) if (!(await isUnclaimed(db, fileId))) refuseWith("file_not_found");
    return null;
  },
});

/** Puts checked files in the place of a product's pictures. */
export const settleImage = systemMutation({
  args: {
    tenantId: v.id("tenants"),
    productId: v.id("products"),
    imageId: v.union(v.null(), v.id("_storage")),
    thumbnailId: v.union(v.null(), v.id("_storage")),
  },
  returns: v.null(),
  handler: async (ctx, { tenantId, productId, ...pictures }) => {
    const own = new TenantWriter(ctx.db, tenantId);
    const product = await requireProduct(own, productId);
    // Looked at once more: the same call sent twice has both past the first look.
    for (const fileId of [pictures.imageId, pictures.thumbnailId]) {
      if (fileId !== null && !(await isUnclaimed(ctx.db, fileId))) refuseWith("file_not_found");
    }
    await deletePictures(ctx.db, ctx.storage, product);
    await own.patch("products", product, pictures);
    await claimPictures(ctx.db, productId, pictures);
    return null;
  },
});

/** Deletes uploaded files that became nobody's. */
export const discardFiles = systemMutation({
  args: { fileIds: v.array(v.id("_storage")) },
  returns: v.null(),
  handler: async (ctx, { fileIds }) => {
    for (const fileId of fileIds) {
      const isThere = (await ctx.storage.getUrl(fileId)) !== null;
      if (isThere && (await isUnclaimed(ctx.db, fileId))) await ctx.storage.delete(fileId);
    }
    return null;
  },
});

/** Staff: a product without its picture. Refused with `product_not_found`. */
export const removeImage = tenantMutation({
  args: { productId: v.id("products") },
  returns: v.null(),
  handler: async (ctx, { productId }) => {
    const product = await requireProduct(ctx.db, productId);
    await ctx.db.patch("products", product, { imageId: null, thumbnailId: null });
    await ctx.scheduler.runAfter(0, internal.products.deleteFiles, picturesOf(product));
    return null;
  },
});

/** The files of a product that has let go of them. */
export const deleteFiles = systemMutation({
  args: { imageId: v.union(v.null(), v.id("_storage")), thumbnailId: v.union(v.null(), v.id("_storage")) },
  returns: v.null(),
  handler: async (ctx, pictures) => {
    await deletePictures(ctx.db, ctx.storage, pictures);
    return null;
  },
});

function picturesOf({ imageId, thumbnailId }: Doc<"products">) {
  return { imageId, thumbnailId: thumbnailId ?? null };
}

function deedOf({ profile }: { readonly profile: Doc<"profiles"> }) {
  return { actor: actorOf(profile), at: Date.now() };
}
