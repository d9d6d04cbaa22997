import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { open, readdir, rename, rm } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";

/** A content key is all a row needs to remember; where the bytes lie is this file's secret. */
const CONTENT_KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * A folder of immutable files, named by content keys that it invents.
 *
 * Holds bytes only. Which files belong to somebody is known by the database, to which `sweep` asks.
 *
 *     <folder>/temp/<random>      being received; worthless after a crash, emptied at opening
 *     <folder>/<2 hex>/<key>      complete, on disk before anyone hears its key
 */
export class FileStore {
  private readonly tempFolder: string;

  /** @param folder created if absent; `temp/` inside it is emptied, so one process per folder */
  constructor(private readonly folder: string) {
    this.tempFolder = join(folder, "temp");
    rmSync(this.tempFolder, { recursive: true, force: true });
    mkdirSync(this.tempFolder, { recursive: true });
  }

  /** A path for a file to be written and then adopted, on the same file system. */
  newTempPath(): string {
    return join(this.tempFolder, randomUUID());
  }

  /** A name for bytes that are still to come. */
  newContentKey(): string {
    return randomUUID();
  }

  /** Makes a finished temporary file part of the store; when it resolves, a power cut does not lose it. */
  async adopt(tempPath: string, contentKey = this.newContentKey()): Promise<string> {
    const shelf = this.shelfOf(contentKey);
    mkdirSync(shelf, { recursive: true });
    await flush(tempPath, "r+");
    await rename(tempPath, this.pathOf(contentKey));
    await flush(shelf, "r");
    await flush(this.folder, "r");
    return contentKey;
  }

  /** Stores bytes already in memory. @returns size in bytes, sha256 in standard base64 */
  async writeBytes(
    bytes: Uint8Array,
    newKey = this.newContentKey(),
  ): Promise<{ contentKey: string; size: number; sha256: string }> {
    const tempPath = this.newTempPath();
    const file = await open(tempPath, "wx");
    await using(file, () => file.writeFile(bytes));
    const contentKey = await this.adopt(tempPath, newKey);
    return { contentKey, size: bytes.byteLength, sha256: createHash("sha256").update(bytes).digest("base64") };
  }

  /** Absolute if the folder is. @throws for a text that is no content key, so that no key leads out of the folder */
  pathOf(contentKey: string): string {
    if (!CONTENT_KEY.test(contentKey)) throw new Error("A content key is a lower-case UUID");
    return join(this.shelfOf(contentKey), contentKey);
  }

  /** Deletes; a file that is gone already is fine. Readers that have it open read on. */
  async remove(contentKey: string): Promise<void> {
    await rm(this.pathOf(contentKey), { force: true });
  }

  /**
   * Deletes files that nobody knows: adopted just before a crash, or deleted in the database only.
   * Call it before anything new is being stored.
   *
   * @returns how many it deleted
   */
  async sweep(isKnown: (contentKey: string) => boolean): Promise<number> {
    let deleted = 0;
    for (const shelf of await readdir(this.folder)) {
      if (!/^[0-9a-f]{2}$/.test(shelf)) continue;
      for (const name of await readdir(join(this.folder, shelf))) {
        if (!CONTENT_KEY.test(name) || isKnown(name)) continue;
        await this.remove(name);
        deleted += 1;
      }
    }
    return deleted;
  }

  private shelfOf(contentKey: string): string {
    return join(this.folder, contentKey.slice(0, 2));
  }
}

/** `fsync` of a file or of a folder, whose entries are otherwise lost with the power. */
async function flush(path: string, flags: "r" | "r+"): Promise<void> {
  const handle = await open(path, flags);
  await using(handle, () => handle.sync());
}

async function using(handle: FileHandle, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } finally {
    await handle.close();
  }
}
