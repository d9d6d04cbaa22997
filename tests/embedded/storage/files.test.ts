import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FileStore } from "../../../embedded/storage/files";

let folder: string;
let store: FileStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "files-"));
  store = new FileStore(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("FileStore", () => {
  it("keeps bytes, telling their size and hash", async () => {
    const bytes = Buffer.from("etiqueta C151");
    const { contentKey, size, sha256 } = await store.writeBytes(bytes);
    expect(readFileSync(store.pathOf(contentKey))).toEqual(bytes);
    expect(size).toBe(13);
    expect(sha256).toBe(createHash("sha256").update(bytes).digest("base64"));
    expect(readdirSync(join(folder, "temp"))).toEqual([]);
  });

  it("keeps an empty file", async () => {
    const { contentKey, size } = await store.writeBytes(new Uint8Array());
    expect(size).toBe(0);
    expect(readFileSync(store.pathOf(contentKey)).length).toBe(0);
  });

  it("adopts a received file: it is under its key and gone from where it was", async () => {
    const tempPath = store.newTempPath();
    writeFileSync(tempPath, "foto");
    const contentKey = await store.adopt(tempPath);
    expect(readFileSync(store.pathOf(contentKey), "utf8")).toBe("foto");
    expect(existsSync(tempPath)).toBe(false);
  });

  it("fails to adopt what is not there, and leaves nothing", async () => {
    await expect(store.adopt(store.newTempPath())).rejects.toThrow("ENOENT");
    expect(await store.sweep(() => false)).toBe(0);
  });

  it("removes, also what is gone already", async () => {
    const { contentKey } = await store.writeBytes(Buffer.from("x"));
    await store.remove(contentKey);
    await store.remove(contentKey);
    expect(existsSync(store.pathOf(contentKey))).toBe(false);
  });

  it.each(["", "../../etc/passwd", "ABC", "00000000-0000-0000-0000-00000000000g", "/etc/passwd"])(
    "no key leads out of the folder: %j",
    (key) => {
      expect(() => store.pathOf(key)).toThrow("A content key is a lower-case UUID");
    },
  );

  it("opened again after a crash: half-received files are gone, kept ones are there, unknown ones are swept", async () => {
    const known = await store.writeBytes(Buffer.from("known"));
    const orphan = await store.writeBytes(Buffer.from("orphan"));
    writeFileSync(store.newTempPath(), "half");
    const again = new FileStore(folder);
    expect(readdirSync(join(folder, "temp"))).toEqual([]);
    expect(await again.sweep((key) => key === known.contentKey)).toBe(1);
    expect(existsSync(again.pathOf(known.contentKey))).toBe(true);
    expect(existsSync(again.pathOf(orphan.contentKey))).toBe(false);
  });
});
