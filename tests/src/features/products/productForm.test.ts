import { describe, expect, test } from "vitest";
import type { ProductDraft } from "../../../../domain/products";
import {
  changedFields,
  conflictsOf,
  follow,
  keepMine,
  productText,
  readProduct,
  takeTheirs,
} from "../../../../src/features/products/productForm";

const STORED: ProductDraft = {
  code: "C151",
  name: "Vestido",
  priceCents: 8990,
  stock: 12,
  color: "Azul",
  size: null,
  isActive: true,
};
const TEXT = productText(STORED);

describe("what the fields say", () => {
  test("the product, in the forms that are kept", () => {
    const typed = { ...TEXT, code: " 151 ", name: " Vestido ", priceCents: "1.234,5", stock: "", color: "  " };
    expect(readProduct(typed)).toEqual({
      ok: true,
      draft: { ...STORED, priceCents: 123450, stock: 0, color: null },
    });
  });

  test.each([
    [{ code: " " }, { code: "Preencha todos os campos obrigatórios" }],
    [{ name: "" }, { name: "Preencha todos os campos obrigatórios" }],
    [{ priceCents: "" }, { priceCents: "Preencha todos os campos obrigatórios" }],
    [{ priceCents: "abc" }, { priceCents: "Valor inválido" }],
    [{ priceCents: "-1" }, { priceCents: "Valor inválido" }],
    [{ stock: "1,5" }, { stock: "Estoque inválido" }],
    [{ stock: "-1" }, { stock: "Estoque inválido" }],
    [{ size: "x".repeat(61) }, { size: "Use no máximo 60 caracteres" }],
    [{ name: "x".repeat(121) }, { name: "Use no máximo 120 caracteres" }],
  ])("%o is refused at its own field", (change, errors) => {
    expect(readProduct({ ...TEXT, ...change })).toEqual({ ok: false, errors });
  });

  test("a name with emoji is a name", () => {
    expect(readProduct({ ...TEXT, name: "Vestido 🌸👗" })).toMatchObject({ ok: true, draft: { name: "Vestido 🌸👗" } });
  });
});

describe("P3, F6: somebody else changes the product meanwhile", () => {
  const typing = { text: { ...TEXT, priceCents: "79,90" }, seen: STORED };

  test("a field nobody types in follows; the typed one stays and is in conflict", () => {
    const stored = { ...STORED, stock: 9, isActive: false, priceCents: 9990 };
    const followed = follow(typing, stored);
    expect(followed.text).toMatchObject({ priceCents: "79,90", stock: "9", isActive: false });
    expect(conflictsOf(followed, stored, null)).toEqual({
      priceCents: { value: 9990, shown: "R$\u00a099,90", by: null },
    });
  });

  test("the same value from both is no conflict", () => {
    const stored = { ...STORED, priceCents: 7990 };
    expect(conflictsOf(follow(typing, stored), stored, null)).toEqual({});
  });

  test("who it was is known once the server has said it, of this very value", () => {
    const stored = { ...STORED, priceCents: 9990 };
    const said = { field: "priceCents", value: 9990, shown: "R$\u00a099,90", actorName: "João", at: 5 } as const;
    expect(conflictsOf(typing, stored, said).priceCents?.by).toEqual({ actorName: "João", at: 5 });
    expect(conflictsOf(typing, { ...stored, priceCents: 5 }, said).priceCents?.by).toBeNull();
  });

  test("mine is sent with theirs as seen; theirs leaves nothing to send", () => {
    const stored = { ...STORED, priceCents: 9990 };
    const mine = keepMine(typing, "priceCents", 9990);
    expect(conflictsOf(mine, stored, null)).toEqual({});
    expect(changedFields({ ...STORED, priceCents: 7990 }, mine.seen)).toEqual({ priceCents: 7990 });
    const theirs = takeTheirs(typing, "priceCents", 9990);
    expect(theirs.text.priceCents).toBe("99,90");
    expect(changedFields(stored, theirs.seen)).toEqual({});
  });
});
