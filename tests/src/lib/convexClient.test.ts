import { getFunctionName, type FunctionReference } from "convex/server";
import { beforeEach, expect, test, vi } from "vitest";
import { createConvexClient } from "../../../src/lib/convexClient";

type FetchToken = (options: { forceRefreshToken: boolean }) => Promise<string | null>;
const library = vi.hoisted((): { asked: unknown[]; fetchToken: unknown } => ({ asked: [], fetchToken: null }));
vi.mock("convex/react", async (original) => ({
  ...(await original<object>()),
  ConvexReactClient: class {
    setAuth(fetchToken: FetchToken): void {
      library.fetchToken = fetchToken;
    }
    prewarmQuery({ query }: { query: FunctionReference<"query"> }): void {
      library.asked.push(getFunctionName(query));
    }
  },
}));

/** Signs in with a token, and says what was asked in the turn in which the library sends it, and what in the next. */
async function sendToken(token: string | null): Promise<{ withIt: number; after: unknown[] }> {
  createConvexClient().setAuth(() => Promise.resolve(token));
  expect(await (library.fetchToken as FetchToken)({ forceRefreshToken: false })).toBe(token);
  const withIt = library.asked.length;
  await vi.runAllTimersAsync();
  return { withIt, after: library.asked };
}

beforeEach(() => {
  vi.useFakeTimers();
  library.asked = [];
});

test("SP3: who is signed in is asked for right behind the token, and never before it", async () => {
  expect(await sendToken("a token")).toEqual({ withIt: 0, after: ["profiles:me"] });
});

test("nobody's profile is asked for", async () => {
  expect(await sendToken(null)).toEqual({ withIt: 0, after: [] });
});
