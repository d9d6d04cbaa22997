import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { generateKeyPairSync } from "node:crypto";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const ADMIN_KEY = "bench-admin-key";

export interface BenchBackend {
  readonly url: string;
  /** Calls any function as the operator. */
  admin<T>(path: string, args: Record<string, unknown>): Promise<T>;
  counters(): Promise<Record<string, number>>;
  /** Of the backend's process, from the operating system (Linux). */
  usage(): { residentMb: number; cpuMs: number };
  /** Stops and starts again on the same data and ports; resolves to the milliseconds until it serves. */
  restart(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * The product's functions on the embedded backend, in a process of its own, on a fresh durable data folder.
 *
 * @param options `staticDir` the built app, for benchmarks that look at screens
 */
export async function startBenchBackend({ staticDir }: { staticDir?: string } = {}): Promise<BenchBackend> {
  const dataDir = mkdtempSync(join(tmpdir(), "bench-"));
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const env = {
    JWT_PRIVATE_KEY: privateKey.export({ type: "pkcs8", format: "pem" }).toString().trimEnd().replaceAll("\n", " "),
    JWKS: JSON.stringify({ keys: [{ use: "sig", ...publicKey.export({ format: "jwk" }) }] }),
  };
  writeFileSync(join(dataDir, "env.json"), JSON.stringify(env));
  const start = async (port: string, sitePort: string) => {
    const started = spawn(
      process.execPath,
      [
        // For instance "--cpu-prof --cpu-prof-dir=profile", to see where the backend's time goes.
        ...(process.env.BACKEND_NODE_FLAGS?.split(" ") ?? []),
        join(root, "scripts/backend.mjs"),
        ...["--functions", join(root, "convex"), "--data", dataDir, "--port", port, "--site-port", sitePort],
        ...["--admin-key", ADMIN_KEY, ...(staticDir === undefined ? [] : ["--static", staticDir])],
      ],
      { cwd: root, stdio: ["ignore", "pipe", "inherit"] },
    );
    return {
      child: started,
      addresses: JSON.parse(await firstLine(started.stdout)) as { url: string; siteUrl: string },
    };
  };
  const first = await start("0", "0");
  let { child } = first;
  const { url, siteUrl } = first.addresses;
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  return {
    url,
    admin: async <T>(path: string, args: Record<string, unknown>) => {
      const response = await fetch(`${url}/api/function`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Convex ${ADMIN_KEY}` },
        body: JSON.stringify({ path, format: "json", args }),
      });
      const answer = (await response.json()) as { status: string; value: T; errorMessage?: string };
      if (answer.status !== "success") throw new Error(`${path}: ${answer.errorMessage}`);
      return answer.value;
    },
    counters: async () => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Object.fromEntries(
        text
          .trim()
          .split("\n")
          .map((line) => line.split(" "))
          .map(([name, value]) => [name!, Number(value)]),
      );
    },
    usage: () => {
      const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
      const [userTicks, systemTicks, residentPages] = [stat[11], stat[12], stat[21]].map(Number);
      return { residentMb: (residentPages! * 4096) / 1e6, cpuMs: (userTicks! + systemTicks!) * 10 };
    },
    restart: async () => {
      await stop();
      const startedAt = performance.now();
      ({ child } = await start(new URL(url).port, new URL(siteUrl).port));
      return performance.now() - startedAt;
    },
    stop: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input: stream });
  const [line] = (await once(lines, "line")) as [string];
  return line;
}
