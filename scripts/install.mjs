// Makes sure that node_modules is what package-lock.json says. Node's own modules only: it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, "node_modules", ".installed-lock");

/** Installs when node_modules is missing or older than the lock file. Prints one line when it does, nothing otherwise. */
export function ensureInstalled() {
  requireNode();
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  if (isCurrent(lock)) return;
  console.log("Instalando dependências (npm ci), só na primeira vez…");
  // --include=dev: also where NODE_ENV says production, the app has to be built here.
  const { status } = spawnSync("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0) {
    console.error("npm ci falhou. Verifique a conexão com o registro do npm e tente de novo.");
    process.exit(status ?? 1);
  }
  writeFileSync(stamp, lock);
}

/** Ours is known by its stamp; an `npm ci` or `npm install` typed by hand by npm's own record, which is written last. */
function isCurrent(lock) {
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return true;
  const record = join(root, "node_modules", ".package-lock.json");
  return existsSync(record) && statSync(record).mtimeMs >= statSync(join(root, "package-lock.json")).mtimeMs;
}

function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Node ${process.versions.node} é antigo demais: é preciso Node 20.19 ou mais novo.`);
  process.exit(1);
}
