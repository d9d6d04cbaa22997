import { createHash } from "node:crypto";
import type { Doc } from "../storage/document";
import { isEncodedObject, type EncodedObject } from "../storage/values";
import type { SqliteStore } from "../storage/store";
import { compileValidator, type IdChecker, type Validator, type ValidatorJson } from "./validators";

interface TableJson {
  readonly tableName: string;
  readonly indexes: readonly { readonly indexDescriptor: string; readonly fields: readonly string[] }[];
  readonly documentType: ValidatorJson | null;
}

interface SchemaJson {
  readonly tables: readonly TableJson[];
  readonly schemaValidation: boolean;
}

/** An app's schema, compiled: what each table's documents must look like. Tables that are not in it are unrestricted. */
export interface AppSchema {
  readonly documentValidators: ReadonlyMap<string, Validator>;
}

export const NO_SCHEMA: AppSchema = { documentValidators: new Map() };

const MOST_INDEXES = 64;
const MOST_INDEX_FIELDS = 16;
const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/**
 * Applies `schema.ts` to the store: creates tables and indexes, fills new indexes, and checks stored documents against changed types.
 *
 * @param exported the JSON text of `schema.default.export()`
 * @throws when a declaration is invalid or a stored document does not fit; nothing is kept then
 */
export function applySchema(exported: string, store: SqliteStore, component: string, isIdOf: IdChecker): AppSchema {
  const schema = JSON.parse(exported) as SchemaJson;
  for (const table of schema.tables) {
    checkDeclaration(table);
    store.tableNamed(component, table.tableName); // first all names, so that id validators can refer to any table
  }
  const documentValidators = new Map<string, Validator>();
  if (schema.schemaValidation) {
    for (const { tableName, documentType } of schema.tables) {
      if (documentType !== null) documentValidators.set(tableName, compileValidator(documentType, isIdOf));
    }
  }
  checkChangedTables(schema, documentValidators, store, component);
  for (const { tableName, indexes } of schema.tables) {
    store.setIndexes(
      component,
      tableName,
      new Map(indexes.map(({ indexDescriptor, fields }) => [indexDescriptor, fields])),
    );
  }
  return { documentValidators };
}

/** Documents are validated without `_id` and `_creationTime` (contract §2.7). */
export function fieldsOf(document: EncodedObject): EncodedObject {
  const fields: EncodedObject = { ...document };
  delete fields._id;
  delete fields._creationTime;
  return fields;
}

/**
 * Stored documents are looked at only where a table's type is another than at the last load: every write since was checked against it.
 * That is what keeps a start on a large database short.
 */
function checkChangedTables(
  { tables }: SchemaJson,
  validators: ReadonlyMap<string, Validator>,
  store: SqliteStore,
  component: string,
): void {
  const noteName = `checked types ${component}`;
  const before = store.note(noteName);
  const checked = JSON.parse(before ?? "{}") as Record<string, string>;
  const now: Record<string, string> = {};
  for (const { tableName, documentType } of tables) {
    if (!validators.has(tableName)) continue;
    now[tableName] = createHash("sha256").update(JSON.stringify(documentType)).digest("base64");
    if (now[tableName] !== checked[tableName]) checkDocuments(tableName, validators, store, component);
  }
  const after = JSON.stringify(now);
  if (after !== before) store.setNote(noteName, after);
}

function checkDocuments(
  name: string,
  validators: ReadonlyMap<string, Validator>,
  store: SqliteStore,
  component: string,
): void {
  const validator = validators.get(name);
  const table = store.catalogue.find(component, name);
  if (validator === undefined || table === null) return;
  for (const doc of store.documents(table)) {
    const problem = documentProblem(validator, doc);
    if (problem !== null)
      throw new Error(`Schema validation failed: document ${doc.id} of table ${name} does not match. ${problem}`);
  }
}

function documentProblem(validator: Validator, doc: Doc): string | null {
  return isEncodedObject(doc.value) ? validator(fieldsOf(doc.value), "") : "not an object";
}

function checkDeclaration({ tableName, indexes }: TableJson): void {
  const fail = (problem: string): never => {
    throw new Error(`Schema of table ${tableName}: ${problem}`);
  };
  if (!IDENTIFIER.test(tableName)) fail("the name is not an identifier of at most 64 characters.");
  if (indexes.length > MOST_INDEXES) fail(`more than ${MOST_INDEXES} indexes.`);
  const names = new Set<string>();
  const fieldLists = new Set<string>();
  for (const { indexDescriptor: name, fields } of indexes) {
    if (!IDENTIFIER.test(name) || name === "by_id" || name === "by_creation_time")
      fail(`index name ${name} is not allowed.`);
    if (names.has(name)) fail(`two indexes are named ${name}.`);
    if (fields.length < 1 || fields.length > MOST_INDEX_FIELDS)
      fail(`index ${name} needs 1 to ${MOST_INDEX_FIELDS} fields.`);
    if (new Set(fields).size !== fields.length) fail(`index ${name} names a field twice.`);
    if (fields.some((field) => field.startsWith("_"))) fail(`index ${name} names a system field.`);
    if (fieldLists.has(fields.join())) fail(`index ${name} has the same fields as another.`);
    names.add(name);
    fieldLists.add(fields.join());
  }
}
