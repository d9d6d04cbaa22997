import type { StorageWriter } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";

/**
 * Pictures of products, and whose they are. These functions see the files of all companies, as files belong to none;
 * `tenantId` is not theirs to check: whoever calls them holds the product.
 */

type FileId = Id<"_storage">;

/** A product's files: the picture and, where there is one, its small form. */
function filesOf({ imageId, thumbnailId }: Pick<Doc<"products">, "imageId" | "thumbnailId">): FileId[] {
  return [imageId, thumbnailId ?? null].filter((id) => id !== null);
}

/** Whether no product has a file yet: one that was just uploaded. */
export async function isUnclaimed(db: DatabaseReader, fileId: FileId): Promise<boolean> {
  return (await findClaim(db, fileId)) === null;
}

export async function claimPictures(
  db: DatabaseWriter,
  productId: Id<"products">,
  pictures: Pick<Doc<"products">, "imageId" | "thumbnailId">,
): Promise<void> {
  for (const fileId of filesOf(pictures)) await db.insert("pictureFiles", { fileId, productId });
}

/** Deletes a product's files and what says that they are its own. */
export async function deletePictures(
  db: DatabaseWriter,
  storage: Pick<StorageWriter, "delete">,
  pictures: Pick<Doc<"products">, "imageId" | "thumbnailId">,
): Promise<void> {
  for (const fileId of filesOf(pictures)) {
    const claim = await findClaim(db, fileId);
    if (claim !== null) await db.delete("pictureFiles", claim._id);
    await storage.delete(fileId);
  }
}

async function findClaim(db: DatabaseReader, fileId: FileId): Promise<Doc<"pictureFiles"> | null> {
  return await db
    .query("pictureFiles")
    .withIndex("by_fileId", (q) => q.eq("fileId", fileId))
    .unique();
}
