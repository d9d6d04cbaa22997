import type { OptimisticLocalStore } from "convex/browser";
import { describe, expect, test, vi } from "vitest";
import type { Id } from "../../../../convex/_generated/dataModel";
import { showPaidAtOnce } from "../../../../src/features/orders/showPaidAtOnce";

const page = (...orders: [string, boolean][]) => ({
  page: orders.map(([_id, isPaid]) => ({ _id, isPaid })),
  isDone: true,
  continueCursor: "",
});

/** Only what the update touches of the official client's store. */
function storeOf(queries: { args: unknown; value: unknown }[]) {
  const setQuery = vi.fn();
  const store = {
    getAllQueries: () => queries,
    setQuery,
    getQuery: () => undefined,
  } as unknown as OptimisticLocalStore;
  return { store, setQuery };
}

describe("marking an order paid shows at once", () => {
  test("in every loaded page that has it, and in no other", () => {
    const { store, setQuery } = storeOf([
      { args: "all orders", value: page(["a", false], ["b", false]) },
      { args: "unpaid orders", value: page(["a", false]) },
      { args: "another page", value: page(["c", false]) },
      { args: "a page on its way", value: undefined },
    ]);
    showPaidAtOnce(store, { tenantId: "t" as Id<"tenants">, orderIds: ["a" as Id<"orders">], isPaid: true });
    expect(setQuery.mock.calls.map(([, args, value]: unknown[]) => [args, value])).toEqual([
      ["all orders", page(["a", true], ["b", false])],
      ["unpaid orders", page(["a", true])],
    ]);
  });
});
