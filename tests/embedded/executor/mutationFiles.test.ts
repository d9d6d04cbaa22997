import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { FileStore } from "../../../embedded/storage/files";
import type { Runtime } from "../../../embedded/executor/runtime";
import { aProcess, post } from "../support/aProcess";
import { aRuntime, speak } from "../support/aRuntime";
import { aFolder } from "../support/aStore";

interface Row {
  id: string;
  size: number;
  sha256: string;
  contentType: string | null;
  url: string;
}

const PATIENT = { timeout: 60_000, interval: 5 };
const sha256 = (text: string) => createHash("sha256").update(text).digest();

/** What lies in the content folder, whoever knows of it. */
const onDisk = (dataDir: string): string[] =>
  readdirSync(join(dataDir, "files"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

async function aHouse() {
  const dataDir = aFolder();
  const runtime = await aRuntime("keeping", { dataDir });
  const spoken = speak(runtime);
  return { dataDir, runtime, ...spoken, all: async () => (await spoken.query("files:all")) as unknown as Row[] };
}

async function downloaded(runtime: Runtime, url: string): Promise<string> {
  const file = await runtime.fileByUuid(url.slice(url.lastIndexOf("/") + 1));
  return file === null ? "nothing" : readFile(file.path, "utf8");
}

describe("a file that a mutation stores", () => {
  it("is there with its row, its type and its address, like any other", async () => {
    const { runtime, mutation, query, all } = await aHouse();
    const id = await mutation("files:store", { text: "etiqueta" });
    const row = { id, size: 8, sha256: sha256("etiqueta").toString("base64"), contentType: "text/plain" };
    expect(await all()).toEqual([{ ...row, url: await query("files:url", { id }) }]);
    expect(await downloaded(runtime, (await query("files:url", { id })) as string)).toBe("etiqueta");
    await mutation("files:storeUntyped");
    expect((await all()).map(({ contentType }) => contentType)).toEqual(["text/plain", null]);
  });

  it("can be read by mutations: its own, and those that were there", async () => {
    const { mutation, queryError } = await aHouse();
    const before = await mutation("files:store", { text: "antes" });
    expect(await mutation("files:storeAndRead", { text: "agora", before })).toMatchObject({
      own: "agora",
      type: "text/plain",
      other: "antes",
    });
    expect(await mutation("files:read", { id: before })).toBe("antes");
    await mutation("files:remove", { id: before });
    expect(await mutation("files:read", { id: before })).toBeNull();
    expect(await queryError("files:readInQuery", { id: before })).toMatch(
      /is not a function|may not be used in a query/,
    );
  });

  it("is refused when its hash is not the one expected", async () => {
    const { mutation, mutationError, all } = await aHouse();
    expect(await mutationError("files:store", { text: "x", sha256: sha256("y").toString("hex") })).toContain(
      "storage.store: the SHA-256 does not match the bytes.",
    );
    expect(await all()).toEqual([]);
    await mutation("files:store", { text: "x", sha256: sha256("x").toString("hex") });
    await mutation("files:store", { text: "x", sha256: sha256("x").toString("base64") });
    expect(await all()).toHaveLength(2);
  });

  it("does not become visible when the mutation fails, and leaves nothing on disk", async () => {
    const { dataDir, runtime, mutationError, all } = await aHouse();
    const text = await mutationError("files:storeAndFail", { text: "x" });
    const [, url] = /failed after \S+ (\S+)/.exec(text)!;
    expect(await downloaded(runtime, url!)).toBe("nothing");
    expect(await all()).toEqual([]);
    expect(onDisk(dataDir)).toEqual([]);
  });

  it("in a nested mutation goes with it: what failed or was deleted again is not kept, nor counted as written", async () => {
    const { dataDir, mutation, all } = await aHouse();
    expect(await mutation("files:storeByOthers")).toMatchObject({
      lost: null,
      deleted: null,
      text: "kept",
      filesWritten: 2,
      fileWriteBytes: 11,
    });
    expect((await all()).map(({ size }) => size)).toEqual([4]);
    expect(onDisk(dataDir)).toHaveLength(1);
  });

  it("by a scheduled mutation is kept if that succeeds, and only then", async () => {
    const { dataDir, mutation, query, all } = await aHouse();
    await mutation("files:schedule", { text: "kept", fails: false });
    await mutation("files:schedule", { text: "lost", fails: true });
    await vi.waitFor(
      async () => expect(((await query("files:jobs")) as string[]).sort()).toEqual(["failed", "success"]),
      PATIENT,
    );
    expect((await all()).map(({ size }) => size)).toEqual([4]);
    expect(onDisk(dataDir)).toHaveLength(1);
  });

  it("and that the next mutation of the same batch deletes leaves nothing on disk", async () => {
    const { dataDir, mutation, all } = await aHouse();
    const kept = await mutation("files:store", { text: "kept" });
    // They arrive together and share a batch; which of them is in which does not matter to what is left.
    const ids = (await Promise.all([1, 2, 3].map((n) => mutation("files:store", { text: `${n}` })))) as string[];
    await Promise.all(ids.map((id) => mutation("files:remove", { id })));
    expect((await all()).map(({ id }) => id)).toEqual([kept]);
    await vi.waitFor(() => expect(onDisk(dataDir)).toHaveLength(1), PATIENT);
  });

  it("that the disk does not take makes the mutation fail whole", async () => {
    const { dataDir, mutation, mutationError, all } = await aHouse();
    const writing = vi.spyOn(FileStore.prototype, "writeBytes").mockRejectedValueOnce(new Error("no space left"));
    expect(await mutationError("files:store", { text: "x" })).toContain("no space left");
    writing.mockRestore();
    expect([await all(), onDisk(dataDir)]).toEqual([[], []]);
    await mutation("files:store", { text: "y" });
    expect(await all()).toHaveLength(1);
  });

  it("beyond what a transaction may store is refused", async () => {
    const runtime = await aRuntime("keeping", { limits: { fileWriteBytes: 10, fileReadBytes: 6 } });
    const { mutation, mutationError } = speak(runtime);
    expect(await mutationError("files:store", { text: "12345678901" })).toContain("Stored too many bytes of files");
    const id = await mutation("files:store", { text: "1234567" });
    expect(await mutationError("files:read", { id })).toContain("Read too many bytes of files");
  });
});

describe("a backend that is killed while mutations store files", () => {
  it("has afterwards every file it acknowledged, whole, and no bytes that belong to nobody", async () => {
    const dataDir = aFolder();
    const acknowledged = new Map<string, string>();
    for (let round = 0; round < 3; round++) {
      const backend = await aProcess("keeping", dataDir);
      const killAfter = 10 + round * 7;
      let answers = 0;
      let isDead = false;
      const writer = async (who: number): Promise<void> => {
        for (let n = 0; !isDead; n++) {
          const text = `${round}.${who}.${n} `.repeat(500);
          const id = await post<string>(backend.url, "mutation", "files:store", { text }).catch(() => null);
          if (id === null) return;
          acknowledged.set(id, text);
          if (++answers === killAfter) {
            isDead = true;
            await backend.kill();
          }
        }
      };
      await Promise.all([0, 1, 2, 3].map(writer));
      await backend.kill();
    }
    const again = await aProcess("keeping", dataDir);
    const rows = await post<Row[]>(again.url, "query", "files:all");
    const known = new Set(rows.map(({ id }) => id));
    expect([...acknowledged.keys()].filter((id) => !known.has(id))).toEqual([]);
    for (const row of rows) {
      const bytes = Buffer.from(await (await fetch(row.url.replace(/^http:\/\/[^/]+/, again.url))).arrayBuffer());
      expect([row.size, createHash("sha256").update(bytes).digest("base64")]).toEqual([bytes.length, row.sha256]);
      if (acknowledged.has(row.id)) expect(bytes.toString()).toBe(acknowledged.get(row.id));
    }
    expect(onDisk(dataDir)).toHaveLength(rows.length);
  });
});
