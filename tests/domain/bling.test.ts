import { describe, expect, it, test } from "vitest";
import { nextErpStep, restingState, type ErpKnowledge, type ErpStep, type ErpWants } from "../../domain/bling";
import { pausedUntil, restAfterTurn, retryAfter } from "../../domain/blingPacing";

const UNKNOWN: ErpKnowledge = {
  ...{ wish: "sale", saleId: null, saleNumber: null, mayExist: false, sentHash: null },
  ...{ isCanceled: false, situationId: null, isStockPosted: false, isBilled: false },
};
const THERE: ErpKnowledge = { ...UNKNOWN, saleId: 7, saleNumber: "12", sentHash: "a" };
const NOTHING: ErpWants = { situationId: null, postsStock: false, postsReceivables: false };
const ALL: ErpWants = { situationId: 9, postsStock: true, postsReceivables: true };
const POSTED = { situationId: 9, isStockPosted: true, isBilled: true };

describe("the next step of an order at the ERP", () => {
  it.each<[string, ErpKnowledge, ErpWants, { hash?: string; hasAsked?: boolean }, ErpStep]>([
    ["a sale is asked for before it is made", UNKNOWN, NOTHING, {}, "find"],
    ["made only when the ERP does not know it", UNKNOWN, NOTHING, { hasAsked: true }, "create"],
    ["after a lost answer too: asked first", { ...UNKNOWN, mayExist: true }, NOTHING, {}, "find"],
    ["its number there is read", { ...THERE, saleNumber: null }, NOTHING, {}, "look"],
    ["sent as it is: nothing", THERE, NOTHING, {}, "done"],
    ["changed here: changed there", THERE, NOTHING, { hash: "b" }, "update"],
    ["what was posted is taken back before: stock", { ...THERE, ...POSTED }, ALL, { hash: "b" }, "return_stock"],
    ["… then receivables", { ...THERE, ...POSTED, isStockPosted: false }, ALL, { hash: "b" }, "unbill"],
    ["paid again: reopened before anything else", { ...THERE, isCanceled: true }, NOTHING, { hash: "b" }, "reopen"],
    ["the situation that the company wants", THERE, ALL, {}, "turn"],
    ["stock", { ...THERE, situationId: 9 }, ALL, {}, "post_stock"],
    ["receivables", { ...THERE, situationId: 9, isStockPosted: true }, ALL, {}, "bill"],
    ["all of it done", { ...THERE, ...POSTED }, ALL, {}, "done"],
    ["unpaid before it was sent: nothing to be done", { ...UNKNOWN, wish: "cancel" }, ALL, {}, "done"],
    ["unpaid with a lost answer: asked for", { ...UNKNOWN, wish: "cancel", mayExist: true }, ALL, {}, "find"],
    ["not there after all", { ...UNKNOWN, wish: "cancel", mayExist: true }, ALL, { hasAsked: true }, "done"],
    ["unpaid: cancelled there", { ...THERE, wish: "cancel" }, ALL, { hash: "b" }, "cancel"],
    ["… after what was posted", { ...THERE, ...POSTED, wish: "cancel" }, ALL, {}, "return_stock"],
    ["cancelled: nothing", { ...THERE, wish: "cancel", isCanceled: true }, ALL, {}, "done"],
  ])("%s", (_, known, wants, { hash = "a", hasAsked = false }, step) => {
    expect(nextErpStep(known, wants, { hash, hasAsked })).toBe(step);
  });

  test("how an order stands then", () => {
    expect(restingState(THERE)).toBe("sent");
    expect(restingState({ ...THERE, wish: "cancel" })).toBe("canceled");
    expect(restingState({ ...UNKNOWN, wish: "cancel" })).toBe("withdrawn");
  });
});

describe("pace", () => {
  test("an order without an answer is tried again later and later, and at last left to a person", () => {
    const waits = Array.from({ length: 12 }, (_, at) => retryAfter(at + 1));
    expect(waits[0]).toBe(60_000);
    expect(waits).toEqual([...waits].sort((a, b) => (a ?? 0) - (b ?? 0)));
    expect(retryAfter(13)).toBeNull();
  });

  test("refused orders in a row come at least five seconds apart: errors stay far below what blocks an address", () => {
    expect([restAfterTurn(0), restAfterTurn(1), restAfterTurn(100)]).toEqual([510, 5_000, 60_000]);
  });

  test("a used-up day is over at midnight in São Paulo, a block after ten minutes", () => {
    const now = Date.parse("2026-11-20T15:00:00-03:00");
    const until = (pause: Parameters<typeof pausedUntil>[0], times = 1) => pausedUntil(pause, { now, times });
    expect(until("day_limit")).toBe(Date.parse("2026-11-21T00:05:00-03:00"));
    expect(until("blocked")).toBe(now + 11 * 60_000);
    expect([until("busy"), until("unavailable"), until("unavailable", 9)]).toEqual([
      now + 5_000,
      now + 60_000,
      now + 30 * 60_000,
    ]);
    expect([until("disconnected"), until("no_permission")]).toEqual([null, null]);
  });
});
