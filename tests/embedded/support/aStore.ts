import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { TableInfo } from "../../../embedded/storage/catalogue";
import { Doc } from "../../../embedded/storage/document";
import { newId } from "../../../embedded/storage/ids";
import { SqliteStore, type DocumentChange } from "../../../embedded/storage/store";
import type { EncodedObject } from "../../../embedded/storage/values";

/** A folder that is gone when the test ends. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "embedded-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A store on a new file, closed and removed when the test ends. */
export function aStore(path = join(aFolder(), "data.sqlite")): SqliteStore {
  const store = new SqliteStore(path);
  onTestFinished(() => store.close());
  return store;
}

/** A document of a table, with system fields; not stored anywhere yet. */
export function aDoc(
  table: TableInfo,
  fields: EncodedObject,
  creationTime = 1_700_000_000_000,
  id = newId(table.number, creationTime),
): Doc {
  const value: EncodedObject = { ...fields, _creationTime: creationTime, _id: id };
  return new Doc(id, JSON.stringify(value), value);
}

export const insertion = (table: TableInfo, after: Doc): DocumentChange => ({
  table,
  id: after.id,
  before: null,
  after,
});
export const removal = (table: TableInfo, before: Doc): DocumentChange => ({
  table,
  id: before.id,
  before,
  after: null,
});
export const change = (table: TableInfo, before: Doc, after: Doc): DocumentChange => ({
  table,
  id: before.id,
  before,
  after,
});

/** The next version of a document: the same id and creation time, other fields. */
export function edited(doc: Doc, fields: EncodedObject): Doc {
  const value: EncodedObject = { ...fields, _creationTime: doc.value._creationTime!, _id: doc.id };
  return new Doc(doc.id, JSON.stringify(value), value);
}
