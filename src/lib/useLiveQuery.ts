import { useQueries, type RequestForQueries } from "convex/react";
import {
  getFunctionName,
  makeFunctionReference,
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
} from "convex/server";
import { convexToJson, jsonToConvex, type JSONValue, type Value } from "convex/values";
import { useMemo, useState } from "react";
import { keepEqual } from "./keepEqual";

/** What a screen that loads data can be in; "nothing there" is `ready` with an empty value. */
export type Live<T> =
  | { readonly status: "loading" }
  | { readonly status: "refused"; readonly error: Error }
  | { readonly status: "ready"; readonly value: T; readonly isStale: boolean };

/**
 * A live query that belongs to no company, or whose company is among its arguments. Loading while skipped.
 *
 * When the arguments change, the last value stays (`isStale`) until the new one is there, so that nothing flickers;
 * when the scope changes, it goes.
 *
 * @param scope whose data it is, where arguments alone do not say so
 */
export function useLiveQuery<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query> | "skip",
  scope = "",
): Live<FunctionReturnType<Query>> {
  const name = getFunctionName(query);
  // Arguments that are written the same are the same subscription, although the object is new in every render.
  const argsText = args === "skip" ? null : JSON.stringify(convexToJson(args));
  const queries = useMemo(() => requestFor(name, argsText), [name, argsText]);
  const answer = useQueries(queries).result as FunctionReturnType<Query> | Error | undefined;
  return useLastAnswer(answer, `${name}:${scope}`);
}

function requestFor(name: string, argsText: string | null): RequestForQueries {
  if (argsText === null) return {};
  // The text was made from an object of arguments two lines above its only caller.
  const args = jsonToConvex(JSON.parse(argsText) as JSONValue) as Record<string, Value>;
  return { result: { query: makeFunctionReference<"query">(name), args } };
}

function useLastAnswer<T>(answer: T | Error | undefined, scope: string): Live<T> {
  const [last, setLast] = useState<{ scope: string; answer: T; value: T } | null>(null);
  let current = last !== null && last.scope === scope ? last : null;
  if (answer !== undefined && !(answer instanceof Error) && (current === null || current.answer !== answer)) {
    current = { scope, answer, value: keepEqual(current?.value, answer) };
    setLast(current);
  }
  const error = answer instanceof Error ? answer : null;
  const isKnown = current !== null;
  const isStale = answer === undefined;
  const value = current?.value;
  return useMemo<Live<T>>(() => {
    if (error !== null) return { status: "refused", error };
    // Where a value is known it has come as one.
    return isKnown ? { status: "ready", value: value as T, isStale } : { status: "loading" };
  }, [error, isKnown, isStale, value]);
}
