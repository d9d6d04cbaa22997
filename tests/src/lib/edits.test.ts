import { describe, expect, test } from "vitest";
import { changedFields, conflictsOf, follow, keepMine, takeTheirs, type EditShape } from "../../../src/lib/edits";

interface Values {
  readonly name: string;
  readonly price: { readonly kind: string; readonly amount: number };
  readonly isActive: boolean;
}
interface Text {
  readonly name: string;
  readonly kind: string;
  readonly amount: string;
  readonly isActive: boolean;
}
const SHAPE: EditShape<Values, Text> = {
  toText: ({ name, price, isActive }) => ({ name, kind: price.kind, amount: String(price.amount), isActive }),
  shows: { name: ["name"], price: ["kind", "amount"], isActive: ["isActive"] },
};
const SEEN: Values = { name: "Caneca", price: { kind: "fixed", amount: 5 }, isActive: true };
const begun = { seen: SEEN, text: SHAPE.toText(SEEN) };
const typed = (change: Partial<Text>) => ({ ...begun, text: { ...begun.text, ...change } });

describe("an edit over what others store meanwhile", () => {
  test("a field nobody typed in follows, also one that is shown in two parts", () => {
    const stored: Values = { name: "Copo", price: { kind: "percentage", amount: 10 }, isActive: false };
    expect(follow(begun, stored, SHAPE)).toEqual({ seen: stored, text: SHAPE.toText(stored) });
  });

  test("a field that was typed in stays, and is a conflict", () => {
    const stored = { ...SEEN, name: "Copo" };
    const edit = follow(typed({ name: "Xícara" }), stored, SHAPE);
    expect(edit.text.name).toBe("Xícara");
    expect(conflictsOf(edit, stored, SHAPE)).toEqual(["name"]);
  });

  test("the same from both is settled", () => {
    const stored = { ...SEEN, name: "Copo" };
    const edit = follow(typed({ name: "Copo" }), stored, SHAPE);
    expect([conflictsOf(edit, stored, SHAPE), changedFields(edit, SHAPE)]).toEqual([[], []]);
  });

  test("half of a value that was typed in holds the whole", () => {
    const stored = { ...SEEN, price: { kind: "percentage", amount: 10 } };
    const edit = follow(typed({ amount: "7" }), stored, SHAPE);
    expect([edit.text.kind, edit.text.amount]).toEqual(["fixed", "7"]);
    expect(conflictsOf(edit, stored, SHAPE)).toEqual(["price"]);
    const taken = takeTheirs(edit, "price", stored, SHAPE);
    expect([taken.text.kind, taken.text.amount]).toEqual(["percentage", "10"]);
    expect(changedFields(taken, SHAPE)).toEqual([]);
  });

  test("kept knowingly it is no conflict any more, and still a change", () => {
    const stored = { ...SEEN, name: "Copo" };
    const edit = keepMine(follow(typed({ name: "Xícara" }), stored, SHAPE), "name", stored);
    expect(edit.seen.name).toBe("Copo");
    expect([conflictsOf(edit, stored, SHAPE), changedFields(edit, SHAPE)]).toEqual([[], ["name"]]);
  });

  test("a flag that both turned the same way is no conflict", () => {
    const stored = { ...SEEN, isActive: false };
    expect(conflictsOf(follow(typed({ isActive: false }), stored, SHAPE), stored, SHAPE)).toEqual([]);
  });
});
