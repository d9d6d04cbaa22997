import { ConvexError } from "convex/values";
import { describe, expect, test } from "vitest";
import { refusalOf, sentenceOf } from "../../../src/lib/refusal";

const FALLBACK = "Erro ao lançar venda";

describe("what a person reads when something failed", () => {
  test("a refusal: its own sentence", () => {
    const error = new ConvexError({
      code: "insufficient_stock",
      message: "Estoque insuficiente. Disponível: 2",
      available: 2,
    });
    expect(sentenceOf(error, FALLBACK)).toBe("Estoque insuficiente. Disponível: 2");
    expect(refusalOf(error)?.code).toBe("insufficient_stock");
  });

  test.each([
    ["a fault with an English message", new Error("Server Error")],
    ["a refusal of somebody else's", new ConvexError({ code: "SOMETHING", message: "no such thing" })],
    ["a refusal without a sentence", new ConvexError({ code: "forbidden" })],
    ["a bare text", new ConvexError("forbidden")],
    ["nothing at all", undefined],
  ])("%s: the fallback of the feature", (_name, error) => {
    expect(sentenceOf(error, FALLBACK)).toBe("Erro ao lançar venda");
  });
});
