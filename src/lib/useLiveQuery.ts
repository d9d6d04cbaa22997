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
  const [last, setLast] = useState<{ scope: string; value: T } | null>(null);
  const kept = last !== null && last.scope === scope ? last : null;
  if (answer instanceof Error) return { status: "refused", error: answer };
  if (answer === undefined)
    return kept === null ? { status: "loading" } : { status: "ready", value: kept.value, isStale: true };
  if (kept === null || kept.value !== answer) setLast({ scope, value: answer });
  return { status: "ready", value: answer, isStale: false };
}
