import { floatOf, int64Of, kindOf, valueAtPath, type Encoded, type EncodedObject } from "./values";

/**
 * Order-preserving keys (contract §2.3). A key is a *binary string*: each UTF-16 unit is one byte 0..255, so `<` on keys is
 * memcmp, keys work in Maps, and a key becomes a BLOB with `Buffer.from(key, "latin1")` at the SQL border only.
 *
 * Each value starts with a tag in the order of kinds, and ends by itself, so no key is a prefix of another value's key.
 */
export type IndexKey = string;

const TAG_UNDEFINED = "\x01";
const TAG_NULL = "\x03";
const TAG_INT64 = "\x04";
const TAG_FLOAT64 = "\x0d";
const TAG_FALSE = "\x0e";
const TAG_TRUE = "\x0f";
const TAG_STRING = "\x10";
const TAG_BYTES = "\x11";
const TAG_ARRAY = "\x12";
const TAG_OBJECT = "\x15";
const END = "\x00";

/** Greater than every tag: `prefix + AFTER` is the end of all keys that begin with `prefix`. */
export const AFTER = "\xff";

const scratch = Buffer.alloc(8);

/** Key of one value; `undefined` is a missing field. */
export function encodeKey(value: Encoded | undefined): IndexKey {
  if (value === undefined) return TAG_UNDEFINED;
  if (typeof value === "string") return TAG_STRING + terminated(stringBytes(value));
  if (typeof value === "number") return floatKey(value);
  if (value === true) return TAG_TRUE;
  if (value === false) return TAG_FALSE;
  if (value === null) return TAG_NULL;
  if (Array.isArray(value)) return TAG_ARRAY + value.map(encodeKey).join("") + END;
  switch (kindOf(value)) {
    case "int64":
      return int64Key(int64Of(value));
    case "commitTs":
      return int64Key(0x7fff_ffff_ffff_ffffn);
    case "float64":
      return floatKey(floatOf(value));
    case "bytes":
      return TAG_BYTES + terminated(Buffer.from(value.$bytes as string, "base64").toString("latin1"));
    default:
      return objectKey(value);
  }
}

function objectKey(value: EncodedObject): IndexKey {
  let key = TAG_OBJECT;
  for (const field of Object.keys(value).sort()) key += encodeKey(field) + encodeKey(value[field]);
  return key + END;
}

/** IEEE total order: negative numbers have all bits flipped, others the sign bit. */
function floatKey(value: number): IndexKey {
  scratch.writeDoubleBE(value);
  if (scratch[0]! & 0x80) for (let i = 0; i < 8; i++) scratch[i] = ~scratch[i]! & 0xff;
  else scratch[0]! |= 0x80;
  return TAG_FLOAT64 + scratch.toString("latin1", 0, 8);
}

function int64Key(value: bigint): IndexKey {
  scratch.writeBigInt64BE(value);
  scratch[0]! ^= 0x80;
  return TAG_INT64 + scratch.toString("latin1", 0, 8);
}

const PLAIN_ASCII = /^[\x01-\x7f]*$/;

function stringBytes(text: string): string {
  return PLAIN_ASCII.test(text) ? text : Buffer.from(text, "utf8").toString("latin1");
}

function terminated(bytes: string): string {
  return (bytes.includes("\x00") ? bytes.replaceAll("\x00", "\x00\xff") : bytes) + END;
}

/**
 * The key of a document in an index: the declared fields, then `_creationTime` and `_id`, which make it unique.
 *
 * @param paths the declared fields, dotted paths already split; empty for `by_creation_time`
 */
export function documentKey(document: EncodedObject, paths: readonly (readonly string[])[]): IndexKey {
  let key = "";
  for (const path of paths) {
    key += encodeKey(path.length === 1 ? ownField(document, path[0]!) : valueAtPath(document, path));
  }
  return key + encodeKey(document._creationTime) + encodeKey(document._id);
}

function ownField(document: EncodedObject, field: string): Encoded | undefined {
  return Object.hasOwn(document, field) ? document[field] : undefined;
}

/** −1, 0 or 1 by the total order of values, undefined first. */
export function compareValues(a: Encoded | undefined, b: Encoded | undefined): number {
  if (typeof a === "number" && typeof b === "number") return a < b ? -1 : a > b ? 1 : 0;
  const left = encodeKey(a);
  const right = encodeKey(b);
  return left < right ? -1 : left > right ? 1 : 0;
}

export const keyToBlob = (key: IndexKey): Buffer => Buffer.from(key, "latin1");
export const blobToKey = (blob: Uint8Array): IndexKey =>
  Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength).toString("latin1");
