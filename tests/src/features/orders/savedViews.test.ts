import { describe, expect, test } from "vitest";
import { isSameName, parseViews, withoutView, withView } from "../../../../src/features/orders/savedViews";

describe("saved views (Q5)", () => {
  test("are kept in order of their names, each name once", () => {
    const views = withView(withView([], { name: "Pagos", query: "pago=sim" }), { name: "Ação", query: "tipo=LIVE" });
    expect(views.map(({ name }) => name)).toEqual(["Ação", "Pagos"]);
    expect(withView(views, { name: "pagos ", query: "pago=nao" })).toEqual([
      { name: "Ação", query: "tipo=LIVE" },
      { name: "pagos ", query: "pago=nao" },
    ]);
    expect(withoutView(views, "Ação")).toEqual([{ name: "Pagos", query: "pago=sim" }]);
  });

  test("names differ by more than case and outer spaces", () => {
    expect(isSameName(" AÇÃO", "ação ")).toBe(true);
    expect(isSameName("acao", "ação")).toBe(false);
  });

  test.each([null, "", "{", "7", '["x"]', '[{"name":1,"query":""}]'])("stored as %j there are none", (stored) => {
    expect(parseViews(stored)).toEqual([]);
  });
});
