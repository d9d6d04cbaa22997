import { renderHook } from "@testing-library/react";
import { getFunctionName, type FunctionReference } from "convex/server";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import { TenantContext, type TenantScope } from "../../../src/lib/tenant";
import { useTenantQuery } from "../../../src/lib/useTenantQuery";
import { LOJA_DEMO } from "../support/screen";

type Requests = Record<string, { query: FunctionReference<"query">; args: unknown }>;
const client = vi.hoisted((): { asked: unknown[]; answer: (requests: Requests) => unknown } => ({
  asked: [],
  answer: () => undefined,
}));
vi.mock("convex/react", async (original) => ({
  ...(await original<object>()),
  useQueries: (requests: Requests) => {
    client.asked.push(requests);
    return { result: client.answer(requests) };
  },
}));

const inside = (scope: TenantScope) => ({
  wrapper: ({ children }: { children: ReactNode }) => <TenantContext value={scope}>{children}</TenantContext>,
});
const DEMO: TenantScope = { tenant: LOJA_DEMO, isTenantSite: false };
const feedOf = (eventDate: string) => useTenantQuery(api.manualSales.feed, { eventDate });

beforeEach(() => {
  client.asked = [];
  client.answer = () => undefined;
});

describe("a live query of the company", () => {
  test("adds the company to the arguments, and asks for the same only once", () => {
    const { result, rerender } = renderHook(() => feedOf("2026-11-20"), inside(DEMO));
    rerender();
    const [first, again] = client.asked as Requests[];
    expect(first?.result?.args).toEqual({ eventDate: "2026-11-20", tenantId: "tenant-demo" });
    expect(getFunctionName(first?.result?.query ?? api.manualSales.feed)).toBe("manualSales:feed");
    expect(again).toBe(first);
    expect(result.current).toEqual({ status: "loading" });
  });

  test("asks nothing without a company, and nothing when skipped", () => {
    renderHook(() => feedOf("2026-11-20"), inside({ tenant: null, isTenantSite: false }));
    renderHook(() => useTenantQuery(api.manualSales.feed, "skip"), inside(DEMO));
    expect(client.asked.every((requests) => Object.keys(requests as Requests).length === 0)).toBe(true);
  });

  test("keeps the last value while changed arguments load, and says that it is stale", () => {
    const rows = [{ launchId: "a" }];
    client.answer = ({ result: request }) => (JSON.stringify(request?.args).includes("2026-11-20") ? rows : undefined);
    const { result, rerender } = renderHook(({ date }) => feedOf(date), {
      ...inside(DEMO),
      initialProps: { date: "2026-11-20" },
    });
    expect(result.current).toEqual({ status: "ready", value: rows, isStale: false });
    rerender({ date: "2026-11-21" });
    expect(result.current).toEqual({ status: "ready", value: rows, isStale: true });
  });

  test("a refusal is a state, not an exception", () => {
    const error = new Error("x");
    client.answer = () => error;
    const { result } = renderHook(() => feedOf("2026-11-20"), inside(DEMO));
    expect(result.current).toEqual({ status: "refused", error });
  });
});
