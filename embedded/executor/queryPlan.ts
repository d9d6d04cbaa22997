import { createHash } from "node:crypto";
import { BY_CREATION_TIME, BY_ID, type IndexInfo, type TableInfo } from "../storage/catalogue";
import { AFTER, encodeKey, type IndexKey } from "../storage/indexKey";
import type { Direction, KeyRange } from "../storage/reader";
import type { Encoded, EncodedObject } from "../storage/values";
import { AppError } from "./errors";
import { compileFilter } from "./filters";

interface RangeExpression {
  readonly type: "Eq" | "Gt" | "Gte" | "Lt" | "Lte";
  readonly fieldPath: string;
  readonly value: Encoded;
}

/** A query as the official library serialises it (contract §1.4). */
export interface SerializedQuery {
  readonly source:
    | { readonly type: "FullTableScan"; readonly tableName: string; readonly order: Direction | null }
    | {
        readonly type: "IndexRange";
        readonly indexName: string;
        readonly range: readonly RangeExpression[];
        readonly order: Direction | null;
      }
    | { readonly type: "Search"; readonly indexName: string };
  readonly operators: readonly ({ readonly filter: unknown } | { readonly limit: number })[];
}

export type Operator =
  | { readonly kind: "filter"; readonly passes: (document: EncodedObject) => boolean }
  | { readonly kind: "limit"; readonly limit: number };

export interface QueryPlan {
  readonly table: TableInfo;
  readonly index: IndexInfo;
  readonly range: KeyRange;
  readonly direction: Direction;
  readonly operators: readonly Operator[];
  /** Ties a cursor to this very query. */
  readonly fingerprint: () => string;
}

const MAX_OPERATORS = 256;

/**
 * Finds the index and the key range of a query.
 *
 * @param tableNamed makes a table that does not exist: reading it is a read like any other, which its first document must hit
 * @throws AppError naming what does not fit
 */
export function planQuery(
  query: SerializedQuery,
  tableNamed: (name: string) => TableInfo,
  isVisible: (name: string) => boolean,
): QueryPlan {
  const { source, operators } = query;
  if (source.type === "Search")
    throw new AppError(
      `Search index ${source.indexName} cannot be read: full-text search is not available in this backend yet.`,
    );
  if (operators.length > MAX_OPERATORS) throw new AppError(`A query has more than ${MAX_OPERATORS} operators.`);
  const [tableName, indexName] =
    source.type === "FullTableScan" ? [source.tableName, BY_CREATION_TIME] : splitIndexName(source.indexName);
  if (tableName.startsWith("_") && !isVisible(tableName)) throw new AppError(`Table ${tableName} is not visible.`);
  const table = tableNamed(tableName);
  const index = findIndex(table, indexName);
  if (index === null) throw new AppError(`Index ${tableName}.${indexName} not found.`);
  const expressions = source.type === "FullTableScan" ? [] : source.range;
  return {
    table,
    index,
    range: keyRange(index, expressions, `${tableName}.${indexName}`),
    direction: source.order ?? "asc",
    operators: operators.map(compileOperator),
    fingerprint: () =>
      createHash("sha256")
        .update(JSON.stringify([source, operators]))
        .digest("base64url")
        .slice(0, 16),
  };
}

function compileOperator(operator: SerializedQuery["operators"][number]): Operator {
  return "limit" in operator
    ? { kind: "limit", limit: operator.limit }
    : { kind: "filter", passes: compileFilter(operator.filter) };
}

function splitIndexName(name: string): [string, string] {
  const dot = name.indexOf(".");
  return [name.slice(0, dot), name.slice(dot + 1)];
}

/** System tables have indexes of our own that are nobody's business (contract §2.6). */
function findIndex(table: TableInfo, name: string): IndexInfo | null {
  if (table.name.startsWith("_") && name !== BY_ID && name !== BY_CREATION_TIME) return null;
  return name === BY_ID ? table.byId : (table.indexes.find((index) => index.name === name) ?? null);
}

/** Every index can also be ranged by the fields that make its keys unique. `by_id` has ids as keys, not encoded values. */
function rangeFields(index: IndexInfo): string[] {
  if (index.name === BY_ID) return ["_id"];
  return [...index.paths.map((path) => path.join(".")), "_creationTime", "_id"];
}

/**
 * Equalities on a prefix of the fields, then at most one lower and one upper bound on the next. The expressions may come in any textual
 * order as long as the set fits (contract §2.4).
 */
function keyRange(index: IndexInfo, expressions: readonly RangeExpression[], name: string): KeyRange {
  const fields = rangeFields(index);
  const keyOf = (value: Encoded): IndexKey =>
    index.name === BY_ID ? idKey(value) : encodeKey(isUndefined(value) ? undefined : value);
  const equal = new Map<string, IndexKey>();
  let lower: { field: string; key: IndexKey; inclusive: boolean } | null = null;
  let upper: { field: string; key: IndexKey; inclusive: boolean } | null = null;
  for (const { type, fieldPath, value } of expressions) {
    if (!fields.includes(fieldPath))
      throw new AppError(`Index ${name} has no field ${fieldPath}. Its fields are ${fields.join(", ")}.`);
    const key = keyOf(value);
    if (type === "Eq") {
      if (equal.has(fieldPath)) throw new AppError(`Field ${fieldPath} is given twice in a range of index ${name}.`);
      equal.set(fieldPath, key);
    } else if (type === "Gt" || type === "Gte") {
      if (lower !== null) throw new AppError(`A range of index ${name} has two lower bounds.`);
      lower = { field: fieldPath, key, inclusive: type === "Gte" };
    } else {
      if (upper !== null) throw new AppError(`A range of index ${name} has two upper bounds.`);
      upper = { field: fieldPath, key, inclusive: type === "Lte" };
    }
  }
  if (lower !== null && upper !== null && lower.field !== upper.field) {
    throw new AppError(`A range of index ${name} has bounds on two fields, ${lower.field} and ${upper.field}.`);
  }
  let prefix = "";
  let used = 0;
  for (; used < fields.length && equal.has(fields[used]!); used++) prefix += equal.get(fields[used]!)!;
  const bounded = (lower ?? upper)?.field;
  if (used < equal.size || (bounded !== undefined && bounded !== fields[used])) {
    throw new AppError(`The fields of a range of index ${name} must be used in order: ${fields.join(", ")}.`);
  }
  const end = index.name === BY_ID ? "\x00" : AFTER;
  return {
    from: lower === null ? prefix : prefix + lower.key + (lower.inclusive ? "" : end),
    to:
      upper === null
        ? equal.size > 0 && index.name === BY_ID
          ? prefix + end
          : prefix + AFTER
        : prefix + upper.key + (upper.inclusive ? end : ""),
  };
}

function idKey(value: Encoded): string {
  if (typeof value !== "string") throw new AppError("An _id in a range must be a string.");
  return value;
}

const isUndefined = (value: Encoded): boolean => value !== null && typeof value === "object" && "$undefined" in value;
