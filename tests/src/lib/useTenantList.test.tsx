import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import { ListMemory, ListMemoryContext } from "../../../src/lib/listMemory";
import { TenantContext, type Tenant } from "../../../src/lib/tenant";
import { useTenantList } from "../../../src/lib/useTenantList";
import { LOJA_DEMO } from "../support/screen";

const server = vi.hoisted((): { answer: unknown } => ({ answer: undefined }));
vi.mock("convex/react", async (original) => ({
  ...(await original<object>()),
  useQueries: () => ({ result: server.answer }),
}));

const openList = (memory: ListMemory, tenant: Tenant = LOJA_DEMO, text = "") =>
  renderHook(() => useTenantList(api.products.search, { text, limit: 10 }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <ListMemoryContext value={memory}>
        <TenantContext value={{ tenant, isTenantSite: false }}>{children}</TenantContext>
      </ListMemoryContext>
    ),
  });
const ROWS = [{ code: "C101" }, { code: "C102" }];

function leave(): ListMemory {
  const memory = new ListMemory();
  server.answer = ROWS;
  openList(memory).unmount();
  server.answer = undefined;
  return memory;
}

beforeEach(() => {
  server.answer = undefined;
});

describe("a list of rows that is opened again (SP3)", () => {
  test("shows the rows it was left with as stale ones, and then what the server says", () => {
    const { result, rerender } = openList(leave());
    expect(result.current).toEqual({ status: "ready", value: ROWS, isStale: true });
    server.answer = [{ code: "C103" }];
    rerender();
    expect(result.current).toEqual({ status: "ready", value: [{ code: "C103" }], isStale: false });
  });

  test("a refusal is shown, whatever the list was left with", () => {
    const memory = leave();
    server.answer = new Error("Sem permissão");
    expect(openList(memory).result.current.status).toBe("refused");
  });

  test("another question, and another company, begin with nothing", () => {
    const memory = leave();
    expect(openList(memory, LOJA_DEMO, "vestido").result.current).toEqual({ status: "loading" });
    const other = { ...LOJA_DEMO, id: "tenant-other" as Tenant["id"] };
    expect(openList(memory, other).result.current).toEqual({ status: "loading" });
  });
});
