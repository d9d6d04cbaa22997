import { canonicalJson, int64Of, isEncodedObject, kindOf, type Encoded, type EncodedObject } from "../storage/values";

/** What is wrong with a value, or null. `path` names the place, as in `.lines[2].qty`. */
export type Validator = (value: Encoded, path: string) => string | null;

export interface FieldJson {
  readonly fieldType: ValidatorJson;
  readonly optional: boolean;
}

/** Validator JSON as the official library exports it (contract §2.7): note that float64 is `number` and int64 is `bigint`. */
export type ValidatorJson =
  | { readonly type: "null" | "number" | "bigint" | "boolean" | "string" | "bytes" | "any" | "commitTs" }
  | { readonly type: "literal"; readonly value: Encoded }
  | { readonly type: "id"; readonly tableName: string }
  | { readonly type: "array"; readonly value: ValidatorJson }
  | { readonly type: "object"; readonly value: Readonly<Record<string, FieldJson>> }
  | { readonly type: "record"; readonly keys: ValidatorJson; readonly values: FieldJson }
  | { readonly type: "union"; readonly value: readonly ValidatorJson[] };

/** Whether an id text belongs to the table of that name. */
export type IdChecker = (id: string, tableName: string) => boolean;

/** Compiles a validator once; the result is called for every argument, document and return value. */
export function compileValidator(json: ValidatorJson, isIdOf: IdChecker): Validator {
  switch (json.type) {
    case "any":
      return () => null;
    case "null":
      return (value, path) => (value === null ? null : mismatch(value, path, "null"));
    case "boolean":
      return (value, path) => (typeof value === "boolean" ? null : mismatch(value, path, "boolean"));
    case "string":
      return (value, path) => (typeof value === "string" ? null : mismatch(value, path, "string"));
    case "number":
      return (value, path) =>
        typeof value === "number" || isKind(value, "float64") ? null : mismatch(value, path, "float64");
    case "bigint":
    case "commitTs":
      return (value, path) =>
        isKind(value, "int64") || isKind(value, "commitTs") ? null : mismatch(value, path, "int64");
    case "bytes":
      return (value, path) => (isKind(value, "bytes") ? null : mismatch(value, path, "bytes"));
    case "literal":
      return literalValidator(json.value);
    case "id":
      return (value, path) =>
        typeof value === "string" && isIdOf(value, json.tableName)
          ? null
          : mismatch(value, path, `id("${json.tableName}")`);
    case "array":
      return arrayValidator(compileValidator(json.value, isIdOf));
    case "object":
      return objectValidator(json.value, isIdOf);
    case "record":
      return recordValidator(compileValidator(json.keys, isIdOf), compileValidator(json.values.fieldType, isIdOf));
    case "union":
      return unionValidator(json.value.map((member) => compileValidator(member, isIdOf)));
    default:
      throw new Error(`Unknown validator ${JSON.stringify(json satisfies never)}.`);
  }
}

const isKind = (value: Encoded, kind: "float64" | "int64" | "bytes" | "commitTs"): boolean =>
  value !== null && typeof value === "object" && kindOf(value) === kind;

function mismatch(value: Encoded, path: string, wanted: string): string {
  return `Value does not match validator.\nPath: ${path === "" ? "the value itself" : path}\nValue: ${describe(value)}\nValidator: ${wanted}`;
}

function describe(value: Encoded): string {
  if (isKind(value, "int64")) return `${int64Of(value as EncodedObject)}n`;
  return JSON.stringify(value);
}

function literalValidator(literal: Encoded): Validator {
  const text = canonicalJson(literal);
  const wanted = `literal ${text}`;
  if (literal === null || typeof literal !== "object") {
    return (value, path) => (value === literal ? null : mismatch(value, path, wanted));
  }
  return (value, path) => (canonicalJson(value) === text ? null : mismatch(value, path, wanted));
}

function arrayValidator(element: Validator): Validator {
  return (value, path) => {
    if (!Array.isArray(value)) return mismatch(value, path, "array");
    for (let i = 0; i < value.length; i++) {
      const problem = element(value[i]!, `${path}[${i}]`);
      if (problem !== null) return problem;
    }
    return null;
  };
}

function objectValidator(fields: Readonly<Record<string, FieldJson>>, isIdOf: IdChecker): Validator {
  const compiled = new Map(
    Object.entries(fields).map(([name, { fieldType, optional }]) => [
      name,
      { check: compileValidator(fieldType, isIdOf), optional },
    ]),
  );
  const required = [...compiled].filter(([, { optional }]) => !optional).map(([name]) => name);
  return (value, path) => {
    if (!isEncodedObject(value)) return mismatch(value, path, "object");
    for (const name of required) {
      if (!Object.hasOwn(value, name))
        return `Object is missing the required field \`${name}\`.\nPath: ${path}\nObject: ${describe(value)}`;
    }
    for (const name of Object.keys(value)) {
      const field = compiled.get(name);
      if (field === undefined)
        return `Object contains extra field \`${name}\` that is not in the validator.\nPath: ${path}\nObject: ${describe(value)}`;
      const problem = field.check(value[name]!, `${path}.${name}`);
      if (problem !== null) return problem;
    }
    return null;
  };
}

function recordValidator(key: Validator, element: Validator): Validator {
  return (value, path) => {
    if (!isEncodedObject(value)) return mismatch(value, path, "record");
    for (const name of Object.keys(value)) {
      const problem = key(name, `${path}.${name} (key)`) ?? element(value[name]!, `${path}.${name}`);
      if (problem !== null) return problem;
    }
    return null;
  };
}

function unionValidator(members: readonly Validator[]): Validator {
  return (value, path) => {
    let problem: string | null = null;
    for (const member of members) {
      problem = member(value, path);
      if (problem === null) return null;
    }
    return members.length === 1 ? problem : mismatch(value, path, "union");
  };
}
