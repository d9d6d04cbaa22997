import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, extname, join, relative, resolve, sep } from "node:path";
import { build } from "esbuild";
import { directDoor } from "./directDoor";
import { fastValues } from "./fastValues";
import { bundleNode, saysUseNode, type NodeBundle } from "./nodeModules";
import { ownModules, withoutClock } from "./ownModules";

const SOURCE_EXTENSIONS = new Set([".ts", ".tsx", ".mts", ".cts", ".js", ".mjs", ".cjs", ".jsx"]);
const TYPESCRIPT_EXTENSIONS = new Set([".ts", ".tsx", ".mts", ".cts"]);

/** An app's functions folder as one piece of code that returns its modules by path. */
export interface FunctionsBundle {
  readonly code: string;
  readonly sourceMap: string;
  /** Module paths without extension, with `/`: `messages`, `lib/access`, and the reserved `schema`, `auth.config`, `http`, `crons`. */
  readonly modules: readonly string[];
  /** The files that say "use node", which are no part of the above; null when there are none. */
  readonly node: NodeBundle | null;
}

/**
 * Bundles a functions folder as the official bundler does (contract §1.2): every entry point and the reserved files.
 *
 * @throws when esbuild cannot resolve or parse something, with its own message
 */
export async function bundleFunctions(folder: string): Promise<FunctionsBundle> {
  const root = resolve(folder);
  const all = [...entryPoints(root, root), ...reservedFiles(root)];
  const nodeFiles = new Set(all.filter((file) => saysUseNode(readFileSync(file, "utf8"))));
  const files = all.filter((file) => !nodeFiles.has(file));
  const node = await bundleNode(root, new Map([...nodeFiles].map((file) => [nodeModulePath(root, file), file])));
  const modules = files.map((file) => modulePath(root, file));
  const lines = files.map((file, i) => {
    const line = `import * as m${i} from ${JSON.stringify(file)};`;
    return modules[i] === "auth.config" ? withoutClock(line) : line;
  });
  const table = modules.map((path, i) => `${JSON.stringify(path)}: m${i}`).join(", ");
  const result = await build({
    stdin: { contents: `${lines.join("\n")}\nexport const modules = { ${table} };`, resolveDir: root, loader: "js" },
    // So that the source map names files from the folder above, wherever this process was started: `convex/orders.ts`.
    absWorkingDir: dirname(root),
    bundle: true,
    write: false,
    outfile: "functions.js",
    format: "iife",
    globalName: "__bundle",
    platform: "browser",
    target: "es2022",
    conditions: ["convex", "module"],
    sourcemap: "external",
    sourcesContent: false,
    logLevel: "silent",
    plugins: [directDoor, fastValues, ownModules],
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const text = (suffix: string): string => result.outputFiles.find(({ path }) => path.endsWith(suffix))?.text ?? "";
  return {
    code: `${text("functions.js")}\nreturn __bundle.modules;`,
    sourceMap: text("functions.js.map"),
    modules,
    node,
  };
}

function* entryPoints(root: string, folder: string): Generator<string> {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) {
      if (name === "_generated" && folder === root) continue;
      if (name === "_deps") throw new Error(`${path}: the folder name _deps is reserved.`);
      const isComponent = readdirSync(path).some((file) => /^convex\.config\.[cm]?[jt]s$/.test(file));
      if (!name.startsWith(".") && !isComponent) yield* entryPoints(root, path);
    } else if (isEntryPoint(path, name)) {
      yield path;
    }
  }
}

function isEntryPoint(path: string, name: string): boolean {
  const extension = extname(name);
  if (!SOURCE_EXTENSIONS.has(extension)) return false;
  if (name.startsWith(".") || name.startsWith("#") || path.includes(" ")) return false;
  if (name.split(".").length > 2 || basename(name, extension) === "schema") return false;
  return !TYPESCRIPT_EXTENSIONS.has(extension) || /^\s*(import|export)\b/m.test(readFileSync(path, "utf8"));
}

/** Read apart because their names keep them out of the entry points. */
function reservedFiles(root: string): string[] {
  return ["schema", "auth.config"].flatMap((name) => {
    const found = readdirSync(root).find(
      (file) => file.startsWith(`${name}.`) && SOURCE_EXTENSIONS.has(file.slice(name.length)),
    );
    return found === undefined ? [] : [join(root, found)];
  });
}

/** @throws for a file that must be evaluated beside the writer */
function nodeModulePath(root: string, file: string): string {
  const path = modulePath(root, file);
  if (["schema", "auth.config", "http", "crons"].includes(path)) throw new Error(`${file} must not say "use node".`);
  return path;
}

function modulePath(root: string, file: string): string {
  const path = relative(root, file).split(sep).join("/");
  return path.slice(0, -extname(path).length);
}
