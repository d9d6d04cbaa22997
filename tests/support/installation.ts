import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** An installation started as a shop does it: `npm start`'s own script, on a data folder and ports of its own. */
export interface Installation {
  readonly url: string;
  readonly siteUrl: string;
  readonly password: string;
  /** Everything it has printed since its last start. */
  output(): string;
  /** Holds the server still: what is sent to it waits, and it tells nobody anything until `resume`. */
  pause(): void;
  resume(): void;
  /** `kill -9`: nothing is finished, nothing is said goodbye to. */
  kill(): Promise<void>;
  /** Starts again on the same data and ports; resolves when it serves. */
  restart(): Promise<void>;
  /** Stops as Ctrl-C does; resolves to the exit code. */
  stop(): Promise<number | null>;
  /** Stops if needed and deletes the data. */
  dispose(): Promise<void>;
}

export async function startInstallation(environment: Readonly<Record<string, string>> = {}): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), "installation-"));
  const [port, sitePort] = await freePorts(2);
  const password = "segredo-da-demo";
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    SITE_PORT: String(sitePort),
    DEMO_PASSWORD: password,
    ...freeSimulatorPorts(),
    ...environment,
  };
  let child: ChildProcess | null = null;
  let output = "";

  async function start(): Promise<void> {
    output = "";
    const started = spawn(process.execPath, [join(projectRoot, "scripts/start.mjs")], {
      cwd: tmpdir(), // works from any folder
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = started;
    await new Promise<void>((ready, failed) => {
      const onText = (text: Buffer): void => {
        output += text.toString();
        if (output.includes("Ctrl-C encerra.") || output.includes("create-admin")) ready();
      };
      started.stdout.on("data", onText);
      started.stderr.on("data", onText);
      started.once("exit", (code) => failed(new Error(`npm start ended with ${code}:\n${output}`)));
    });
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const ending = child;
    child = null;
    if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return ending?.exitCode ?? null;
    const exited = once(ending, "exit") as Promise<[number | null]>;
    ending.kill(signal);
    return (await exited)[0];
  }

  await start();
  return {
    url: `http://localhost:${port}`,
    siteUrl: `http://127.0.0.1:${sitePort}`,
    password,
    output: () => output,
    pause: () => void child?.kill("SIGSTOP"),
    resume: () => void child?.kill("SIGCONT"),
    kill: async () => void (await end("SIGKILL")),
    restart: start,
    stop: () => end("SIGINT"),
    dispose: async () => {
      await end("SIGKILL");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Nobody's own `npm start` is pushed from its ports by a test. */
function freeSimulatorPorts(): Record<string, string> {
  const services = ["PAYMENT", "SHIPPING", "POSTAL", "BLING", "EVOLUTION", "GATEWAY"];
  return Object.fromEntries(services.map((service) => [`SIMULATOR_${service}_PORT`, "0"]));
}

/** Ports that nobody listens on now; all are held open until all are known, so they differ. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}
