import { execFile } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium, type Browser, type LaunchOptions } from "playwright-core";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const SYSTEM_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/** Without these Chromium looks up outside hosts at every start. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--lang=pt-BR",
];

/**
 * A real Chromium: `CHROMIUM_PATH`, else the system's, else the one in the npm package (Linux x64), unpacked once.
 * @throws naming the three ways when there is none; a flow is never skipped in silence
 */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ ...(await findBrowser()), args: FLAGS });
}

async function findBrowser(): Promise<Pick<LaunchOptions, "executablePath" | "env">> {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== "") return { executablePath: named };
  const system = process.env.NO_SYSTEM_BROWSER === "1" ? null : onPath(SYSTEM_NAMES);
  if (system !== null) return { executablePath: system };
  if (process.platform === "linux" && process.arch === "x64") return unpackedBrowser();
  throw new Error(
    "No browser for the flows. Set CHROMIUM_PATH, or install chromium or google-chrome, or run on Linux x64, where the npm package brings one.",
  );
}

function onPath(names: readonly string[]): string | null {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const name of names) {
      const path = join(folder, name);
      if (isExecutable(path)) return path;
    }
  }
  return null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The package unpacks into the temporary folder and takes any file called `chromium` there for its own, so it gets a folder of its own;
 * and it unpacks its libraries only where it believes to be on its home platform, so that is said to the unpacking child alone.
 */
async function unpackedBrowser(): Promise<Pick<LaunchOptions, "executablePath" | "env">> {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    devDependencies: Record<string, string>;
  };
  const cache = join(root, ".cache", `chromium-${devDependencies["@sparticuz/chromium"]}`);
  const executablePath = join(cache, "chromium");
  const fonts = join(cache, "fonts.conf");
  if (!existsSync(fonts)) await unpackBrowser(cache);
  return {
    executablePath,
    env: { ...process.env, LD_LIBRARY_PATH: join(cache, "al2023/lib"), FONTCONFIG_FILE: fonts },
  };
}

/** Into a folder of its own, which then becomes the one that is used: several files may begin at once. */
async function unpackBrowser(cache: string): Promise<void> {
  const own = `${cache}.${process.pid}`;
  mkdirSync(own, { recursive: true });
  await promisify(execFile)(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      'const { default: c } = await import("@sparticuz/chromium"); await c.executablePath();',
    ],
    { cwd: root, env: { ...process.env, TMPDIR: own, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" } },
  );
  // The package's own fonts.conf names a fixed folder: with it, text on a machine without fonts has no width.
  writeFileSync(
    join(own, "fonts.conf"),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>/usr/share/fonts</dir><dir>${cache}/fonts/fonts</dir><dir>${cache}/fonts</dir><cachedir>${cache}/fontcache</cachedir></fontconfig>\n`,
  );
  try {
    renameSync(own, cache);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(join(cache, "fonts.conf"))) throw error;
    // Another file's was there first.
  }
}
