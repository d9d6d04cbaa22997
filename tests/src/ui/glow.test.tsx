import { render } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { useGlow } from "../../../src/ui/glow";
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
