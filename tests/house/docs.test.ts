import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "../support/installation";
import { projectFiles, readProjectFile } from "../support/repository";

const isFile = (path: string): boolean => existsSync(join(projectRoot, path));

describe("what the pages say", () => {
  it.each(projectFiles(".md"))("every link of %s leads somewhere", (page) => {
    const links = [...readProjectFile(page).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, target]) => target!);
    const broken = links.filter(
      (target) => !/^https?:/.test(target) && !existsSync(join(projectRoot, dirname(page), target)),
    );
    expect(broken).toEqual([]);
  });

  it("every file that docs/coverage.md names exists, and every test it names is in that file", () => {
    const rows = readProjectFile("docs/coverage.md")
      .split("\n")
      .map((line) => /^\| .* \| `([^`]+)` \| `([^`]+)` "(.*)" \|$/.exec(line))
      .filter((row) => row !== null);
    expect(rows.length).toBeGreaterThan(40);
    const broken = rows.filter(
      ([, code, test, title]) => !isFile(code!) || !isFile(test!) || !readProjectFile(test!).includes(title!),
    );
    expect(broken.map(([row]) => row)).toEqual([]);
  });

  it("no row of docs/coverage.md is written in a form that nobody checks", () => {
    const rows = readProjectFile("docs/coverage.md")
      .split("\n")
      .filter((line) => line.startsWith("| ") && !/^\| (What was asked|-)/.test(line));
    expect(rows.filter((line) => !/^\| .* \| `[^`]+` \| `[^`]+` ".*" \|$/.test(line))).toEqual([]);
  });

  it("README has exactly the two commands of a newcomer in boxes of their own", () => {
    const boxes = [...readProjectFile("README.md").matchAll(/```\n([\s\S]*?)```/g)].map(([, text]) => text!.trim());
    expect(boxes).toEqual(["npm start", "npm test"]);
  });

  it("CI runs exactly npm test", () => {
    expect(readProjectFile(".ci/run").trim().split("\n").at(-1)).toBe("npm test");
  });

  it("versions are pinned, and the lock file names no download address", () => {
    const { dependencies, devDependencies } = JSON.parse(readProjectFile("package.json")) as Record<
      string,
      Record<string, string>
    >;
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
    );
    expect(loose).toEqual([]);
    expect(readProjectFile("package-lock.json")).not.toContain('"resolved": "http');
  });
});
