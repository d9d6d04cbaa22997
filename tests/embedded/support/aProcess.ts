import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { fixture } from "./aRuntime";

export interface RunningProcess {
  readonly url: string;
  readonly siteUrl: string;
  /** Ends it as a power cut would, and waits until it is gone. */
  kill(): Promise<void>;
}

export interface ProcessOptions {
  readonly nodeFlags?: readonly string[];
  /** Of the backend's own command line, beside those it always gets. */
  readonly options?: readonly string[];
}

/** The backend as a process of its own, on free ports; ready when it says so. Gone when the test ends. */
export async function aProcess(
  functions: string,
  dataDir: string,
  options: ProcessOptions = {},
): Promise<RunningProcess> {
  const { running, kill } = startProcess(functions, dataDir, options);
  onTestFinished(kill);
  return running;
}

/** The same for whoever ends it himself. */
export function startProcess(
  functions: string,
  dataDir: string,
  { nodeFlags = [], options = [] }: ProcessOptions = {},
): { running: Promise<RunningProcess>; kill: () => Promise<void> } {
  const script = join(import.meta.dirname, "../../../scripts/backend.mjs");
  const args = [
    "--functions",
    fixture(functions),
    "--data",
    dataDir,
    "--port",
    "0",
    "--site-port",
    "0",
    "--admin-key",
    "operator",
    ...options,
  ];
  const child = spawn(process.execPath, [...nodeFlags, script, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  return { running: readyAddresses(child).then((addresses) => ({ ...addresses, kill })), kill };
}

async function readyAddresses(child: ChildProcess): Promise<{ url: string; siteUrl: string }> {
  for await (const line of createInterface({ input: child.stdout! })) {
    if (!line.startsWith("{")) continue;
    return JSON.parse(line) as { url: string; siteUrl: string };
  }
  throw new Error("The backend ended before it was ready.");
}

/** Calls a function over HTTP. @throws with the backend's message when it fails, or when the backend is gone */
export async function post<T>(
  url: string,
  kind: "query" | "mutation" | "action",
  path: string,
  args: object = {},
): Promise<T> {
  const response = await fetch(`${url}/api/${kind}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ path, format: "convex_encoded_json", args: [args] }),
  });
  const answer = (await response.json()) as { status: string; value: T; errorMessage?: string };
  if (answer.status !== "success") throw new Error(answer.errorMessage ?? `${response.status}`);
  return answer.value;
}
