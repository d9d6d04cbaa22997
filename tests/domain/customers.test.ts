import { describe, expect, test } from "vitest";
import { checkCustomerFields, checkNewCustomer } from "../../domain/customers";

const ADDRESS = {
  cep: "31575-060",
  street: " Rua A ",
  number: "1",
  complement: "",
  neighborhood: "B",
  city: "C",
  state: "mg",
};
const FIELDS = {
  name: " José ✨ ",
  cpf: "529.982.247-25",
  email: " Ze@Loja.com ",
  address: ADDRESS,
  whatsappGroup: " ",
};

test.each([
  [{ phone: "", name: "Maria" }, "customer_fields_required"],
  [{ phone: "11912345678", name: " " }, "customer_fields_required"],
  [{ phone: "123", name: "Maria" }, "invalid_customer_phone"],
  [{ phone: "20912345678", name: "Maria" }, "invalid_customer_phone"],
  [{ phone: "11912345678", name: "x".repeat(121) }, "value_too_long"],
])("a new customer %j is refused", (typed, code) => {
  expect(checkNewCustomer(typed)).toMatchObject({ ok: false, refusal: { code } });
});

test("a new customer is kept by digits with country code", () => {
  expect(checkNewCustomer({ phone: "(11) 91234-5678", name: " Maria " })).toEqual({
    ok: true,
    value: { phone: "5511912345678", name: "Maria" },
  });
});

describe("a customer's fields", () => {
  test("are kept tidy", () => {
    expect(checkCustomerFields(FIELDS)).toEqual({
      ok: true,
      value: {
        name: "José ✨",
        cpf: "52998224725",
        email: "ze@loja.com",
        address: { ...ADDRESS, cep: "31575060", street: "Rua A", state: "MG" },
        whatsappGroup: null,
      },
    });
  });

  test("an address of which nothing is known is none", () => {
    const address = { cep: "", street: " ", number: "", complement: "", neighborhood: "", city: "", state: "" };
    expect(checkCustomerFields({ ...FIELDS, address })).toMatchObject({ value: { address: null } });
  });

  test.each([
    [{ name: " " }, "customer_name_required"],
    [{ cpf: "529.982.247-24" }, "invalid_document"],
    [{ email: "ze" }, "invalid_email"],
    [{ address: { ...ADDRESS, cep: "3157" } }, "invalid_cep"],
    [{ address: { ...ADDRESS, state: "XX" } }, "invalid_state"],
    [{ whatsappGroup: "x".repeat(121) }, "value_too_long"],
  ])("%j is refused", (fields, code) => {
    expect(checkCustomerFields({ ...FIELDS, ...fields })).toMatchObject({ ok: false, refusal: { code } });
  });
});
