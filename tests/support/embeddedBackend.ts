import { generateKeyPairSync, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadEmbedded } from "../../scripts/build.mjs";
import { projectRoot } from "./installation";

export interface TestBackend {
  readonly url: string;
  readonly siteUrl: string;
  readonly adminKey: string;
  readonly close: () => Promise<void>;
}

/**
 * The built embedded backend in this process, running a functions folder on a data folder of its own.
 *
 * @param redact behave towards clients as production does
 */
export async function startEmbedded(
  functionsDir = join(projectRoot, "convex"),
  { redact = false } = {},
): Promise<TestBackend> {
  const { startBackend } = await loadEmbedded();
  const dataDir = mkdtempSync(join(tmpdir(), "embedded-"));
  const adminKey = randomUUID();
  writeFileSync(join(dataDir, "env.json"), JSON.stringify(signingEnv()));
  const backend = await startBackend({
    functionsDir,
    dataDir,
    adminKey,
    port: 0,
    sitePort: 0,
    logLevel: "error",
    redact,
  });
  return {
    url: backend.url,
    siteUrl: backend.siteUrl,
    adminKey,
    close: async () => {
      await backend.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function signingEnv(): Record<string, string> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    JWT_PRIVATE_KEY: privateKey.export({ type: "pkcs8", format: "pem" }).toString().trimEnd().replaceAll("\n", " "),
    JWKS: JSON.stringify({ keys: [{ use: "sig", ...publicKey.export({ format: "jwk" }) }] }),
  };
}
