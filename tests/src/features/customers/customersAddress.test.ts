import { describe, expect, test } from "vitest";
import {
  memoryOf,
  readMemory,
  readPlace,
  writePlace,
  type CustomerId,
  type CustomersPlace,
} from "../../../../src/features/customers/customersAddress";

const MARIA = "maria" as CustomerId;
const LIST: CustomersPlace = { view: "list", pageSize: 10, page: 1, isForHistory: false, search: "", open: null };
const read = (query: string) => readPlace(new URLSearchParams(query), {});

describe("the address of Clientes (Q1, Q2)", () => {
  test.each<[string, Partial<CustomersPlace>]>([
    ["", { view: "centre" }],
    ["aba=cadastro", { view: "register" }],
    ["aba=lista&por=25&pagina=3", { view: "list", pageSize: 25, page: 3 }],
    ["aba=lista&para=historico", { view: "list", isForHistory: true }],
    ["aba=outra&por=7&pagina=-1", { view: "centre", pageSize: 10, page: 1 }],
    ["aba=lista&pagina=9999", { page: 2000 }],
  ])("%j", (query, place) => expect(read(query)).toMatchObject(place));

  test("Q6: never a phone, a name or an id: they stay with the history entry", () => {
    const place = { ...LIST, search: "Maria 98765", open: { kind: "view", customerId: MARIA } } as const;
    expect(writePlace(place).toString()).toBe("aba=lista");
    expect(readPlace(writePlace(place), readMemory(memoryOf(place)))).toEqual(place);
  });

  test.each([
    null,
    "x",
    { search: 1, open: "view" },
    { open: { kind: "delete", customerId: "m" } },
    { open: { kind: "view" } },
  ])("an entry that says %j remembers nothing", (state) => expect(readMemory(state)).toEqual({}));
});
