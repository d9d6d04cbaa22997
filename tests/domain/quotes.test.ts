import { describe, expect, test } from "vitest";
import { checkQuote, quoteProblems, type TypedQuote } from "../../domain/quotes";

const RIGHT: TypedQuote = {
  ...{ cep: "01310-930", weightGrams: 300, heightCm: 2, widthCm: 16, lengthCm: 20, insuredCents: null },
};

test("a parcel with all it needs; the declared value may be left empty", () => {
  expect(checkQuote(RIGHT)).toEqual({ ok: true, value: { ...RIGHT, cep: "01310930" } });
  expect(quoteProblems(RIGHT)).toEqual({});
  expect(checkQuote({ ...RIGHT, insuredCents: 0 })).toMatchObject({ ok: true, value: { insuredCents: 0 } });
});

describe("refused, and said at the field", () => {
  const WEIGHT = "Peso inválido. Use 0,1 kg ou mais, de 0,1 em 0,1 kg.";
  const SIDE = "Medida inválida. Use centímetros inteiros, a partir de 1.";
  const REQUIRED = "Preencha todos os campos obrigatórios";

  test.each<[string, Partial<TypedQuote>, string, Partial<Record<keyof TypedQuote, string>>]>([
    ["no CEP", { cep: " " }, "fields_required", { cep: REQUIRED }],
    ["no weight", { weightGrams: null }, "fields_required", { weightGrams: REQUIRED }],
    ["no sides", { heightCm: null, lengthCm: null }, "fields_required", { heightCm: REQUIRED, lengthCm: REQUIRED }],
    ["a CEP of 7 digits", { cep: "0131093" }, "invalid_cep", { cep: "CEP inválido. Use 8 dígitos." }],
    ["less than 0.1 kg", { weightGrams: 50 }, "invalid_weight", { weightGrams: WEIGHT }],
    ["0.25 kg, which is no step of 0.1 kg", { weightGrams: 250 }, "invalid_weight", { weightGrams: WEIGHT }],
    ["a side of nothing", { widthCm: 0 }, "invalid_side", { widthCm: SIDE }],
    ["half a centimetre", { lengthCm: 20.5 }, "invalid_side", { lengthCm: SIDE }],
    ["a side that is no number", { heightCm: Number.NaN }, "invalid_side", { heightCm: SIDE }],
    ["a value below nothing", { insuredCents: -1 }, "invalid_amount", { insuredCents: "Valor inválido" }],
    [
      "what is missing before what is wrong",
      { cep: "1", weightGrams: null },
      "fields_required",
      {
        ...{ weightGrams: REQUIRED, cep: "CEP inválido. Use 8 dígitos." },
      },
    ],
  ])("%s", (_what, change, code, problems) => {
    const typed = { ...RIGHT, ...change };
    expect(checkQuote(typed)).toMatchObject({ ok: false, refusal: { code } });
    expect(quoteProblems(typed)).toEqual(problems);
  });
});
