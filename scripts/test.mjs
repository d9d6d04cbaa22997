// npm test: everything that must hold, in the order in which a failure is cheapest to hear of. `--quick` leaves the browser out.
import { readFileSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { ensureInstalled, root } from "./install.mjs";
import { runNode, runTool } from "./run.mjs";

ensureInstalled();
const isQuick = process.argv.includes("--quick");
// As many as cores, but two at least: much of a test's time is waiting for processes. A third on two cores costs more than it brings.
const workers = Math.max(2, availableParallelism());

await step("generated API is current (npm run codegen)", generatedIsCurrent);
await step("types, lint and format (npm run types, lint, format)", checkTheText);
const { buildApp, loadEmbedded } = await import("./build.mjs");
await step("build", async () => {
  await loadEmbedded();
  if (!isQuick) await buildApp();
  return true;
});
await step(
  "rules, functions, backend, screens",
  async () =>
    (await runTool("vitest/vitest.mjs", ["run", "--project", "!flows", `--maxWorkers=${workers}`])).code === 0,
);
if (!isQuick)
  await step(
    "flows in a real browser",
    async () =>
      (await runTool("vitest/vitest.mjs", ["run", "--project", "flows", `--maxWorkers=${workers}`])).code === 0,
  );

async function step(name, body) {
  console.log(`\n── ${name}`);
  const startedAt = performance.now();
  if (await body()) return void console.log(`   ${Math.round((performance.now() - startedAt) / 1000)} s`);
  console.error(`\nFailed: ${name}. What is above says where; mend it and run npm test again.`);
  process.exit(1);
}

/** The format, and every room's types and lint: the longest first, as many at once as there are workers. */
async function checkTheText() {
  // Most of what these make outlives a young generation of the usual 16 MB, and would be copied again and again.
  const room = (...names) =>
    runNode("scripts/rooms.mjs", names, { capture: true, flags: ["--max-semi-space-size=64"] });
  const checks = [
    () => room("tests"),
    () => room("src"),
    () => room("convex"),
    () => room("embedded"),
    () => runTool("prettier/bin/prettier.cjs", ["--check", "--log-level=warn", "."], { capture: true }),
    () => room("simulators", "domain", "scripts"),
  ];
  let isWell = true;
  const takeTurns = async () => {
    for (let check = checks.shift(); check !== undefined; check = checks.shift()) {
      const { code, output } = await check();
      if (output !== "") console.error(output.trimEnd());
      isWell &&= code === 0;
    }
  };
  await Promise.all(Array.from({ length: workers }, takeTurns));
  return isWell;
}

/** What is committed must be what the generator makes of `convex/`; it also leaves the fresh version in place. */
async function generatedIsCurrent() {
  const folder = join(root, "convex/_generated");
  const read = () =>
    Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), "utf8")]));
  const before = read();
  const { code, output } = await runTool("convex/bin/main.js", ["codegen", "--system-udfs", "--typecheck", "disable"], {
    capture: true,
  });
  if (code !== 0) console.error(output);
  const after = read();
  const changed = Object.keys({ ...before, ...after }).filter((file) => before[file] !== after[file]);
  if (changed.length > 0)
    console.error(`convex/_generated was out of date: ${changed.join(", ")}. Commit the new version.`);
  return code === 0 && changed.length === 0;
}
