import { describe, expect, it } from "vitest";
import { projectFiles, readProjectFile } from "../support/repository";
import { radixStyles } from "../../scripts/radixStyles.mjs";
import postcss from "postcss";

/** `size={{ initial: "1", md: "2" }}`: a property of Radix Themes that changes with the window's width. */
const AT_A_WIDTH = /=\{\{\s*(?:initial|xs|sm|md|lg|xl):/;

describe("widths are Tailwind's (decision 030)", () => {
  it("no screen gives Radix Themes a property for a width: its rules are left out of the style", () => {
    const screens = projectFiles(".tsx").filter((file) => file.startsWith("src/"));
    expect(screens.length).toBeGreaterThan(100);
    expect(screens.filter((file) => AT_A_WIDTH.test(readProjectFile(file)))).toEqual([]);
  });

  it("leaves out those rules alone, also where one is in a list with others", async () => {
    const style = [
      ".rt-Box { color: red }",
      ".rt-Button:where(.rt-r-size-1), .rt-Button:where(.md\\:rt-r-size-1) { color: red }",
      "@media (min-width: 1024px) { .md\\:rt-r-p-1 { color: red } }",
      "@media print { .rt-Box { color: red } }",
    ];
    const { css } = await postcss([radixStyles()]).process(style.join("\n"), { from: undefined });
    expect(css.split("\n")).toEqual([style[0], ".rt-Button:where(.rt-r-size-1) { color: red }", style[3]]);
  });
});
