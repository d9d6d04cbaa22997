import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { ListMemory, ListMemoryContext } from "../../../src/lib/listMemory";
import { useLivePages } from "../../../src/lib/useLivePages";

interface Answer {
  readonly results: readonly unknown[];
  readonly status: "LoadingFirstPage" | "CanLoadMore" | "LoadingMore" | "Exhausted";
}
const LOADING: Answer = { results: [], status: "LoadingFirstPage" };
const server = vi.hoisted((): { answer: (args: unknown) => unknown } => ({ answer: () => undefined }));
vi.mock("convex/react", async (original) => ({
  ...(await original<object>()),
  usePaginatedQuery: (_: unknown, args: unknown) => ({ ...(server.answer(args) as Answer), loadMore: () => undefined }),
}));

const tenantId = "tenant-demo" as Id<"tenants">;
const ofMemory = (memory: ListMemory | null) => ({
  wrapper: ({ children }: { children: ReactNode }) => <ListMemoryContext value={memory}>{children}</ListMemoryContext>,
});
const openList = (memory: ListMemory | null, isPaid?: boolean, firstCount = 2) =>
  renderHook(
    ({ paid }) =>
      useLivePages(api.orders.list, { tenantId, ...(paid === undefined ? {} : { isPaid: paid }) }, 2, firstCount),
    { ...ofMemory(memory), initialProps: { paid: isPaid } },
  );
const idsIn = (rows: readonly unknown[]) => rows.map((row) => (row as { _id: string })._id);
const NEWER = [{ _id: "d" }];
const PAID = [{ _id: "x" }];
const ROWS = [{ _id: "c" }, { _id: "b" }, { _id: "a" }];

beforeEach(() => {
  server.answer = () => LOADING;
});

describe("a list that is opened again (SP3)", () => {
  function leave(memory: ListMemory, status: Answer["status"] = "CanLoadMore"): void {
    server.answer = () => ({ results: ROWS, status });
    openList(memory).unmount();
    server.answer = () => LOADING;
  }

  test("shows its rows in the first picture, as many as it asks for, and then what the server says", () => {
    const memory = new ListMemory();
    leave(memory);
    const { result, rerender } = openList(memory);
    expect(result.current).toMatchObject({ status: "ready", isRemembered: true, isStale: false, isLoadingMore: true });
    expect(idsIn(result.current.rows)).toEqual(["c", "b"]);
    server.answer = () => ({ results: NEWER, status: "Exhausted" });
    rerender({ paid: undefined });
    expect(result.current).toMatchObject({ isRemembered: false, isLoadingMore: false });
    expect(idsIn(result.current.rows)).toEqual(["d"]);
  });

  test("does not promise more rows where there were none", () => {
    const memory = new ListMemory();
    leave(memory, "Exhausted");
    const { result } = openList(memory, undefined, 3);
    expect(result.current).toMatchObject({ isRemembered: true, isLoadingMore: false, canLoadMore: false });
  });

  test("knows the rows of its own filter alone", () => {
    const memory = new ListMemory();
    leave(memory);
    expect(openList(memory, true).result.current).toMatchObject({ status: "loading", rows: [] });
  });

  test("a filter that was left is shown at once instead of the rows of the filter before", () => {
    const memory = new ListMemory();
    leave(memory);
    server.answer = (args) =>
      (args as { isPaid?: boolean }).isPaid === true ? { results: PAID, status: "Exhausted" } : LOADING;
    const { result, rerender } = openList(memory, true);
    rerender({ paid: undefined });
    expect(result.current).toMatchObject({ isRemembered: true, isStale: false });
    expect(idsIn(result.current.rows)).toEqual(["c", "b"]);
  });

  test("a list that was left empty loads as on a first visit", () => {
    const memory = new ListMemory();
    leave(memory);
    server.answer = () => ({ results: [], status: "Exhausted" });
    openList(memory).unmount();
    server.answer = () => LOADING;
    expect(openList(memory).result.current.status).toBe("loading");
  });

  test("what somebody else's lists showed is not there", () => {
    leave(new ListMemory());
    expect(openList(new ListMemory()).result.current.status).toBe("loading");
    expect(openList(null).result.current.status).toBe("loading");
  });

  test("of many lists the ones seen longest ago are let go", () => {
    const memory = new ListMemory();
    for (let n = 0; n < 21; n++) memory.keep(`list ${n}`, { rows: ROWS, hasMore: false });
    expect(memory.read("list 0")).toBeNull();
    expect(memory.read("list 1")).not.toBeNull();
    expect(memory.read("list 20")).not.toBeNull();
  });
});
