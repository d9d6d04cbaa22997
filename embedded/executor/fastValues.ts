import { readFileSync } from "node:fs";
import type { Plugin } from "esbuild";

/**
 * The library converts every value that a function gets or gives, field by field, with a path for the error message that is almost never
 * needed. Our bundle puts a quick way before each of its two conversions: it takes plain objects, arrays, text, booleans, null and ordinary
 * numbers, which is nearly everything, and whatever it does not know (or would refuse) goes the library's own way from the start, with the
 * library's own errors.
 *
 * What holds for both ways: nothing is shared with the original, fields come out in order of their names, undefined ones are left out.
 */
const QUICK_WAY = `
const notQuick = Symbol("not quick");
/** Names that the library found good once. Bounded: names of records come from data. */
const goodNames = new Set();

function isGoodName(name) {
  if (goodNames.has(name)) return true;
  // One of these means something else, or is for the library to refuse.
  if (name === "__proto__" || name.charCodeAt(0) === 36) return false;
  try {
    validateObjectField(name);
  } catch {
    return false;
  }
  if (goodNames.size < 10_000) goodNames.add(name);
  return true;
}

function quickCopy(value, isToJson) {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return isToJson && isSpecial(value) ? notQuick : value;
    case "object":
      if (value === null) return null;
      break;
    default:
      return notQuick;
  }
  if (Array.isArray(value)) {
    const copy = new Array(value.length);
    for (let i = 0; i < value.length; i++) {
      const element = quickCopy(value[i], isToJson);
      if (element === notQuick) return notQuick;
      copy[i] = element;
    }
    return copy;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return notQuick;
  const names = Object.keys(value);
  if (isToJson) {
    for (let i = 1; i < names.length; i++) {
      if (names[i - 1] > names[i]) {
        names.sort();
        break;
      }
    }
  }
  const copy = {};
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    const field = value[name];
    if (field === undefined && isToJson) continue;
    if (!isGoodName(name)) return notQuick;
    const copied = quickCopy(field, isToJson);
    if (copied === notQuick) return notQuick;
    copy[name] = copied;
  }
  return copy;
}

export function jsonToConvex(value) {
  const quick = quickCopy(value, false);
  return quick === notQuick ? slowJsonToConvex(value) : quick;
}

function convexToJsonInternal(value, originalValue, context, includeTopLevelUndefined) {
  const quick = includeTopLevelUndefined ? notQuick : quickCopy(value, true);
  return quick === notQuick
    ? slowConvexToJsonInternal(value, originalValue, context, includeTopLevelUndefined)
    : quick;
}
`;

const LIBRARY_VALUES = /[\\/]convex[\\/]dist[\\/](?:esm|cjs)[\\/]values[\\/]value\.js$/;
const FROM_JSON = "export function jsonToConvex(value) {";
const TO_JSON = "function convexToJsonInternal(value, originalValue, context, includeTopLevelUndefined) {";
const RELIED_ON = ["function validateObjectField(", "function isSpecial("];

/** The library's conversions with the quick way before them; as they are, where they do not look as expected. */
export function withQuickWay(library: string): string {
  if (![FROM_JSON, TO_JSON, ...RELIED_ON].every((text) => library.split(text).length === 2)) return library;
  return (
    library
      .replace(FROM_JSON, "function slowJsonToConvex(value) {")
      .replace(TO_JSON, TO_JSON.replace("convexToJsonInternal", "slowConvexToJsonInternal")) + QUICK_WAY
  );
}

export const fastValues: Plugin = {
  name: "fast-values",
  setup(build) {
    build.onLoad({ filter: LIBRARY_VALUES }, ({ path }) => ({
      contents: withQuickWay(readFileSync(path, "utf8")),
      loader: "js",
    }));
  },
};
