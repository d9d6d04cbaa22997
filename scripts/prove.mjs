// npm run prove [-- crash|properties|differential|soak] [--seed N] [--rounds N] [--passes N] [--launches N]: the long forms of what npm test
// runs short. Every pass prints its seed before it starts; with --seed that one pass is run again, and nothing else.
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { ensureInstalled } from "./install.mjs";

const PROOFS = {
  crash: {
    files: [
      "tests/embedded/crash/crash.test.ts",
      "tests/embedded/crash/schedules.test.ts",
      "tests/embedded/crash/files.test.ts",
      "tests/embedded/product/messages.test.ts",
    ],
    passes: 1,
  },
  properties: {
    files: ["tests/embedded/executor", "tests/embedded/storage", "tests/embedded/transaction", "tests/domain"],
    passes: 20,
  },
  differential: { files: ["tests/conformance/differential"], passes: 20 },
  soak: { files: ["tests/embedded/crash/soak.test.ts"], passes: 1 },
};

const number = { type: "string" };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: number, rounds: number, passes: number, launches: number },
});
const unknown = positionals.filter((name) => !Object.hasOwn(PROOFS, name));
if (unknown.length > 0) {
  console.error(`No such proof: ${unknown.join(", ")}. There are: ${Object.keys(PROOFS).join(", ")}.`);
  process.exit(1);
}
ensureInstalled();
const { runTool } = await import("./run.mjs");
process.env.PROVE_ROUNDS = values.rounds ?? "200";
process.env.PROVE_LAUNCHES = values.launches ?? "500000";
const names = positionals.length > 0 ? positionals : Object.keys(PROOFS);
for (const name of names) {
  const { files, passes } = PROOFS[name];
  const count = values.seed === undefined ? Number(values.passes ?? passes) : 1;
  for (let pass = 1; pass <= count; pass++) {
    const seed = values.seed ?? String(randomInt(2 ** 31));
    console.log(`\n── ${name}, pass ${pass} of ${count}, seed ${seed}`);
    process.env.PROVE_SEED = seed;
    const { code } = await runTool("vitest/vitest.mjs", [
      "run",
      "--project",
      "embedded",
      "--project",
      "domain",
      "--no-file-parallelism",
      ...files,
    ]);
    if (code === 0) continue;
    const rounds = name === "crash" ? ` --rounds ${process.env.PROVE_ROUNDS}` : "";
    console.error(`\nFailed. The same again: npm run prove -- ${name} --seed ${seed}${rounds}`);
    process.exit(1);
  }
}
console.log(`\nProven: ${names.join(", ")}.`);
