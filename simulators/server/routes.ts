import type { Route } from "./exchange";

export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** @returns the first route that fits; `isKnownPath` says whether another method would have fitted */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { readonly match: Match | null; readonly isKnownPath: boolean } {
  let isKnownPath = false;
  for (const route of routes) {
    const params = paramsOf(route.pattern, path);
    if (params === null) continue;
    if (route.method === method) return { match: { route, params }, isKnownPath: true };
    isKnownPath = true;
  }
  return { match: null, isKnownPath };
}

/** A trailing slash is part of the path, as with the services themselves. */
function paramsOf(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [position, part] of wanted.entries()) {
    const actual = given[position] ?? "";
    if (part.startsWith(":") && actual !== "") params[part.slice(1)] = decoded(actual);
    else if (part !== actual) return null;
  }
  return params;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
