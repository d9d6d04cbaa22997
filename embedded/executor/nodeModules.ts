import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import type { FromThread, ThreadStart } from "./actionProtocol";
import { NODE_BUNDLE_FILE } from "./registry";

/** The files of a functions folder that say "use node", as one module that Node itself loads (contract §1.2). */
export interface NodeBundle {
  readonly code: string;
  readonly sourceMap: string;
  readonly modules: readonly string[];
}

/** What such a file defines, as its thread found it: nothing of it is ever evaluated beside the writer. */
export interface NodeFunction {
  readonly path: string;
  readonly isPublic: boolean;
  readonly argsJson: string;
  readonly returnsJson: string;
}

/** So that packages made for `require` find it. */
const REQUIRE = `import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);`;

/** Whether a file begins with the directive: before it there may be comments and other directives alone. */
export function saysUseNode(source: string): boolean {
  const prologue =
    /^(?:\s|\/\/[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|(?:"[^"\n]*"|'[^'\n]*')[ \t]*(?:;|(?=[\r\n]|$|\/[/*])))*/.exec(
      source,
    )?.[0] ?? "";
  const bare = prologue.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, "");
  return /(?:^|[\s;])(?:"use node"|'use node')(?=[\s;]|$)/.test(bare);
}

/** @param files by module path */
export async function bundleNode(root: string, files: ReadonlyMap<string, string>): Promise<NodeBundle | null> {
  if (files.size === 0) return null;
  const lines = [...files.values()].map((file, i) => `import * as m${i} from ${JSON.stringify(file)};`);
  const table = [...files.keys()].map((path, i) => `${JSON.stringify(path)}: m${i}`).join(", ");
  const external = externalPackages(root);
  const result = await build({
    stdin: { contents: `${lines.join("\n")}\nexport const modules = { ${table} };`, resolveDir: root, loader: "js" },
    absWorkingDir: dirname(root),
    bundle: true,
    write: false,
    outfile: NODE_BUNDLE_FILE,
    format: "esm",
    banner: { js: REQUIRE },
    platform: "node",
    target: "node20",
    conditions: ["convex", "module"],
    ...(external.includes("*")
      ? { packages: "external" as const }
      : { external: external.flatMap((name) => [name, `${name}/*`]) }),
    sourcemap: "external",
    sourcesContent: false,
    logLevel: "silent",
  });
  const text = (suffix: string): string => result.outputFiles.find(({ path }) => path.endsWith(suffix))?.text ?? "";
  return { code: text(".mjs"), sourceMap: text(".mjs.map"), modules: [...files.keys()] };
}

/** `node.externalPackages` of the project's `convex.json`: left to be found in its `node_modules` when the functions are loaded. */
function externalPackages(root: string): readonly string[] {
  const file = join(dirname(root), "convex.json");
  if (!existsSync(file)) return [];
  const { node = {} } = JSON.parse(readFileSync(file, "utf8")) as { node?: { externalPackages?: unknown } };
  const names = node.externalPackages ?? [];
  if (!Array.isArray(names) || !names.every((name) => typeof name === "string")) {
    throw new Error(`${file}: node.externalPackages must be a list of package names.`);
  }
  return names;
}

/**
 * Writes the bundle where Node resolves its external packages as it would from the project: below links to the project's `node_modules`, the
 * nearest one innermost. The folder is made anew.
 *
 * @returns its address
 */
export function placeNodeBundle({ code }: NodeBundle, root: string, folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  let place = resolve(folder);
  for (const found of nodeModulesAbove(root).reverse()) {
    place = join(place, "functions");
    mkdirSync(place, { recursive: true });
    symlinkSync(found, join(place, "node_modules"), "junction");
  }
  mkdirSync(place, { recursive: true });
  const file = join(place, NODE_BUNDLE_FILE);
  writeFileSync(file, code);
  return pathToFileURL(file).href;
}

/** The nearest first. */
function nodeModulesAbove(folder: string): string[] {
  const own = join(folder, "node_modules");
  const rest = dirname(folder) === folder ? [] : nodeModulesAbove(dirname(folder));
  return existsSync(own) ? [own, ...rest] : rest;
}

/** Evaluates them once, in a thread of its own, to see what they define. @throws what they throw, or that they define more than actions */
export async function analyzeNode(workerUrl: URL, start: ThreadStart): Promise<readonly NodeFunction[]> {
  const worker = new Worker(workerUrl, { workerData: start, env: { ...start.env } });
  try {
    return await new Promise((resolve, reject) => {
      worker.on("message", (message: FromThread) => {
        if (message.type === "ready") resolve(message.nodeFunctions);
      });
      worker.once("error", reject);
      worker.once("exit", () => reject(new Error('The thread that loads the files with "use node" ended.')));
    });
  } finally {
    await worker.terminate();
  }
}
