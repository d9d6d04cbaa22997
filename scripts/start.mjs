// npm start: everything a shop needs on one machine. Installs and builds what is missing, starts the embedded backend with the app
// on the same address, fills an empty database with the demonstration company, and prints where to go.
import { join } from "node:path";
import { buildApp, loadEmbedded } from "./build.mjs";
import { callAsOperator } from "./call.mjs";
import { ensureInstalled, root } from "./install.mjs";
import { demoConnections, hearCarrier, hearGateway, registerErp, startSimulators } from "./simulators.mjs";
import { appUrl, demoPassword, functionEnv, hostSettings, loadSecrets, wantsDemo } from "./settings.mjs";

const MASTER_OF_DEMO = "master@lojademo.test";

ensureInstalled();
const { port, sitePort, host, dataDir, publicUrl, publicSiteUrl, logLevel } = hostSettings();
const demo = wantsDemo(host);
const { env, adminKey } = orExit(() => loadSecrets(dataDir));
const startingSimulators = demo ? startSimulators(dataDir) : Promise.resolve(null);
const staticDir = await buildApp();
const { startBackend } = await loadEmbedded();

let backend;
try {
  backend = await startBackend({
    functionsDir: join(root, "convex"),
    dataDir,
    adminKey,
    host,
    port,
    sitePort,
    publicUrl,
    publicSiteUrl,
    staticDir,
    env: functionEnv({
      // A payer of the demonstration comes back to the address that the browser is signed in at.
      ...(demo ? { MASTER_ADMIN_EMAIL: MASTER_OF_DEMO, SITE_URL: appUrl({ host, port, publicUrl }) } : {}),
      ...env,
    }),
    logLevel,
  });
} catch (error) {
  console.error(
    error.code === "EADDRINUSE"
      ? `A porta ${error.port} já está em uso. Escolha outra: PORT=4000 npm start`
      : error.message,
  );
  await endSimulators();
  process.exit(1);
}

let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, async () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    await Promise.all([backend.close(), endSimulators()]);
    process.exit(0);
  });
}

await announce();

async function endSimulators() {
  await (await startingSimulators)?.close();
}

function orExit(body) {
  try {
    return body();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

async function announce() {
  // What an earlier version wrote into the form of this one; it goes on by itself where it is much.
  await callAsOperator(backend.url, adminKey, "maintenance:migrate", {});
  const shownUrl = publicUrl ?? backend.url.replace("//127.0.0.1", "//localhost");
  if (!demo) {
    console.log(`Pronto: ${shownUrl}`);
    console.log("Sem empresa de demonstração. Crie o primeiro super administrador com:");
    console.log("  npm run admin -- create-admin --email voce@suaempresa.com.br");
    return;
  }
  const password = demoPassword(dataDir);
  const { created, present } = await callAsOperator(backend.url, adminKey, "seed:demo", { now: Date.now(), password });
  if (created) console.log("Empresa de demonstração criada: Loja Demo.");
  const simulators = await startingSimulators;
  if (present && simulators !== null) {
    await callAsOperator(backend.url, adminKey, "seed:connectSimulators", demoConnections(simulators));
    await hearGateway(simulators, backend.siteUrl);
    await hearCarrier(simulators, backend.siteUrl);
    await registerErp(simulators, backend.siteUrl);
  } else await endSimulators();
  console.log(`Pronto: ${shownUrl}`);
  if (!present) {
    console.log("Ctrl-C encerra.");
    return;
  }
  console.log("Entre com uma destas contas:");
  for (const [email, role] of [
    ["ana@lojademo.test", "equipe"],
    ["joao@lojademo.test", "equipe"],
    ["dona@lojademo.test", "dona da loja"],
    [MASTER_OF_DEMO, "administração da instalação"],
  ]) {
    console.log(`  ${email}  senha ${password}  (${role})`);
  }
  if (simulators !== null) {
    const { payment, shipping, postal } = simulators.addresses;
    console.log(`Serviços simulados: pagamento ${payment}  frete ${shipping}  CEP ${postal}`);
  }
  console.log("Ctrl-C encerra.");
}
