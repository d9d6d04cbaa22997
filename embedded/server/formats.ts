import { badRequest } from "./responses";

/** The forms in which values leave by HTTP (contract §2.1). */
export type Format = "encoded" | "clean";

/** @param name as the client wrote it; absent means the clean form @throws HttpFailure 400 */
export function parseFormat(name: unknown): Format {
  switch (name) {
    case undefined:
    case null:
    case "json":
    case "convex_clean_json":
      return "clean";
    case "convex_encoded_json":
    case "convex_json":
      return "encoded";
    default:
      throw badRequest("Field format must be convex_encoded_json or json");
  }
}

/** JSON text of a value in the asked form. Values arrive encoded, so that form costs nothing. */
export function inFormat(valueJson: string, format: Format): string {
  if (format === "encoded" || !valueJson.includes('"$')) return valueJson;
  return JSON.stringify(JSON.parse(valueJson, cleanValue));
}

/** Called for the innermost values first; what it returns replaces the value. */
function cleanValue(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const [form, ...otherKeys] = Object.keys(value);
  const base64: unknown = form === undefined ? undefined : (value as Record<string, unknown>)[form];
  if (otherKeys.length > 0 || typeof base64 !== "string") return value;
  switch (form) {
    case "$integer":
      return Buffer.from(base64, "base64").readBigInt64LE().toString();
    case "$bytes":
      return base64;
    case "$float":
      return cleanFloat(Buffer.from(base64, "base64").readDoubleLE());
    default:
      return value;
  }
}

function cleanFloat(value: number): number | string {
  if (Number.isNaN(value)) return "NaN";
  return Number.isFinite(value) ? value : value > 0 ? "Infinity" : "-Infinity";
}
