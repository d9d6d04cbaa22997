// npm run dev: as npm start, with hot reload. Vite serves the screens on PORT and passes the backend's paths on; the backend runs on a
// free port and starts again when convex/, domain/ or embedded/ changes. Browsers reconnect by themselves.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { callAsOperator } from "./call.mjs";
import { ensureInstalled, root } from "./install.mjs";
import { demoConnections, hearCarrier, hearGateway, registerErp, startSimulators } from "./simulators.mjs";
import { appUrl, demoPassword, functionEnv, hostSettings, loadSecrets, wantsDemo } from "./settings.mjs";

ensureInstalled();
const { writeFileSync } = await import("node:fs");
const { port, host, dataDir } = hostSettings();
const { env, adminKey } = loadSecrets(dataDir);
const envFile = join(dataDir, "dev-env.json");
writeFileSync(
  envFile,
  JSON.stringify(functionEnv({ MASTER_ADMIN_EMAIL: "master@lojademo.test", SITE_URL: appUrl({ host, port }), ...env })),
  {
    mode: 0o600,
  },
);
const [backendPort, backendSitePort] = await freePorts();
const backendUrl = `http://127.0.0.1:${backendPort}`;

let backend = null;
let simulators = null;
let isStopping = false;
let isRestarting = false;

await startBackend();
if (wantsDemo(host)) {
  const password = demoPassword(dataDir);
  const { present } = await callAsOperator(backendUrl, adminKey, "seed:demo", { now: Date.now(), password });
  if (present) {
    console.log(`Contas: ana, joao, dona, master @lojademo.test, senha ${password}`);
    simulators = await startSimulators(dataDir);
    if (simulators !== null) {
      await callAsOperator(backendUrl, adminKey, "seed:connectSimulators", demoConnections(simulators));
      await hearGateway(simulators, `http://127.0.0.1:${backendSitePort}`);
      await hearCarrier(simulators, `http://127.0.0.1:${backendSitePort}`);
      await registerErp(simulators, `http://127.0.0.1:${backendSitePort}`);
    }
  }
}
const vite = spawn(
  process.execPath,
  [join(root, "node_modules/vite/bin/vite.js"), "--host", host, "--port", String(port)],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, DEV_BACKEND_URL: backendUrl },
  },
);
vite.once("exit", () => void stop());
for (const folder of ["convex", "domain", "embedded"])
  watch(join(root, folder), { recursive: true }, () => restartSoon());
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => void stop());

function startBackend() {
  return new Promise((ready) => {
    backend = spawn(
      process.execPath,
      [
        join(root, "scripts/backend.mjs"),
        ...["--functions", join(root, "convex"), "--data", dataDir, "--env", envFile, "--admin-key", adminKey],
        ...["--port", String(backendPort), "--site-port", String(backendSitePort), "--log", "info"],
      ],
      { cwd: root, stdio: ["ignore", "pipe", "inherit"] },
    );
    createInterface({ input: backend.stdout }).once("line", ready);
    // A typing error in a function: what it said stands above; the next change tries again.
    backend.once(
      "exit",
      (code) => code !== 0 && !isStopping && !isRestarting && console.error("O backend parou; corrija e salve."),
    );
  });
}

let timer;
/** Editors save in bursts. */
function restartSoon() {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    isRestarting = true;
    await endChild(backend);
    isRestarting = false;
    if (!isStopping) await Promise.race([startBackend(), new Promise((resolve) => backend.once("exit", resolve))]);
  }, 150);
}

async function stop() {
  if (isStopping) return;
  isStopping = true;
  await Promise.all([endChild(backend), endChild(vite), simulators?.close()]);
  process.exit(0);
}

function endChild(child) {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", resolve);
    child.kill("SIGTERM");
  });
}

async function freePorts() {
  const { createServer } = await import("node:net");
  const servers = await Promise.all(
    [0, 0].map(
      () =>
        new Promise((resolve) => {
          const server = createServer().listen(0, "127.0.0.1", () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
