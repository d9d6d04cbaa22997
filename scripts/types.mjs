// npm run types: every room against its own tsconfig, two at a time.
import { readdirSync, existsSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled, root } from "./install.mjs";
import { runTool } from "./run.mjs";

ensureInstalled();
process.exit((await checkTypes()) ? 0 : 1);

/** @returns whether all rooms type-check; prints what does not */
async function checkTypes() {
  const rooms = readdirSync(root).filter(
    (name) => name !== "node_modules" && existsSync(join(root, name, "tsconfig.json")),
  );
  const waiting = [...rooms];
  let allWell = true;
  const worker = async () => {
    for (let room = waiting.shift(); room !== undefined; room = waiting.shift()) {
      const { code, output } = await runTool("typescript/bin/tsc", ["-p", room, "--pretty", "false"], {
        capture: true,
      });
      if (code !== 0) {
        allWell = false;
        console.error(output.trimEnd());
      }
    }
  };
  await Promise.all([worker(), worker()]);
  console.log(allWell ? `types: ${rooms.join(", ")} ok` : "types: failed");
  return allWell;
}
