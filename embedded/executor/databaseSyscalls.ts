import type { TableInfo } from "../storage/catalogue";
import type { Doc } from "../storage/document";
import { tableNumberOf } from "../storage/ids";
import type { SqliteStore } from "../storage/store";
import {
  isEncodedObject,
  malformation,
  MAX_DOCUMENT_NESTING,
  sizeOf,
  type Encoded,
  type EncodedObject,
} from "../storage/values";
import type { Transaction } from "../transaction/transaction";
import type { Cursors } from "./cursors";
import { AppError } from "./errors";
import type { Execution } from "./execution";
import { OpenStream } from "./openStream";
import { readPage } from "./pagination";
import { planQuery, type SerializedQuery } from "./queryPlan";
import { fieldsOf, type AppSchema } from "./schema";

/** System tables that apps may read through `db.system` (contract §2.6). Other names with `_` do not exist for them. */
const VISIBLE_SYSTEM_TABLES = new Set(["_storage", "_scheduled_functions"]);
const MAX_DOCUMENT_BYTES = 1024 * 1024;
/** Of `_id` and `_creationTime` with their names, which every document has (the library's `getDocumentSize`). */
const SYSTEM_FIELDS_BYTES = 38 + 23;

type Fields = Readonly<Record<string, unknown>>;
/** An encoded value, or a plain object of them. */
export type Answer = unknown;

/**
 * The database part of the ABI (contract §1.4). Each method takes the request as an object and answers an encoded value; documents are
 * answered as they are kept, so whoever gets one copies before changing (the library does, by converting it).
 * Holds no state of its own: everything is in the execution and its transaction.
 */
export class DatabaseSyscalls {
  constructor(
    private readonly store: SqliteStore,
    private readonly schema: () => AppSchema,
    private readonly cursors: Cursors,
  ) {}

  get(execution: Execution, { id, isSystem, table: name }: Fields): Answer {
    const table = this.#tableOfId(execution, id, "get");
    if (table === null) return null;
    checkTableName(table, name, "get");
    checkSystem(table, isSystem === true);
    execution.meter.range();
    return this.#read(execution, transactionOf(execution), table, id as string)?.value ?? null;
  }

  insert(execution: Execution, { table: name, value }: Fields): Answer {
    const transaction = writable(execution);
    if (typeof name !== "string" || name.startsWith("_"))
      throw new AppError(`Table ${String(name)} cannot be written to.`);
    const { fields, size } = this.#document(value, "insert");
    if ("_id" in fields || "_creationTime" in fields)
      throw new AppError("Provided document has _id or _creationTime, which only the system sets.");
    this.#validate(name, fields);
    const table = this.store.tableNamed(execution.component, name);
    execution.meter.written(size);
    return { _id: transaction.insert(table, fields, execution.tree.startMs) };
  }

  shallowMerge(execution: Execution, { id, value, table: name }: Fields): Answer {
    const { transaction, table, doc } = this.#existing(execution, id, name, "patch");
    const patch = value as EncodedObject;
    if (Object.hasOwn(patch, "__proto__")) throw new AppError("db.patch: field name __proto__ cannot be carried.");
    const next: EncodedObject = { ...doc.value };
    for (const field of Object.keys(patch)) {
      if (isUndefinedMark(patch[field]!)) delete next[field];
      else next[field] = patch[field]!;
    }
    return this.#update(execution, transaction, table, doc, next, "patch");
  }

  replace(execution: Execution, { id, value, table: name }: Fields): Answer {
    const { transaction, table, doc } = this.#existing(execution, id, name, "replace");
    const { _id, _creationTime } = doc.value;
    const next = { ...(value as EncodedObject) };
    return this.#update(
      execution,
      transaction,
      table,
      doc,
      { _creationTime: _creationTime!, _id: _id!, ...next },
      "replace",
    );
  }

  remove(execution: Execution, { id, table: name }: Fields): Answer {
    const { transaction, table, doc } = this.#existing(execution, id, name, "delete");
    execution.meter.written(0);
    transaction.remove(table, doc);
    return doc.value;
  }

  count(execution: Execution, { table: name }: Fields): Answer {
    const transaction = transactionOf(execution);
    const table = this.store.tableNamed(execution.component, String(name));
    const stream = transaction.stream(table, table.byId.indexId, { from: "", to: "\xff" }, { direction: "asc" });
    let count = 0;
    while (stream.next() !== null) count++;
    return count;
  }

  normalizeId(execution: Execution, { table: name, idString }: Fields): Answer {
    const table = this.store.catalogue.find(execution.component, String(name));
    const fits = table !== null && tableNumberOf(String(idString)) === table.number;
    return { id: fits ? idString : null };
  }

  openStream(execution: Execution, { query }: Fields): Answer {
    const plan = this.#plan(execution, query);
    const streamId = execution.nextStreamId++;
    execution.streams.set(streamId, new OpenStream(transactionOf(execution), plan, execution.meter));
    return { queryId: streamId };
  }

  nextRow(execution: Execution, { queryId }: Fields): Answer {
    const stream = execution.streams.get(queryId as number);
    if (stream === undefined) throw new AppError(`Query ${String(queryId)} is not open.`);
    const doc = stream.next();
    return { value: doc?.value ?? null, done: doc === null };
  }

  closeStream(execution: Execution, { queryId }: Fields): Answer {
    return execution.streams.delete(queryId as number);
  }

  page(execution: Execution, request: Fields): Answer {
    return readPage(execution, transactionOf(execution), this.#plan(execution, request.query), this.cursors, {
      cursor: (request.cursor as string | null) ?? null,
      endCursor: (request.endCursor as string | null) ?? null,
      pageSize: request.pageSize as number,
      maximumRowsRead: (request.maximumRowsRead as number | null) ?? null,
    });
  }

  #plan(execution: Execution, query: unknown) {
    const tableNamed = (name: string): TableInfo => this.store.tableNamed(execution.component, name);
    return planQuery(query as SerializedQuery, tableNamed, (name) => VISIBLE_SYSTEM_TABLES.has(name));
  }

  #existing(
    execution: Execution,
    id: unknown,
    name: unknown,
    method: string,
  ): { transaction: Transaction; table: TableInfo; doc: Doc } {
    const transaction = writable(execution);
    const table = this.#tableOfId(execution, id, method);
    if (table !== null) {
      checkTableName(table, name, method);
      if (table.name.startsWith("_")) throw new AppError(`System table ${table.name} is read-only.`);
    }
    const doc = table === null ? null : this.#read(execution, transaction, table, id as string);
    if (table === null || doc === null) throw new AppError(`db.${method}: document ${String(id)} does not exist.`);
    return { transaction, table, doc };
  }

  #read(execution: Execution, transaction: Transaction, table: TableInfo, id: string): Doc | null {
    const doc = transaction.get(table, id);
    if (doc !== null) execution.meter.read(doc.size);
    return doc;
  }

  #update(
    execution: Execution,
    transaction: Transaction,
    table: TableInfo,
    before: Doc,
    next: EncodedObject,
    method: string,
  ): Answer {
    if (next._id !== before.value._id || next._creationTime !== before.value._creationTime) {
      throw new AppError(`db.${method}: _id and _creationTime cannot be changed.`);
    }
    const { size } = this.#document(fieldsOf(next), method);
    this.#validate(table.name, fieldsOf(next));
    execution.meter.written(size);
    return transaction.update(table, before, next).value;
  }

  /** A well-formed document body. @throws AppError saying what is wrong */
  #document(value: unknown, method: string): { fields: EncodedObject; size: number } {
    const problem = malformation(value, true, MAX_DOCUMENT_NESTING);
    if (problem !== null) throw new AppError(`db.${method}: ${problem}.`);
    if (!isEncodedObject(value as Encoded)) throw new AppError(`db.${method}: a document must be an object.`);
    const fields = value as EncodedObject;
    const reserved = Object.keys(fields).find(
      (field) => field.startsWith("_") && field !== "_id" && field !== "_creationTime",
    );
    if (reserved !== undefined)
      throw new AppError(`db.${method}: field ${reserved} starts with an underscore, which only system fields may.`);
    const size = sizeOf(fields) + SYSTEM_FIELDS_BYTES;
    if (size > MAX_DOCUMENT_BYTES) throw new AppError(`db.${method}: the document is larger than 1 MiB.`);
    return { fields, size };
  }

  #validate(tableName: string, fields: EncodedObject): void {
    const problem = this.schema().documentValidators.get(tableName)?.(fields, "") ?? null;
    if (problem !== null) throw new AppError(`Failed to write to table ${tableName}: ${problem}`);
  }

  #tableOfId(execution: Execution, id: unknown, method: string): TableInfo | null {
    const number = typeof id === "string" ? tableNumberOf(id) : null;
    if (number === null)
      throw new AppError(`Invalid argument \`id\` for \`db.${method}\`: ${JSON.stringify(id)} is not a document id.`);
    const table = this.store.catalogue.findByNumber(execution.component, number);
    return table !== null && table.name.startsWith("_") && !VISIBLE_SYSTEM_TABLES.has(table.name) ? null : table;
  }
}

export function transactionOf(execution: Execution): Transaction {
  if (execution.transaction === null)
    throw new AppError("Actions have no database. Use ctx.runQuery or ctx.runMutation.");
  return execution.transaction;
}

function writable(execution: Execution): Transaction {
  if (execution.kind !== "mutation") throw new AppError(`A ${execution.kind} cannot write to the database.`);
  return transactionOf(execution);
}

function checkTableName(table: TableInfo, name: unknown, method: string): void {
  if (name !== undefined && name !== table.name) {
    throw new AppError(`db.${method}: the id belongs to table ${table.name}, not ${JSON.stringify(name)}.`);
  }
}

function checkSystem(table: TableInfo, isSystem: boolean): void {
  if (table.name.startsWith("_") === isSystem) return;
  throw new AppError(
    isSystem ? `Table ${table.name} is not a system table.` : `System table ${table.name} is read through db.system.`,
  );
}

function isUndefinedMark(value: Encoded): boolean {
  return value !== null && typeof value === "object" && "$undefined" in value;
}
