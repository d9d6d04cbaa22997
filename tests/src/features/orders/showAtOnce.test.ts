import type { OptimisticLocalStore } from "convex/browser";
import { getFunctionName, type FunctionReference } from "convex/server";
import { describe, expect, test, vi } from "vitest";
import type { Id } from "../../../../convex/_generated/dataModel";
import { showObservationAtOnce, showPaidAtOnce, showPrintedAtOnce } from "../../../../src/features/orders/showAtOnce";
import { showPriceAtOnce, showQuantityAtOnce } from "../../../../src/features/orders/showLineAtOnce";
import { aLine, anOrderDetail } from "./anOrder";

const page = (...orders: object[]) => ({ page: orders, isDone: true, continueCursor: "" });
const tenantId = "t" as Id<"tenants">;
const a = "a" as Id<"orders">;

/** Only what the updates touch of the official client's store. */
function storeOf(queries: Record<string, { args: unknown; value: unknown }[]>) {
  const setQuery = vi.fn();
  const store = {
    getAllQueries: (query: FunctionReference<"query">) => queries[getFunctionName(query)] ?? [],
    setQuery: (_query: unknown, args: unknown, value: unknown) => void setQuery(args, value),
    getQuery: () => undefined,
  } as unknown as OptimisticLocalStore;
  return { store, set: () => setQuery.mock.calls as unknown[][] };
}

describe("O1: a change shows at once", () => {
  test("paid: in every loaded page that has the order, and in no other", () => {
    const { store, set } = storeOf({
      "orders:list": [
        { args: "all orders", value: page({ _id: "a", isPaid: false }, { _id: "b", isPaid: false }) },
        { args: "unpaid orders", value: page({ _id: "a", isPaid: false }) },
        { args: "another page", value: page({ _id: "c", isPaid: false }) },
        { args: "a page on its way", value: undefined },
      ],
      "manualSales:orders": [{ args: "by hand", value: page({ _id: "a", isPaid: false }) }],
    });
    showPaidAtOnce(store, { tenantId, orderIds: [a], isPaid: true });
    expect(set()).toEqual([
      ["all orders", page({ _id: "a", isPaid: true }, { _id: "b", isPaid: false })],
      ["unpaid orders", page({ _id: "a", isPaid: true })],
      ["by hand", page({ _id: "a", isPaid: true })],
    ]);
  });

  test("printed and observation: in what a search found and in the open dialog as well", () => {
    const found = { rows: [{ _id: "a", printed: false }], hasMore: false };
    const { store, set } = storeOf({
      "orders:search": [
        { args: "found", value: found },
        { args: "found on its way", value: undefined },
      ],
      "orders:byNumber": [
        { args: "detail", value: { _id: "a", observation: null } },
        { args: "none", value: null },
      ],
    });
    showPrintedAtOnce(store, { tenantId, orderIds: [a], printed: true });
    showObservationAtOnce(store, { tenantId, orderId: a, observation: "Portaria B", seen: null });
    expect(set()).toEqual([
      ["found", { rows: [{ _id: "a", printed: true }], hasMore: false }],
      ["detail", { _id: "a", observation: null, printed: true }],
      ["found", { rows: [{ _id: "a", printed: false, observation: "Portaria B" }], hasMore: false }],
      ["detail", { _id: "a", observation: "Portaria B" }],
    ]);
  });
});

describe("O1, O5: a changed line shows at once, with the total that will probably follow", () => {
  const order = anOrderDetail({ lines: [aLine(), aLine({ lineId: "line-2" })], totalCents: 35960, pieces: 4 });
  const ids = { tenantId, orderId: "order-12" as Id<"orders">, lineId: "line-1" as Id<"cartItems"> };

  test("its quantity", () => {
    const { store, set } = storeOf({ "orders:byNumber": [{ args: "detail", value: order }] });
    showQuantityAtOnce(store, { ...ids, quantity: 3, seenQuantity: 2 });
    expect(set()).toHaveLength(1);
    expect(set()[0]![1]).toMatchObject({
      totalCents: 44950,
      pieces: 5,
      lines: [{ quantity: 3, lineTotalCents: 26970 }, { quantity: 2 }],
    });
  });

  test("its price; an order that is not open is left alone", () => {
    const { store, set } = storeOf({
      "orders:byNumber": [
        { args: "another", value: anOrderDetail({ _id: "other" }) },
        { args: "detail", value: order },
      ],
    });
    showPriceAtOnce(store, { ...ids, unitPriceCents: 5000, seenUnitPriceCents: 8990 });
    expect(set()).toHaveLength(1);
    expect(set()[0]![1]).toMatchObject({
      totalCents: 27980,
      lines: [{ unitPriceCents: 5000, lineTotalCents: 10000 }, {}],
    });
  });
});
