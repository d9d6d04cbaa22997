import { createHash, createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { AFTER, encodeKey } from "../storage/indexKey";
import type { TableInfo } from "../storage/catalogue";
import type { Doc } from "../storage/document";
import { tableNumberOf } from "../storage/ids";
import type { DocumentChange, SqliteStore } from "../storage/store";
import type { EncodedObject } from "../storage/values";
import type { Transaction } from "../transaction/transaction";
import { AuthFailure } from "./contract";
import { AppError } from "./errors";

/** A file whose bytes are already in the content folder. */
export interface NewFile {
  readonly contentKey: string;
  readonly size: number;
  /** Standard base64. */
  readonly sha256: string;
  readonly contentType: string | null;
}

/** A row of the hidden table `_file_blobs`: ties the document id of a file to the UUID of its address and to its bytes. */
interface Blob {
  readonly storageId: string;
  readonly uuid: string;
  readonly contentKey: string;
}

const UPLOAD_TOKEN_MS = 60 * 60 * 1000;

/**
 * Files as apps see them (contract §4.3): a `_storage` document and a public, unguessable address. All of it is ordinary rows of the
 * transaction, so a mutation that fails leaves none, and reading an address counts as a read.
 */
export class FileSyscalls {
  readonly #files: TableInfo;
  #blobs: TableInfo;

  constructor(
    private readonly store: SqliteStore,
    private readonly publicUrl: () => string,
    private readonly secret: Buffer,
    private readonly now: () => number = Date.now,
  ) {
    this.#files = store.tableNamed("", "_storage");
    this.#blobs = store.setIndexes(
      "",
      "_file_blobs",
      new Map([
        ["by_storageId", ["storageId"]],
        ["by_uuid", ["uuid"]],
      ]),
    );
  }

  /** The public address, or null. */
  url(transaction: Transaction, storageId: unknown): string | null {
    const blob = this.#blobOf(transaction, storageId, "getUrl");
    return blob === null ? null : `${this.publicUrl()}/api/storage/${blob.uuid}`;
  }

  /** What `storage.getMetadata` gives (the hash in hex), or null. */
  metadata(transaction: Transaction, storageId: unknown): EncodedObject | null {
    const doc = this.#fileOf(transaction, storageId, "getMetadata");
    if (doc === null) return null;
    const { sha256, size = null, contentType = null } = doc.value;
    const hex = Buffer.from(sha256 as string, "base64").toString("hex");
    return { storageId: doc.id, sha256: hex, size, contentType };
  }

  /** Adds the rows of a file; returns its `_storage` id. */
  insert(transaction: Transaction, { contentKey, size, sha256, contentType }: NewFile): string {
    const nowMs = this.now();
    const fields = { sha256, size, ...(contentType === null ? {} : { contentType }) };
    const storageId = transaction.insert(this.#files, fields, nowMs);
    transaction.insert(this.#blobs, { storageId, uuid: randomUUID(), contentKey }, nowMs);
    return storageId;
  }

  /** @throws AppError when there is no such file */
  remove(transaction: Transaction, storageId: unknown): void {
    const doc = this.#fileOf(transaction, storageId, "delete");
    const row = doc === null ? null : this.#blobRow(transaction, "by_storageId", doc.id);
    if (doc === null || row === null) throw new AppError(`storage.delete: file ${String(storageId)} does not exist.`);
    transaction.remove(this.#files, doc);
    transaction.remove(this.#blobs, row);
  }

  contentKeyOf(
    transaction: Transaction,
    storageId: unknown,
  ): { contentKey: string; contentType: string | null; size: number } | null {
    const doc = this.#fileOf(transaction, storageId, "get");
    const blob = doc === null ? null : this.#blobOf(transaction, storageId, "get");
    if (doc === null || blob === null) return null;
    const { contentType, size } = doc.value as { contentType?: string; size: number };
    return { contentKey: blob.contentKey, contentType: contentType ?? null, size };
  }

  byUuid(transaction: Transaction, uuid: string): (Omit<NewFile, "contentKey"> & { contentKey: string }) | null {
    const row = this.#blobRow(transaction, "by_uuid", uuid);
    if (row === null) return null;
    const { storageId, contentKey } = row.value as unknown as Blob;
    const file = transaction.get(this.#files, storageId);
    if (file === null) return null;
    const { size, sha256, contentType } = file.value as { size: number; sha256: string; contentType?: string };
    return { contentKey, size, sha256, contentType: contentType ?? null };
  }

  /** Content that a commit left without a row: its bytes may go. */
  orphans(changes: readonly DocumentChange[]): string[] {
    return changes.flatMap(({ table, before, after }) =>
      table === this.#blobs && before !== null && after === null ? [(before.value as unknown as Blob).contentKey] : [],
    );
  }

  /** Every content key that a row refers to. */
  *contentKeys(): Generator<string> {
    for (const doc of this.store.documents(this.#blobs)) yield (doc.value as unknown as Blob).contentKey;
  }

  uploadUrl(): string {
    const claim = Buffer.from(JSON.stringify({ component: "", issuedAt: this.now() })).toString("base64url");
    return `${this.publicUrl()}/api/storage/upload?token=${claim}.${this.#sign(claim)}`;
  }

  /** @throws AuthFailure with the codes of contract §4.3 */
  checkUploadToken(token: string): void {
    const [claim, signature] = token.split(".");
    if (claim === undefined || signature === undefined)
      throw new AuthFailure("StorageTokenInvalid", "The upload token cannot be read.");
    const expected = Buffer.from(this.#sign(claim));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new AuthFailure("InvalidStorageToken", "The upload token is not of this deployment.");
    }
    const { issuedAt } = JSON.parse(Buffer.from(claim, "base64url").toString()) as { issuedAt: number };
    if (this.now() > issuedAt + UPLOAD_TOKEN_MS)
      throw new AuthFailure("StorageTokenExpired", "The upload token has expired.");
  }

  #sign(claim: string): string {
    return createHmac("sha256", this.secret).update(claim).digest("base64url");
  }

  #fileOf(transaction: Transaction, storageId: unknown, method: string): Doc | null {
    if (typeof storageId !== "string" || tableNumberOf(storageId) !== this.#files.number) {
      throw new AppError(`storage.${method}: ${JSON.stringify(storageId)} is not a storage id.`);
    }
    return transaction.get(this.#files, storageId);
  }

  #blobOf(transaction: Transaction, storageId: unknown, method: string): Blob | null {
    const doc = this.#fileOf(transaction, storageId, method);
    const row = doc === null ? null : this.#blobRow(transaction, "by_storageId", doc.id);
    return row === null ? null : (row.value as unknown as Blob);
  }

  #blobRow(transaction: Transaction, indexName: "by_storageId" | "by_uuid", value: string): Doc | null {
    const index = this.#blobs.indexes.find(({ name }) => name === indexName)!;
    const prefix = encodeKey(value);
    return transaction
      .stream(this.#blobs, index.indexId, { from: prefix, to: prefix + AFTER }, { direction: "asc", expect: 1 })
      .next();
  }
}

/** @param expected as the app gave it to `store`, in base64 or hex, if it did @throws AppError when the bytes have another */
export function refuseOtherSha256(expected: unknown, bytes: Uint8Array): void {
  if (expected === undefined || expected === null) return;
  const found = createHash("sha256").update(bytes).digest();
  if (expected === found.toString("base64") || expected === found.toString("hex")) return;
  throw new AppError("storage.store: the SHA-256 does not match the bytes.");
}

export function sha256Base64(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64");
}
