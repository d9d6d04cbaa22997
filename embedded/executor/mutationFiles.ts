import { readFileSync } from "node:fs";
import type { FileStore } from "../storage/files";
import type { SqliteStore } from "../storage/store";
import type { Committer } from "../transaction/committer";
import { Transaction } from "../transaction/transaction";
import { transactionOf } from "./databaseSyscalls";
import { AppError } from "./errors";
import type { CallTree, Execution } from "./execution";
import { refuseOtherSha256, sha256Base64, type FileSyscalls } from "./fileSyscalls";

type Fields = Readonly<Record<string, unknown>>;

interface Pending {
  readonly storageId: string;
  readonly bytes: Buffer;
}

/**
 * `storage.store` and `storage.get` of mutations (contract §1.5): files that belong to the transaction.
 *
 *   store ──► row in the transaction, bytes in memory ──the mutation succeeded──► bytes on disk ──► commit
 *                  │ it failed, or a nested one that was caught: nothing is on disk
 *                  └ the commit failed, or the file was deleted in the same batch: the bytes go once that is known
 *
 * Bytes without a row are left by a crash between the last two steps alone, and swept at the next start. Holds: bytes of mutations that are
 * running. Does not hold: rows (`FileSyscalls`), bytes on disk (`FileStore`).
 */
export class MutationFiles {
  /** By content key. */
  readonly #pending = new WeakMap<CallTree, Map<string, Pending>>();

  constructor(
    private readonly rows: FileSyscalls,
    private readonly contents: FileStore,
    private readonly store: SqliteStore,
    private readonly committer: Committer,
  ) {}

  /** @returns the new file's id */
  keep(execution: Execution, { blob, contentType, sha256 }: Fields): string {
    if (typeof blob !== "string") throw new AppError("storage.store: the file's bytes must come as base64.");
    const bytes = Buffer.from(blob, "base64");
    execution.meter.fileWritten(bytes.length);
    refuseOtherSha256(sha256, bytes);
    const contentKey = this.contents.newContentKey();
    const type = typeof contentType === "string" && contentType !== "" ? contentType : null;
    const file = { contentKey, size: bytes.length, sha256: sha256Base64(bytes), contentType: type };
    const storageId = this.rows.insert(transactionOf(execution), file);
    const pending = this.#pending.get(execution.tree) ?? new Map<string, Pending>();
    this.#pending.set(execution.tree, pending.set(contentKey, { storageId, bytes }));
    return storageId;
  }

  /** Null when there is no such file. */
  read(execution: Execution, storageId: unknown): { blob: string; contentType: string | null } | null {
    const transaction = transactionOf(execution);
    const found = this.rows.contentKeyOf(transaction, storageId);
    if (found === null) return null;
    const { contentKey, contentType, size } = found;
    execution.meter.fileRead(size);
    const bytes =
      this.#pending.get(execution.tree)?.get(contentKey)?.bytes ?? readFileSync(this.contents.pathOf(contentKey));
    return { blob: bytes.toString("base64"), contentType };
  }

  /** Puts on disk what a mutation that succeeded stored and did not take back. Its commit may follow when this resolves. */
  async makeDurable(execution: Execution): Promise<void> {
    const pending = this.#pending.get(execution.tree);
    if (pending === undefined) return;
    this.#pending.delete(execution.tree);
    const transaction = transactionOf(execution);
    const stored = [...pending].filter(([, { storageId }]) => this.rows.contentKeyOf(transaction, storageId) !== null);
    try {
      for (const [contentKey, { bytes }] of stored) await this.contents.writeBytes(bytes, contentKey);
    } finally {
      void this.#sweepAfterwards(stored.map(([contentKey, { storageId }]) => ({ contentKey, storageId })));
    }
  }

  /** When it is settled what became of the mutation, bytes that no row refers to are removed. */
  async #sweepAfterwards(stored: readonly { contentKey: string; storageId: string }[]): Promise<void> {
    await this.committer.submit(() => Promise.resolve({ value: null, commit: false })).catch(() => undefined);
    const now = new Transaction(this.store, 0);
    for (const { contentKey, storageId } of stored) {
      if (this.rows.contentKeyOf(now, storageId) === null) await this.contents.remove(contentKey);
    }
  }
}
