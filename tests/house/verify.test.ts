import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot, startInstallation, type Installation } from "../support/installation";

/** `npm run admin -- verify` on the demonstration company of a real installation. */

const folder = mkdtempSync(join(tmpdir(), "verify-"));
const dataDir = join(folder, "data");
let installation: Installation;

interface Ending {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function verify(...args: string[]): Promise<Ending> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(projectRoot, "scripts/admin.mjs"), "verify", ...args], {
      cwd: folder,
      env: { ...process.env, DATA_DIR: dataDir, PORT: new URL(installation.url).port },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (text: Buffer) => (stdout += text.toString()));
    child.stderr.on("data", (text: Buffer) => (stderr += text.toString()));
    child.once("error", reject);
    child.once("exit", (code) => resolve({ code, stdout, stderr }));
  });
}

/** Makes one kept total say a piece more than was sold, past everything that would prevent it. */
function plantDifference(): void {
  const database = new DatabaseSync(join(dataDir, "data.sqlite"));
  const { table_id: table } = database
    .prepare("SELECT table_id FROM tables WHERE component = '' AND name = 'groupTotals'")
    .get() as { table_id: number };
  const { id, json } = database
    .prepare("SELECT id, json FROM documents WHERE table_id = ? ORDER BY id LIMIT 1")
    .get(table) as { id: string; json: string };
  const row = JSON.parse(json) as { paid: { pieces: number } };
  row.paid.pieces += 1;
  database.prepare("UPDATE documents SET json = ? WHERE table_id = ? AND id = ?").run(JSON.stringify(row), table, id);
  database.close();
}

beforeAll(async () => {
  installation = await startInstallation({ DATA_DIR: dataDir });
}, 120_000);

afterAll(async () => {
  await installation.dispose();
  rmSync(folder, { recursive: true, force: true });
});

describe("npm run admin -- verify", () => {
  it("finds nothing in the demonstration while it runs, whether it is named or not", async () => {
    const nothing = {
      code: 0,
      stdout: "Loja Demo (lojademo): 300 pedidos conferidos, nenhuma diferença\n",
      stderr: "",
    };
    expect(await verify()).toEqual(nothing);
    expect(await verify("--tenant", "lojademo")).toEqual(nothing);
  });

  it("says so when nobody has that label", async () => {
    expect(await verify("--tenant", "ninguem")).toEqual({
      code: 1,
      stdout: "",
      stderr: "Empresa não encontrada: ninguem\n",
    });
  });

  it("on the stopped installation finds a difference, names it and ends with 1", async () => {
    expect(await installation.stop()).toBe(0);
    plantDifference();
    const { code, stdout, stderr } = await verify();
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toMatch(
      /^Loja Demo \(lojademo\): 300 pedidos conferidos, 1 diferença:\n {2}grupo .+, pagos: guardado /,
    );
    const pieces = [...stdout.matchAll(/(\d+) peças/g)].map(([, count]) => Number(count));
    expect(pieces).toHaveLength(2);
    expect((pieces[0] ?? 0) - (pieces[1] ?? 0)).toBe(1);
  });
});
