// Builds what `start`, `test` and `backend` run from sources: the embedded backend (esbuild) and the app (vite). Each is built
// again only when something it is made of changed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./install.mjs";

const cache = join(root, ".cache");

/** The embedded backend's module: `startBackend`, `runCommandLine`. */
export async function loadEmbedded() {
  const folder = join(cache, "embedded");
  const hash = fingerprint(["embedded", "package-lock.json", "scripts/build.mjs"]);
  await onceAtATime(folder, async () => {
    if (isCurrent(folder, hash)) return;
    const { build } = await import("esbuild");
    rmSync(folder, { recursive: true, force: true });
    await build({
      entryPoints: {
        main: join(root, "embedded/main.ts"),
        actionWorker: join(root, "embedded/executor/actionWorker.ts"),
        writerThread: join(root, "embedded/storage/writerThread.ts"),
      },
      outdir: folder,
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      target: "node20",
      packages: "external",
      sourcemap: true,
      logLevel: "error",
    });
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
    writeFileSync(join(folder, ".hash"), hash);
  });
  return import(pathToFileURL(join(folder, "main.js")).href);
}

/** Builds the outside services' simulators; returns the file to run. */
export async function buildSimulators() {
  const folder = join(cache, "simulators");
  const hash = fingerprint(["simulators", "package-lock.json", "scripts/build.mjs"]);
  await onceAtATime(folder, async () => {
    if (isCurrent(folder, hash)) return;
    const { build } = await import("esbuild");
    rmSync(folder, { recursive: true, force: true });
    await build({
      entryPoints: { main: join(root, "simulators/main.ts") },
      outdir: folder,
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node20",
      sourcemap: true,
      logLevel: "error",
    });
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
    writeFileSync(join(folder, ".hash"), hash);
  });
  return join(folder, "main.js");
}

/** Builds the app into `dist/`, or where else it is wanted; returns the folder. Its settings (VITE_…) come from the environment. */
export async function buildApp(folder = join(root, "dist")) {
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith("VITE_"));
  const sources = [
    "src",
    "domain",
    "convex/_generated",
    "public",
    "index.html",
    "mp",
    "vite.config.ts",
    "package-lock.json",
  ];
  const hash = fingerprint(sources, JSON.stringify(settings.sort()));
  await onceAtATime(folder, async () => {
    if (isCurrent(folder, hash)) return;
    console.log("Construindo as telas…");
    const vite = join(root, "node_modules/vite/bin/vite.js");
    const place = ["--outDir", folder, "--emptyOutDir"];
    const { status, stdout, stderr } = spawnSync(process.execPath, [vite, "build", "--logLevel", "warn", ...place], {
      cwd: root,
      encoding: "utf8",
      // Whatever NODE_ENV the caller has (a test runner's, say): people always get the production build.
      env: { ...process.env, NODE_ENV: "production" },
    });
    if (status !== 0) throw new Error(`vite build falhou:\n${stdout}\n${stderr}`);
    writeFileSync(join(folder, ".hash"), hash);
  });
  return folder;
}

const isCurrent = (folder, hash) =>
  existsSync(join(folder, ".hash")) && readFileSync(join(folder, ".hash"), "utf8") === hash;

/** Two commands may start at the same moment (two test projects, say): one builds, the other waits. */
async function onceAtATime(folder, build) {
  mkdirSync(cache, { recursive: true });
  const lock = join(cache, `${createHash("sha256").update(folder).digest("hex").slice(0, 12)}.lock`);
  for (;;) {
    try {
      mkdirSync(lock);
      writeFileSync(join(lock, "pid"), String(process.pid));
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      if (isAbandoned(lock)) rmSync(lock, { recursive: true, force: true });
      else await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  try {
    await build();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Its maker was killed: no such process any more. */
function isAbandoned(lock) {
  try {
    process.kill(Number(readFileSync(join(lock, "pid"), "utf8")), 0);
    return false;
  } catch (error) {
    if (error.code === "ESRCH") return true;
    // Not written yet, or gone meanwhile: abandoned only if it stays so.
    try {
      return Date.now() - statSync(lock).mtimeMs > 10_000;
    } catch {
      return false;
    }
  }
}

/** Changes with the content of any of these files or folders, and with what else decides. */
function fingerprint(paths, more = "") {
  const hash = createHash("sha256").update(process.versions.node).update(more);
  const add = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) add(join(path, name));
    } else {
      hash.update(path.slice(root.length)).update(readFileSync(path));
    }
  };
  for (const path of paths) add(join(root, path));
  return hash.digest("hex");
}
