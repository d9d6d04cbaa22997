import { compareValues } from "../storage/indexKey";
import {
  encodeFloat,
  encodeInt64,
  floatOf,
  int64Of,
  kindOf,
  valueAtPath,
  type Encoded,
  type EncodedObject,
} from "../storage/values";
import { AppError } from "./errors";

/** A filter expression as the official library serialises it (contract §1.4). */
type Expression = Readonly<Record<string, unknown>>;
type Operand = Encoded | undefined;
type Evaluate = (document: EncodedObject) => Operand;

/** Compiles a filter; the result says whether a document passes. @throws AppError on an unknown or ill-typed expression */
export function compileFilter(expression: unknown): (document: EncodedObject) => boolean {
  const evaluate = compile(expression);
  return (document) => asBoolean(evaluate(document));
}

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  $eq: (order) => order === 0,
  $neq: (order) => order !== 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
};

const ARITHMETIC: Readonly<
  Record<string, { float: (a: number, b: number) => number; int: (a: bigint, b: bigint) => bigint }>
> = {
  $add: { float: (a, b) => a + b, int: (a, b) => a + b },
  $sub: { float: (a, b) => a - b, int: (a, b) => a - b },
  $mul: { float: (a, b) => a * b, int: (a, b) => a * b },
  $div: { float: (a, b) => a / b, int: (a, b) => divide(a, b) },
  $mod: { float: (a, b) => a % b, int: (a, b) => a - divide(a, b) * b },
};

function compile(raw: unknown): Evaluate {
  const expression = raw as Expression;
  const [operator, ...others] = raw !== null && typeof raw === "object" ? Object.keys(expression) : [];
  if (operator === undefined || others.length > 0)
    throw new AppError(`Malformed filter expression ${JSON.stringify(raw)}.`);
  const operand = expression[operator];
  if (operator === "$literal") return constant(operand as Encoded);
  if (operator === "$field") return field(operand as string);
  const comparison = Object.hasOwn(COMPARISONS, operator) ? COMPARISONS[operator] : undefined;
  if (comparison !== undefined) {
    const [left, right] = pair(operand);
    return (document) => comparison(compareValues(left(document), right(document)));
  }
  const arithmetic = Object.hasOwn(ARITHMETIC, operator) ? ARITHMETIC[operator] : undefined;
  if (arithmetic !== undefined) {
    const [left, right] = pair(operand);
    return (document) => calculate(operator, arithmetic, left(document), right(document));
  }
  return compileLogic(operator, operand);
}

function compileLogic(operator: string, operand: unknown): Evaluate {
  switch (operator) {
    case "$and": {
      const members = (operand as unknown[]).map(compile);
      return (document) => members.every((member) => asBoolean(member(document)));
    }
    case "$or": {
      const members = (operand as unknown[]).map(compile);
      return (document) => members.some((member) => asBoolean(member(document)));
    }
    case "$not": {
      const inner = compile(operand);
      return (document) => !asBoolean(inner(document));
    }
    case "$neg": {
      const inner = compile(operand);
      return (document) => calculate("$neg", ARITHMETIC.$sub!, negationZero(inner(document)), inner(document));
    }
    default:
      throw new AppError(`Unknown filter operator ${operator}.`);
  }
}

function constant(value: Encoded): Evaluate {
  const isUndefined = value !== null && typeof value === "object" && "$undefined" in value;
  return () => (isUndefined ? undefined : value);
}

function field(path: string): Evaluate {
  const steps = path.split(".");
  return (document) => valueAtPath(document, steps);
}

function pair(operand: unknown): [Evaluate, Evaluate] {
  const [left, right] = operand as [unknown, unknown];
  return [compile(left), compile(right)];
}

function asBoolean(value: Operand): boolean {
  if (typeof value !== "boolean") throw new AppError("A filter needs a boolean.");
  return value;
}

const numericKind = (value: Operand): "int64" | "float64" | null => {
  if (value === undefined) return null;
  const kind = kindOf(value);
  return kind === "int64" || kind === "float64" ? kind : null;
};

function negationZero(value: Operand): Operand {
  return numericKind(value) === "int64" ? encodeInt64(0n) : encodeFloat(-0);
}

function calculate(operator: string, { float, int }: (typeof ARITHMETIC)[string], a: Operand, b: Operand): Encoded {
  const kind = numericKind(a);
  if (kind === null || kind !== numericKind(b)) throw new AppError(`${operator} needs two numbers of the same kind.`);
  if (kind === "float64") return encodeFloat(float(floatOf(a as EncodedObject), floatOf(b as EncodedObject)));
  const result = int(int64Of(a as EncodedObject), int64Of(b as EncodedObject));
  if (BigInt.asIntN(64, result) !== result) throw new AppError(`${operator} overflows a 64-bit integer.`);
  return encodeInt64(result);
}

function divide(a: bigint, b: bigint): bigint {
  if (b === 0n) throw new AppError("A filter divides an integer by zero.");
  return a / b;
}
