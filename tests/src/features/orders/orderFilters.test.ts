import { describe, expect, test } from "vitest";
import { readOrdersAddress, writeOrdersAddress } from "../../../../src/features/orders/orderFilters";

const read = (query: string) => readOrdersAddress(new URLSearchParams(query));

describe("the filters in the address", () => {
  test("a full one is read and written the same", () => {
    const query = "pago=nao&tipo=LIVE&data=2026-11-20&por=25";
    expect(read(query)).toEqual({
      filters: { isPaid: false, eventType: "LIVE", eventDate: "2026-11-20" },
      pageSize: 25,
    });
    expect(writeOrdersAddress(read(query)).toString()).toBe(query);
  });

  test("paid is 'sim'", () => {
    expect(read("pago=sim").filters).toEqual({ isPaid: true });
  });

  test("defaults are left out", () => {
    expect(writeOrdersAddress({ filters: {}, pageSize: 10 }).toString()).toBe("");
    expect(read("")).toEqual({ filters: {}, pageSize: 10 });
  });

  test.each(["pago=talvez", "tipo=live", "tipo=FEIRA", "data=2026-02-30", "data=ontem", "por=11", "q=x"])(
    "%s is not understood and ignored",
    (query) => {
      expect(read(query)).toEqual({ filters: {}, pageSize: 10 });
    },
  );
});
