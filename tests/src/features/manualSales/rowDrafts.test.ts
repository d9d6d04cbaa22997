import { describe, expect, test } from "vitest";
import type { Id } from "../../../../convex/_generated/dataModel";
import { applyPhone, draftOf, NO_DRAFTS, startOver, withDraft } from "../../../../src/features/manualSales/rowDrafts";

const A = "a" as Id<"products">;
const B = "b" as Id<"products">;
const C = "c" as Id<"products">;
const FIRST = "11 98765-4321";
const SECOND = "21 91234-0000";

describe("Aplicar copies the default phone", () => {
  test("to every listed row that is empty, and says how many", () => {
    const { drafts, changed } = applyPhone(NO_DRAFTS, [A, B], FIRST);
    expect(changed).toBe(2);
    expect([A, B, C].map((id) => draftOf(drafts, id).phone)).toEqual([FIRST, FIRST, ""]);
  });

  test("again: rows that still carry the previous default follow, hand-typed phones stay", () => {
    const applied = applyPhone(NO_DRAFTS, [A, B], FIRST).drafts;
    const typed = withDraft(applied, B, { phone: "31 90000-0000" });
    const { drafts, changed } = applyPhone(typed, [A, B, C], SECOND);
    expect(changed).toBe(2);
    expect([A, B, C].map((id) => draftOf(drafts, id).phone)).toEqual([SECOND, "31 90000-0000", SECOND]);
  });

  test("twice the same: nothing changed", () => {
    expect(applyPhone(applyPhone(NO_DRAFTS, [A], FIRST).drafts, [A], FIRST).changed).toBe(0);
  });
});

describe("after a launch the row starts over", () => {
  test("with quantity 1 and no phone, or the default that was applied", () => {
    const typed = withDraft(NO_DRAFTS, A, { phone: FIRST, quantity: "3" });
    expect(draftOf(startOver(typed, A), A)).toEqual({ phone: "", quantity: "1", error: null });
    const applied = withDraft(applyPhone(NO_DRAFTS, [A], FIRST).drafts, A, { phone: SECOND, quantity: "3" });
    expect(draftOf(startOver(applied, A), A)).toEqual({ phone: FIRST, quantity: "1", error: null });
  });
});
