import { describe, expect, it } from "vitest";
import { labelIssues, NO_ADDRESS, parcelOf, type LabelPerson } from "../../domain/labels";
import { SHIPPING_DEFAULTS } from "../../domain/shippingSettings";

const MARIA: LabelPerson = {
  name: "Maria Souza",
  document: "19119119100",
  email: "maria@exemplo.com",
  phone: "5511987654321",
  address: {
    cep: "01310930",
    street: "Avenida Paulista",
    number: "1500",
    complement: "",
    neighborhood: "Bela Vista",
    city: "São Paulo",
    state: "SP",
  },
};

describe("before a label is bought", () => {
  it.each<[string, LabelPerson, string, string[]]>([
    ["a whole person by post", MARIA, "Correios", []],
    ["a whole person by road", MARIA, "Jadlog", []],
    ["no number", withAddress({ number: " " }), "Correios", ["number: Informe o número (ou S/N)"]],
    ["no neighbourhood", withAddress({ neighborhood: "" }), "Correios", ["neighborhood: Informe o bairro"]],
    ["no CPF", { ...MARIA, document: "" }, "Correios", ["document: Informe o CPF ou CNPJ"]],
    ["a CPF that is none", { ...MARIA, document: "19119119101" }, "Correios", ["document: CPF ou CNPJ inválido"]],
    ["a company", { ...MARIA, document: "11222333000181" }, "Correios", []],
    ["no e-mail by post", { ...MARIA, email: "" }, "Correios", []],
    ["no e-mail by road", { ...MARIA, email: "" }, "Jadlog", ["email: Informe o e-mail: esta transportadora exige"]],
    [
      "no telephone by road",
      { ...MARIA, phone: "" },
      "LATAM Cargo",
      ["phone: Informe o telefone: esta transportadora exige"],
    ],
    ["half a CEP", withAddress({ cep: "0131" }), "Correios", ["cep: CEP inválido. Use 8 dígitos."]],
    [
      "a state that is none",
      withAddress({ state: "XX" }),
      "Correios",
      ["state: UF inválida. Use a sigla do estado, como MG."],
    ],
    [
      "nothing at all",
      { name: "", document: "", email: "", phone: "", address: NO_ADDRESS },
      "correios ",
      [
        "name: Informe o nome",
        "document: Informe o CPF ou CNPJ",
        "cep: Informe o CEP",
        "street: Informe a rua",
        "number: Informe o número (ou S/N)",
        "neighborhood: Informe o bairro",
        "city: Informe a cidade",
        "state: Informe a UF",
      ],
    ],
  ])("%s", (_what, person, company, issues) => {
    const found = labelIssues(person, company).map(({ field, message }) => `${field}: ${message}`);
    expect(found).toEqual(issues);
  });

  it("sender and recipient may not be the same CPF", () => {
    expect(labelIssues(MARIA, "Correios", "19119119100")).toEqual([
      { field: "document", message: "O CPF do destinatário não pode ser o mesmo do remetente" },
    ]);
    expect(labelIssues(MARIA, "Correios", "11222333000181")).toEqual([]);
  });
});

function withAddress(fields: Partial<LabelPerson["address"]>): LabelPerson {
  return { ...MARIA, address: { ...MARIA.address, ...fields } };
}

describe("the parcel", () => {
  const DRESS = { code: "C151", name: "Vestido", quantity: 2, unitPriceCents: 5990 };

  it("is what the quote has packed, insured for what it said", () => {
    const box = { weightGrams: 600, lengthCm: 20, heightCm: 4, widthCm: 16, insuredCents: 11980 };
    expect(parcelOf([DRESS], [box], SHIPPING_DEFAULTS)).toEqual({
      volumes: [{ weightGrams: 600, lengthCm: 20, heightCm: 4, widthCm: 16 }],
      insuredCents: 11980,
      lines: [DRESS],
    });
  });

  it("is the things of the order laid on one another where the quote names no box", () => {
    const parcel = parcelOf([DRESS, { ...DRESS, code: "C152", quantity: 3 }], [], SHIPPING_DEFAULTS);
    expect(parcel.volumes).toEqual([{ weightGrams: 1500, lengthCm: 20, heightCm: 10, widthCm: 16 }]);
    expect(parcel.insuredCents).toBe(5 * 5990);
  });

  it("declares more of one thing than carriers take in several lines", () => {
    const { lines, insuredCents } = parcelOf([{ ...DRESS, quantity: 250 }], [], SHIPPING_DEFAULTS);
    expect(lines.map(({ quantity }) => quantity)).toEqual([100, 100, 50]);
    expect(insuredCents).toBe(250 * 5990);
  });
});
