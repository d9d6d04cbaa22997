// npm run bench [-- NAME]: the benchmarks of bench/, one question per file. A table for people and one JSON line per figure.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled, root } from "./install.mjs";

ensureInstalled();
const known = readdirSync(join(root, "bench"))
  .filter((file) => file.endsWith(".bench.ts"))
  .map((file) => file.replace(".bench.ts", ""));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`No such benchmark: ${unknown.join(", ")}. There are: ${known.join(", ")}.`);
  process.exit(1);
}
for (const name of wanted.length > 0 ? wanted : known) {
  console.log(`\n# ${name}`);
  const { status } = spawnSync(process.execPath, ["--import", "tsx", join(root, "bench", `${name}.bench.ts`)], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}
