import { spawn, type ChildProcess } from "node:child_process";
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { loadEmbedded } from "../../scripts/build.mjs";
import { projectRoot } from "./installation";

export interface TestBackend {
  readonly url: string;
  readonly siteUrl: string;
  readonly adminKey: string;
  readonly close: () => Promise<void>;
}

export interface TestBackendOptions {
  /** Behave towards clients as production does. */
  readonly redact?: boolean;
  /** Variables of the functions, beside those to sign with. */
  readonly env?: Readonly<Record<string, string>>;
  /** Of a process of its own: what Node loads before anything else. */
  readonly preload?: string;
}

/** The built embedded backend in this process, running a functions folder on a data folder of its own. */
export async function startEmbedded(
  functionsDir = join(projectRoot, "convex"),
  { redact = false, env = {} }: TestBackendOptions = {},
): Promise<TestBackend> {
  const { startBackend } = await loadEmbedded();
  const dataDir = mkdtempSync(join(tmpdir(), "embedded-"));
  const adminKey = randomUUID();
  writeFileSync(join(dataDir, "env.json"), JSON.stringify({ ...signingEnv(), ...env }));
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

/**
 * The backend as a process of its own, which can be ended and started again on the same data: politely, or as a power cut would.
 * Each start is on ports of its own.
 */
export class BackendProcess {
  readonly #dataDir = mkdtempSync(join(tmpdir(), "embedded-"));
  #child: ChildProcess | null = null;

  private constructor(
    private readonly functionsDir: string,
    private readonly preload: string | undefined,
  ) {}

  static async start(
    functionsDir: string,
    { env = {}, preload }: TestBackendOptions = {},
  ): Promise<{ process: BackendProcess; url: string }> {
    const started = new BackendProcess(functionsDir, preload);
    writeFileSync(join(started.#dataDir, "env.json"), JSON.stringify({ ...signingEnv(), ...env }));
    return { process: started, url: await started.start() };
  }

  /** @returns its address once it serves */
  async start(): Promise<string> {
    const options = {
      functions: this.functionsDir,
      data: this.#dataDir,
      port: "0",
      "site-port": "0",
      "admin-key": "operator",
    };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    const preloaded = this.preload === undefined ? [] : ["--require", this.preload];
    this.#child = spawn(process.execPath, [...preloaded, join(projectRoot, "scripts/backend.mjs"), ...args], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    for await (const line of createInterface({ input: this.#child.stdout! }))
      if (line.startsWith("{")) return (JSON.parse(line) as { url: string }).url;
    throw new Error("The backend ended before it was ready.");
  }

  /** @returns when it is gone */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  }

  async close(): Promise<void> {
    await this.end("SIGKILL");
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}

let signingKeys: Readonly<Record<string, string>> | null = null;

/** One pair of keys for all backends of a file: a pair takes a quarter of a second, and each backend knows its own address. */
function signingEnv(): Readonly<Record<string, string>> {
  if (signingKeys !== null) return signingKeys;
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  signingKeys = {
    JWT_PRIVATE_KEY: privateKey.export({ type: "pkcs8", format: "pem" }).toString().trimEnd().replaceAll("\n", " "),
    JWKS: JSON.stringify({ keys: [{ use: "sig", ...publicKey.export({ format: "jwk" }) }] }),
  };
  return signingKeys;
}
