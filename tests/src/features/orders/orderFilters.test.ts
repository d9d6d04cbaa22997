import { describe, expect, test } from "vitest";
import { readOrdersAddress, writeOrdersAddress } from "../../../../src/features/orders/orderFilters";

const NOTHING = { filters: {}, search: "", pageSize: 10, open: null };
const read = (query: string, privateSearch?: string) => readOrdersAddress(new URLSearchParams(query), privateSearch);
const write = (query: string) => writeOrdersAddress(read(query)).toString();

describe("the filters in the address (Q1, Q2)", () => {
  test("a full one is read and written the same", () => {
    const query = "pago=nao&tipo=LIVE&data=2026-11-20&imprimir=de-novo&q=4321&por=25&pedido=123";
    expect(read(query)).toEqual({
      filters: { isPaid: false, eventType: "LIVE", eventDate: "2026-11-20", needsReprint: true },
      search: "4321",
      pageSize: 25,
      open: { kind: "detail", number: 123 },
    });
    expect(write(query)).toBe(query);
    expect(write("editar=7")).toBe("editar=7");
  });

  test("paid is 'sim'", () => {
    expect(read("pago=sim").filters).toEqual({ isPaid: true });
  });

  test("defaults are left out", () => {
    expect(write("")).toBe("");
    expect(read("")).toEqual(NOTHING);
  });

  test.each([
    "pago=talvez",
    "tipo=live",
    "tipo=FEIRA",
    "data=2026-02-30",
    "data=ontem",
    "por=11",
    "q=",
    "x=1",
    "pedido=abc",
    "pedido=0",
    "editar=-1",
  ])("%s is not understood and ignored", (query) => {
    expect(read(query)).toEqual(NOTHING);
  });

  test.each(["11987654321", "+55 (11) 98765-4321", "maria"])(
    "Q6: a search for %s is kept beside the address",
    (search) => {
      expect(writeOrdersAddress({ ...read(""), search }).toString()).toBe("");
      expect(read("", search).search).toBe(search);
    },
  );

  test.each(["4321", "12", "#12"])("a search for %s may stand in it", (search) => {
    const params = writeOrdersAddress({ ...read(""), search });
    expect(readOrdersAddress(params).search).toBe(search);
  });
});
