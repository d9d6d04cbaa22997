import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { Runtime } from "./executor/runtime";
import { createLog, parseLogLevel, type LogLevel } from "./server/log";
import { serve } from "./server/serve";

export interface BackendOptions {
  /** The `convex/` folder to run. */
  readonly functionsDir: string;
  /** Database, files and `env.json`; created when absent. One process per folder. */
  readonly dataDir: string;
  readonly adminKey: string;
  readonly host?: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly sitePort: number;
  readonly publicUrl?: string | undefined;
  readonly publicSiteUrl?: string | undefined;
  readonly staticDir?: string | undefined;
  /** Variables of the functions that go over those of `<data>/env.json`. */
  readonly env?: Readonly<Record<string, string>>;
  readonly actionTimeoutMs?: number;
  /** Of actions in files with "use node". */
  readonly nodeActionTimeoutMs?: number;
  readonly redact?: boolean;
  /** A debug switch: evaluate the modules anew for each query and mutation. */
  readonly reevaluate?: boolean;
  readonly logLevel?: LogLevel;
}

export interface RunningBackend {
  readonly url: string;
  readonly siteUrl: string;
  /** Finishes what runs, says goodbye to clients, closes the database. */
  close(): Promise<void>;
}

const VERSION = "1.48.0";
const DEFAULT_ACTION_TIMEOUT_MS = 30 * 60_000;
const DEFAULT_NODE_ACTION_TIMEOUT_MS = 10 * 60_000;

/** Composition root: builds the tower from the bottom up. @throws when a port is taken, the data is in use, or the functions do not load */
export async function startBackend(options: BackendOptions): Promise<RunningBackend> {
  mkdirSync(options.dataDir, { recursive: true });
  const log = createLog(options.logLevel ?? "warn");
  let runtime: Runtime | null = null;
  // A promise that a function of the app let go of and that then failed must not end everybody's backend.
  const onRejection = (reason: unknown): void => log.error("unhandled_rejection", { reason });
  process.on("unhandledRejection", onRejection);
  const served = await serve({
    host: options.host ?? "127.0.0.1",
    port: options.port,
    sitePort: options.sitePort,
    publicUrl: options.publicUrl,
    publicSiteUrl: options.publicSiteUrl,
    staticDir: options.staticDir,
    instanceName: "embedded",
    version: VERSION,
    log,
    counters: () => runtime?.counters() ?? {},
  });
  try {
    runtime = await Runtime.start({
      functionsDir: options.functionsDir,
      dataDir: options.dataDir,
      adminKey: options.adminKey,
      publicUrl: served.url,
      publicSiteUrl: served.siteUrl,
      env: { ...storedEnv(options.dataDir), ...options.env },
      actionTimeoutMs: options.actionTimeoutMs ?? DEFAULT_ACTION_TIMEOUT_MS,
      nodeActionTimeoutMs: options.nodeActionTimeoutMs ?? DEFAULT_NODE_ACTION_TIMEOUT_MS,
      redact: options.redact ?? false,
      reevaluate: options.reevaluate ?? false,
      workerUrl: new URL("./actionWorker.js", import.meta.url),
      onFault: (text) => log.error("unhandled_rejection", { reason: text }),
      onCronFailure: (identifier, error) => log.warn("cron_failed", { identifier, error }),
      onCall: ({ kind, path, durationMs, success, logLines }) =>
        log[success ? "debug" : "info"]("function", {
          kind,
          path,
          durationMs: Math.round(durationMs * 100) / 100,
          success,
          logLines,
        }),
    });
  } catch (error) {
    await served.close();
    process.off("unhandledRejection", onRejection);
    throw error;
  }
  const running = runtime;
  served.attach(running, running.inspection);
  return {
    url: served.url,
    siteUrl: served.siteUrl,
    close: async () => {
      await served.close();
      await running.close();
      process.off("unhandledRejection", onRejection);
    },
  };
}

/** Variables of the functions live beside the database, not in it. */
function storedEnv(dataDir: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(join(dataDir, "env.json"), "utf8")) as Record<string, string>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}

const USAGE = `npm run backend -- --functions DIR --data DIR --port N --site-port N --admin-key KEY
    [--host H] [--public-url U] [--public-site-url U] [--static DIR] [--env FILE] [--action-timeout-ms N]
    [--node-action-timeout-ms N]
    [--log debug|info|warn|error|silent] [--redact] [--reevaluate]`;

/** `npm run backend`: one JSON line on standard output when it serves; ends cleanly on SIGTERM and SIGINT. */
export async function runCommandLine(args: string[]): Promise<void> {
  let backend: RunningBackend;
  try {
    backend = await startBackend(parseCommandLine(args));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
    return;
  }
  process.stdout.write(`${JSON.stringify({ ready: true, url: backend.url, siteUrl: backend.siteUrl })}\n`);
  await new Promise<void>((resolve) => {
    process.once("SIGTERM", resolve);
    process.once("SIGINT", resolve);
  });
  await backend.close();
  process.exit(0);
}

function parseCommandLine(args: string[]): BackendOptions {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: {
      functions: text,
      data: text,
      port: text,
      "site-port": text,
      "admin-key": text,
      host: text,
      "public-url": text,
      "public-site-url": text,
      static: text,
      env: text,
      "action-timeout-ms": text,
      "node-action-timeout-ms": text,
      log: text,
      redact: { type: "boolean" },
      reevaluate: { type: "boolean" },
    },
  });
  const { functions, data, port, "site-port": sitePort, "admin-key": adminKey } = values;
  if (
    functions === undefined ||
    data === undefined ||
    port === undefined ||
    sitePort === undefined ||
    adminKey === undefined
  ) {
    throw new Error(`Missing options. Use:\n  ${USAGE}`);
  }
  return {
    functionsDir: functions,
    dataDir: data,
    adminKey,
    port: wholeNumber("--port", port),
    sitePort: wholeNumber("--site-port", sitePort),
    ...(values.host === undefined ? {} : { host: values.host }),
    publicUrl: values["public-url"],
    publicSiteUrl: values["public-site-url"],
    staticDir: values.static,
    env: values.env === undefined ? {} : readEnvFile(values.env),
    ...(values["action-timeout-ms"] === undefined
      ? {}
      : { actionTimeoutMs: wholeNumber("--action-timeout-ms", values["action-timeout-ms"]) }),
    ...(values["node-action-timeout-ms"] === undefined
      ? {}
      : { nodeActionTimeoutMs: wholeNumber("--node-action-timeout-ms", values["node-action-timeout-ms"]) }),
    logLevel: parseLogLevel(values.log ?? "warn") ?? "warn",
    redact: values.redact ?? false,
    reevaluate: values.reevaluate ?? false,
  };
}

/** Both forms people keep such files in: a JSON object, or lines `NAME=value`. */
function readEnvFile(path: string): Record<string, string> {
  const text = readFileSync(path, "utf8");
  return text.trimStart().startsWith("{")
    ? (JSON.parse(text) as Record<string, string>)
    : (parseEnv(text) as Record<string, string>);
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0) throw new Error(`${option} needs a whole number, not ${text}.`);
  return number;
}
