/**
 * Convex values in their JSON encoding (contract §2.1), the only form in which this backend holds them.
 *
 * A value is never turned into its JavaScript form on this side of the border: the app's library does that.
 * What needs the meaning of a value (index keys, filters, validators) asks `kindOf`.
 */

export type Encoded = null | boolean | number | string | Encoded[] | EncodedObject;
export interface EncodedObject {
  [field: string]: Encoded;
}

export type ValueKind = "null" | "int64" | "float64" | "boolean" | "string" | "bytes" | "array" | "object" | "commitTs";

/** The kind of a well-formed encoded value. Special forms are objects with exactly one `$` key. */
export function kindOf(value: Encoded): ValueKind {
  switch (typeof value) {
    case "string":
      return "string";
    case "number":
      return "float64";
    case "boolean":
      return "boolean";
    case "object":
      break;
    default:
      throw new Error(`A ${typeof value} is not an encoded value.`);
  }
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  for (const key in value) {
    if (key.charCodeAt(0) !== 36) return "object";
    if (key === "$integer") return "int64";
    if (key === "$float") return "float64";
    if (key === "$bytes") return "bytes";
    if (key === "$commitTs") return "commitTs";
    return "object";
  }
  return "object";
}

export function isEncodedObject(value: Encoded | undefined): value is EncodedObject {
  return value !== undefined && value !== null && typeof value === "object" && kindOf(value) === "object";
}

/** The float of `5` or `{"$float": base64}`. */
export function floatOf(value: number | EncodedObject): number {
  if (typeof value === "number") return value;
  return Buffer.from(value.$float as string, "base64").readDoubleLE(0);
}

/** The signed 64-bit integer of `{"$integer": base64}`. */
export function int64Of(value: EncodedObject): bigint {
  return Buffer.from(value.$integer as string, "base64").readBigInt64LE(0);
}

export function encodeInt64(value: bigint): EncodedObject {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return { $integer: bytes.toString("base64") };
}

/** A JavaScript number as an encoded value: plain JSON where JSON can carry it. */
export function encodeFloat(value: number): Encoded {
  if (Number.isFinite(value) && !Object.is(value, -0)) return value;
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return { $float: bytes.toString("base64") };
}

/** Levels of arrays and objects, the outermost counted (contract §2.8). */
const MAX_NESTING = 64;
export const MAX_DOCUMENT_NESTING = 16;
const MAX_ARRAY_LENGTH = 8192;
const MAX_OBJECT_FIELDS = 1024;
const MAX_FIELD_NAME_LENGTH = 1024;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Says what is wrong with a value that came from outside, or null when it is well-formed and within limits (contract §2.1, §2.8).
 *
 * @param commitTsAllowed whether the commit-timestamp placeholder may appear
 */
export function malformation(value: unknown, commitTsAllowed = false, mostNesting = MAX_NESTING): string | null {
  return malformationAt(value, { commitTsAllowed, mostNesting }, 0);
}

interface Demands {
  readonly commitTsAllowed: boolean;
  readonly mostNesting: number;
}

function malformationAt(value: unknown, demands: Demands, depth: number): string | null {
  switch (typeof value) {
    case "string":
      return value.isWellFormed() ? null : "a string is not valid Unicode";
    case "number":
      return Number.isFinite(value) ? null : "a number is not finite";
    case "boolean":
      return null;
    case "object":
      break;
    default:
      return `${typeof value} is not a value`;
  }
  if (value === null) return null;
  if (Array.isArray(value)) return arrayMalformation(value, demands, depth);
  const fields = Object.keys(value);
  if (fields.length === 1 && fields[0]!.startsWith("$"))
    return specialFormMalformation(fields[0]!, value as Record<string, unknown>, demands.commitTsAllowed);
  return objectMalformation(value as Record<string, unknown>, fields, demands, depth);
}

const tooDeep = (most: number): string => `values are nested more than ${most} levels deep`;

function arrayMalformation(value: readonly unknown[], demands: Demands, depth: number): string | null {
  if (depth >= demands.mostNesting) return tooDeep(demands.mostNesting);
  if (value.length > MAX_ARRAY_LENGTH) return `an array has more than ${MAX_ARRAY_LENGTH} elements`;
  for (const element of value) {
    const problem = malformationAt(element, demands, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}

function objectMalformation(
  value: Record<string, unknown>,
  fields: readonly string[],
  demands: Demands,
  depth: number,
): string | null {
  if (depth >= demands.mostNesting) return tooDeep(demands.mostNesting);
  if (fields.length > MAX_OBJECT_FIELDS) return `an object has more than ${MAX_OBJECT_FIELDS} fields`;
  for (const field of fields) {
    const problem = fieldNameMalformation(field) ?? malformationAt(value[field], demands, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}

function specialFormMalformation(
  form: string,
  value: Record<string, unknown>,
  commitTsAllowed: boolean,
): string | null {
  const payload = value[form];
  if (form === "$commitTs") {
    return commitTsAllowed && payload === null ? null : "the commit timestamp placeholder may not be used here";
  }
  if (form !== "$integer" && form !== "$float" && form !== "$bytes") return `unknown special form ${form}`;
  if (typeof payload !== "string" || !BASE64.test(payload)) return `${form} needs standard base64`;
  if (form !== "$bytes" && Buffer.from(payload, "base64").length !== 8) return `${form} needs exactly 8 bytes`;
  return null;
}

function fieldNameMalformation(field: string): string | null {
  if (field.length === 0 || field.length > MAX_FIELD_NAME_LENGTH) return "a field name is empty or too long";
  if (field.charCodeAt(0) === 36) return `field name ${field} starts with a dollar sign`;
  // The official library assigns fields one by one, so this one would become the prototype of what a function is given.
  if (field === "__proto__") return "field name __proto__ cannot be carried";
  for (let i = 0; i < field.length; i++) {
    const unit = field.charCodeAt(i);
    if (unit < 32 || unit > 126) return "a field name has characters outside printable ASCII";
  }
  return null;
}

/** Bytes of a value as the official library's `getConvexSize` counts them: what limits and metrics are stated in. */
export function sizeOf(value: Encoded): number {
  switch (typeof value) {
    case "string":
      return 2 + utf8Length(value);
    case "number":
      return 9;
    case "boolean":
      return 1;
    default:
      if (value === null) return 1;
      return Array.isArray(value)
        ? value.reduce<number>((sum, element) => sum + sizeOf(element), 2)
        : objectSize(value);
  }
}

function objectSize(value: EncodedObject): number {
  let size = 2;
  for (const field in value) {
    if (field.charCodeAt(0) === 36) return field === "$bytes" ? 2 + base64Length(value.$bytes as string) : 9;
    size += field.length + 1 + sizeOf(value[field]!); // field names are ASCII
  }
  return size;
}

/** Most text is short and plain: looking at it costs less than a call out of the language. */
function utf8Length(text: string): number {
  if (text.length > 64) return Buffer.byteLength(text);
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return Buffer.byteLength(text);
  return text.length;
}

const base64Length = (base64: string): number =>
  (base64.length / 4) * 3 - (base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0);

/** JSON text with object keys in code unit order, as the official encoder writes it. Equal values give equal text. */
export function canonicalJson(value: Encoded): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const fields = Object.keys(value).sort();
  return `{${fields.map((field) => `${JSON.stringify(field)}:${canonicalJson(value[field]!)}`).join(",")}}`;
}

/** The value at a dotted path; undefined when a step is missing or passes through something that is not an object. */
export function valueAtPath(value: EncodedObject, path: readonly string[]): Encoded | undefined {
  let current: Encoded | undefined = value;
  for (const step of path) {
    if (!isEncodedObject(current) || !Object.hasOwn(current, step)) return undefined;
    current = current[step];
  }
  return current;
}
