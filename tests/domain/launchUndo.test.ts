import { describe, expect, test } from "vitest";
import { planUndo } from "../../domain/launchUndo";

const LAUNCH = { at: 100, orderNumber: 12, quantity: 2, unitPriceCents: 1000, previousUnitPriceCents: null };
const OPEN = { isPaid: false };
const line = (quantity: number, unitPriceCents = 1000, changedAt = 100) => ({ quantity, unitPriceCents, changedAt });

describe("undoing a launch", () => {
  test("that began the line takes the line", () => {
    expect(planUndo(LAUNCH, OPEN, line(2))).toEqual({ ok: true, value: null });
  });

  test("that joined a line takes its pieces", () => {
    expect(planUndo({ ...LAUNCH, previousUnitPriceCents: 1000 }, OPEN, line(5))).toEqual({
      ok: true,
      value: { quantity: 3, unitPriceCents: 1000 },
    });
  });

  test("that changed the line's price and was the last to touch it gives the price back", () => {
    expect(planUndo({ ...LAUNCH, previousUnitPriceCents: 800 }, OPEN, line(5))).toMatchObject({
      value: { quantity: 3, unitPriceCents: 800 },
    });
  });

  test.each([
    ["a later launch", line(6, 1000, 101)],
    ["somebody's own price", line(5, 700, 100)],
  ])("leaves the price that %s has set since", (_, current) => {
    expect(planUndo({ ...LAUNCH, previousUnitPriceCents: 800 }, OPEN, current)).toMatchObject({
      value: { unitPriceCents: current.unitPriceCents },
    });
  });

  test.each([
    ["O pedido #12 não existe mais", null, null],
    ["O pedido #12 já está pago", { isPaid: true }, line(2)],
    ["O item já saiu do pedido #12", OPEN, null],
    ["O pedido #12 já tem menos peças deste item", OPEN, line(1)],
  ])("is refused: %s", (reason, order, current) => {
    expect(planUndo(LAUNCH, order, current)).toEqual({
      ok: false,
      refusal: { code: "undo_refused", params: { reason } },
    });
  });
});
