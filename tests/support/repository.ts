import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { projectRoot } from "./installation";

const NOT_OURS = new Set(["node_modules", ".git", ".cache", ".data", "dist", "_generated", "coverage"]);

/** Every file of the project that people write, as a path from its root with `/`. */
export function projectFiles(...endings: string[]): string[] {
  const found: string[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (NOT_OURS.has(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (endings.some((ending) => entry.name.endsWith(ending)))
        found.push(relative(projectRoot, path).split(sep).join("/"));
    }
  };
  walk(projectRoot);
  return found.sort();
}

export const readProjectFile = (path: string): string => readFileSync(join(projectRoot, path), "utf8");
