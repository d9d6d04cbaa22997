import { getFunctionName, type FunctionReference } from "convex/server";
import { convexToJson, type Value } from "convex/values";
import { useContext, useEffect, useMemo } from "react";
import { ListMemoryContext, type LeftList } from "./listMemory";

/** The list of this name as it was left; null while it is of nobody, and where there was no row. */
export function useLeftList(name: string | null): LeftList | null {
  const memory = useContext(ListMemoryContext);
  return useMemo(() => (name === null ? null : (memory?.read(name) ?? null)), [memory, name]);
}

/**
 * Keeps what the list of this name shows for the next time.
 *
 * @param shown what the server says; null while it has not
 */
export function useKeepList(name: string | null, shown: LeftList | null): void {
  const memory = useContext(ListMemoryContext);
  const { rows, hasMore } = shown ?? NOT_SHOWN;
  useEffect(() => {
    if (name !== null && rows !== null) memory?.keep(name, { rows, hasMore });
  }, [memory, name, rows, hasMore]);
}

const NOT_SHOWN = { rows: null, hasMore: false };

/** Lists of one name are answers to one question. */
export function questionOf(query: FunctionReference<"query">, args: Record<string, unknown>): string {
  return `${getFunctionName(query)} ${JSON.stringify(convexToJson(args as Value))}`;
}
