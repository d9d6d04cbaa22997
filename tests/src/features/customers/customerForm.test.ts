import { describe, expect, test } from "vitest";
import {
  changedFields,
  conflictsOf,
  customerText,
  follow,
  keepMine,
  readCustomer,
  takeTheirs,
  type CustomerText,
} from "../../../../src/features/customers/customerForm";

const ADDRESS = {
  cep: "31575060",
  street: "Rua das Flores",
  number: "12",
  complement: "",
  neighborhood: "Centro",
  city: "Belo Horizonte",
  state: "MG",
};
const MARIA = { name: "Maria", cpf: "52998224725", email: "maria@exemplo.test", whatsappGroup: null, address: ADDRESS };
const edit = (change: Partial<CustomerText> = {}) => ({ text: { ...customerText(MARIA), ...change }, seen: MARIA });

describe("what the fields say", () => {
  test("spaces around go, documents are digits, an address of which nothing is known is none", () => {
    const typed = {
      ...customerText({ ...MARIA, address: null }),
      name: "  Maria  ",
      email: " MARIA@exemplo.test ",
      cpf: "529.982.247-25",
    };
    expect(readCustomer(typed)).toEqual({ ok: true, fields: { ...MARIA, address: null } });
  });

  test.each<[keyof CustomerText, string, string]>([
    ["name", " ", "Nome e telefone são obrigatórios"],
    ["cpf", "123", "CPF ou CNPJ inválido"],
    ["email", "maria@", "E-mail inválido"],
    ["cep", "123", "CEP inválido. Use 8 dígitos."],
    ["state", "XX", "UF inválida. Use a sigla do estado, como MG."],
    ["city", "x".repeat(121), "Use no máximo 120 caracteres"],
  ])("%s %j: '%s'", (field, typed, sentence) => {
    expect(readCustomer({ ...customerText(MARIA), [field]: typed })).toEqual({
      ok: false,
      errors: { [field]: sentence },
    });
  });

  test("nothing typed is nothing changed", () => {
    const reading = readCustomer(customerText(MARIA));
    expect(reading.ok && changedFields(reading.fields, MARIA)).toEqual({});
  });
});

describe("P3: what somebody else makes of it meanwhile", () => {
  test("a field that nobody typed in follows", () => {
    const stored = { ...MARIA, email: "nova@exemplo.test" };
    const followed = follow(edit({ name: "Maria S." }), stored);
    expect(followed.text.email).toBe("nova@exemplo.test");
    expect(followed.text.name).toBe("Maria S.");
    expect(conflictsOf(followed, stored, null)).toEqual({});
  });

  test("an address is one thing: half of one and half of another is nobody's", () => {
    const stored = { ...MARIA, address: { ...ADDRESS, street: "Rua Nova", number: "7" } };
    const followed = follow(edit({ number: "120" }), stored);
    expect(followed.text).toMatchObject({ street: "Rua das Flores", number: "120" });
    expect(conflictsOf(followed, stored, null)).toEqual({
      address: { shown: "Rua Nova, 7 · Centro · Belo Horizonte/MG · 31575-060", by: null },
    });
    expect(takeTheirs(followed, "address", stored).text).toMatchObject({ street: "Rua Nova", number: "7" });
    const kept = keepMine(followed, "address", stored);
    expect(kept.text).toMatchObject({ street: "Rua das Flores", number: "120" });
    expect(conflictsOf(kept, stored, null)).toEqual({});
  });

  test("who did it is named as long as it is what stands", () => {
    const stored = { ...MARIA, name: "Maria Lima" };
    const followed = follow(edit({ name: "Maria S." }), stored);
    const known = { field: "name", value: "Maria Lima", shown: "Maria Lima", actorName: "João", at: 5 } as const;
    expect(conflictsOf(followed, stored, known).name).toEqual({
      shown: "Maria Lima",
      by: { actorName: "João", at: 5 },
    });
    expect(conflictsOf(followed, { ...MARIA, name: "Outra" }, known).name).toEqual({ shown: "Outra", by: null });
  });

  test("the same typed by both is settled; an emptied field is 'vazio'", () => {
    const same = { ...MARIA, name: "Maria S." };
    expect(conflictsOf(follow(edit({ name: "Maria S." }), same), same, null)).toEqual({});
    const emptied = { ...MARIA, email: null };
    expect(conflictsOf(follow(edit({ email: "x@y.test" }), emptied), emptied, null).email?.shown).toBe("vazio");
  });
});
