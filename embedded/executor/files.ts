import { readFile } from "node:fs/promises";
import type { FileStore } from "../storage/files";
import type { SqliteStore } from "../storage/store";
import type { Committer } from "../transaction/committer";
import { Transaction } from "../transaction/transaction";
import type { StoredFile } from "./contract";
import { refuseOtherSha256, type FileSyscalls, type NewFile } from "./fileSyscalls";

export interface UploadedFile {
  readonly tempPath: string;
  readonly size: number;
  /** Standard base64. */
  readonly sha256: string;
  readonly contentType: string | null;
}

/** What an action gets for a syscall: JSON text, and the bytes of a file where one was asked for. */
export interface FileAnswer {
  readonly json: string;
  readonly bytes?: Uint8Array;
}

/**
 * Files as uploads, downloads and actions use them: bytes reach the content folder first, then their rows are committed; rows go first,
 * then their bytes. Whatever a crash leaves in between is bytes without a row, swept at the next start.
 */
export class Files {
  constructor(
    private readonly store: SqliteStore,
    private readonly committer: Committer,
    private readonly contents: FileStore,
    private readonly rows: FileSyscalls,
  ) {
    committer.onCommit(({ changes }) => {
      for (const contentKey of rows.orphans(changes)) void contents.remove(contentKey);
    });
  }

  async sweep(): Promise<void> {
    const known = new Set(this.rows.contentKeys());
    await this.contents.sweep((contentKey) => known.has(contentKey));
  }

  async storeUpload({ tempPath, ...file }: UploadedFile): Promise<string> {
    return this.#insert({ ...file, contentKey: await this.contents.adopt(tempPath) });
  }

  async byUuid(uuid: string): Promise<StoredFile | null> {
    const found = await this.#read((transaction) => this.rows.byUuid(transaction, uuid));
    return found === null ? null : { ...found, path: this.contents.pathOf(found.contentKey) };
  }

  /** The storage part of an action's syscalls (contract §1.5); null for any other op. */
  async answerAction(
    op: string,
    request: Readonly<Record<string, unknown>>,
    bytes: Uint8Array = new Uint8Array(),
  ): Promise<FileAnswer | null> {
    const { storageId } = request;
    switch (op) {
      case "1.0/storageGenerateUploadUrl":
        return { json: JSON.stringify(this.rows.uploadUrl()) };
      case "1.0/storageGetUrl":
        return { json: JSON.stringify(await this.#read((transaction) => this.rows.url(transaction, storageId))) };
      case "1.0/storageGetMetadata":
        return { json: JSON.stringify(await this.#read((transaction) => this.rows.metadata(transaction, storageId))) };
      case "1.0/storageDelete":
        await this.#write((transaction) => this.rows.remove(transaction, storageId));
        return { json: "null" };
      case "storage/storeBlob":
        return { json: JSON.stringify(await this.#storeBytes(bytes, request)) };
      case "storage/getBlob":
        return this.#readBlob(storageId);
      default:
        return null;
    }
  }

  async #storeBytes(bytes: Uint8Array, request: Readonly<Record<string, unknown>>): Promise<string> {
    refuseOtherSha256(request.sha256, bytes);
    const written = await this.contents.writeBytes(bytes);
    return this.#insert({ ...written, contentType: request.contentType as string | null });
  }

  async #insert(file: NewFile): Promise<string> {
    try {
      return await this.#write((transaction) => this.rows.insert(transaction, file));
    } catch (error) {
      await this.contents.remove(file.contentKey);
      throw error;
    }
  }

  async #readBlob(storageId: unknown): Promise<FileAnswer> {
    const found = await this.#read((transaction) => this.rows.contentKeyOf(transaction, storageId));
    if (found === null) return { json: "null" };
    const bytes = await readFile(this.contents.pathOf(found.contentKey));
    return { json: JSON.stringify({ contentType: found.contentType }), bytes };
  }

  /** A read of our own at the newest state; it ends in the same turn, so it needs no snapshot. */
  async #read<T>(body: (transaction: Transaction) => T): Promise<T> {
    return Promise.resolve().then(() => body(new Transaction(this.store, Date.now())));
  }

  async #write<T>(body: (transaction: Transaction) => T): Promise<T> {
    const run = (transaction: Transaction) => Promise.resolve({ value: body(transaction), commit: true });
    return (await this.committer.submit(run)).value;
  }
}
