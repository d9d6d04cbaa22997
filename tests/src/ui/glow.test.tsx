import { render } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { arrivedIds, useGlow } from "../../../src/ui/glow";
import "../support/screen";

function Row({ text, arrived = false }: { text: string; arrived?: boolean }) {
  return <p className={useGlow(text, arrived)}>{text}</p>;
}

describe("a row that glows", () => {
  test("not when it is first shown, and again at every change", () => {
    const { container, rerender } = render(<Row text="a" />);
    const glow = () => container.querySelector("p")?.className;
    expect(glow()).toBe("");
    rerender(<Row text="a" />);
    expect(glow()).toBe("");
    rerender(<Row text="b" />);
    expect(glow()).toBe("glow-odd");
    rerender(<Row text="c" />);
    expect(glow()).toBe("glow-even");
  });

  test("at once when the row itself is news", () => {
    const { container } = render(<Row text="a" arrived />);
    expect(container.querySelector("p")?.className).toBe("glow-odd");
  });
});

describe("which rows came in", () => {
  test.each([
    ["the first load is no news", null, ["a", "b"], []],
    ["the first order of an empty list is", [], ["a"], ["a"]],
    ["rows above a known one are", ["b", "c"], ["a", "b", "c"], ["a"]],
    ["rows loaded below are not", ["a", "b"], ["a", "b", "c"], []],
    ["a whole new list is not", ["a"], ["x", "y"], []],
    ["a row that left is none", ["a", "b"], ["b"], []],
  ])("%s", (_name, before, now, arrived) => {
    expect([...arrivedIds(before, now)]).toEqual(arrived);
  });
});
