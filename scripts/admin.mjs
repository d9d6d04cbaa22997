// npm run admin -- COMMAND: the operator's commands on the machine. They work on the running installation, or open its data themselves
// when none is running.
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadEmbedded } from "./build.mjs";
import { ensureInstalled, root } from "./install.mjs";
import { functionEnv, hostSettings, loadSecrets, newSecretsKey, ownUrl, saveFunctionEnv } from "./settings.mjs";
import { reportLines, verifyTotals } from "./verifyTotals.mjs";

const USAGE = `Comandos:
  npm run admin -- create-admin --email E-MAIL [--name NOME] [--password SENHA]
      cria um super administrador; sem --password, mostra uma senha nova
  npm run admin -- reset-master [--password SENHA]
      dá uma senha nova à conta mestre e encerra as sessões dela
  npm run admin -- mail
      mostra os e-mails que aguardam nesta máquina, quando não há serviço de e-mail
  npm run admin -- rotate-secrets
      troca a chave que protege os segredos das empresas; só com a instalação parada
  npm run admin -- migrate
      traz o que uma versão anterior guardou para a forma desta; npm start também o faz
  npm run admin -- verify [--tenant EMPRESA]
      confere os totais guardados de uma empresa, ou de todas, com seus pedidos e itens; termina com 1 se algo difere`;

const MAIL_STATES = { outbox: "aguarda aqui", sending: "sendo enviado", sent: "enviado", failed: "falhou" };

/** What the operator can mend: said in a sentence, without a stack. */
class Complaint extends Error {}

ensureInstalled();
const [command, ...rest] = process.argv.slice(2);
try {
  if (command === "create-admin") await createAdmin(rest);
  else if (command === "reset-master") await resetMaster(rest);
  else if (command === "mail") await showMail();
  else if (command === "rotate-secrets") await rotateSecrets();
  else if (command === "migrate") await migrate();
  else if (command === "verify") await verify(rest);
  else if (command === "help" || command === "--help") console.log(USAGE);
  else throw new Complaint(command === undefined ? USAGE : `Comando desconhecido: ${command}\n${USAGE}`);
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}

async function createAdmin(args) {
  const { email, name, password: given } = readOptions(args);
  const password = given ?? randomBytes(9).toString("base64url");
  if (email === undefined) throw new Complaint(`Falta --email.\n${USAGE}`);
  const made = await onInstallation((client) =>
    client.action("seed:superAdmin", { email, name: name ?? "Administração", password }),
  );
  console.log(`Super administrador criado: ${made.email}`);
  if (given === undefined) console.log(`Senha: ${password}`);
  console.log(`Para que seja a conta mestre, inicie com MASTER_ADMIN_EMAIL=${made.email}`);
}

async function resetMaster(args) {
  const { password: given } = readOptions(args);
  const password = given ?? randomBytes(9).toString("base64url");
  const { email } = await onInstallation((client) => client.action("people:resetMaster", { password }));
  console.log(`Senha nova da conta mestre ${email}. As sessões dela foram encerradas.`);
  if (given === undefined) console.log(`Senha: ${password}`);
}

async function migrate() {
  const filled = await onInstallation(async (client) => {
    let sum = 0;
    for (let hasMore = true; hasMore;) {
      const step = await client.mutation("maintenance:migrate", {});
      sum += step.filled;
      ({ hasMore } = step);
    }
    return sum;
  });
  const nothing = "Nada a fazer: os dados já estão na forma desta versão.";
  console.log(filled === 0 ? nothing : `Registros trazidos à forma desta versão: ${filled}.`);
}

async function showMail() {
  const mails = await onInstallation((client) => client.query("mail:outbox", {}));
  if (mails.length === 0) console.log("Nenhum e-mail.");
  for (const { to, subject, text, createdAt, state, reason } of mails) {
    console.log(
      `${new Date(createdAt).toISOString()}  ${to}  ${MAIL_STATES[state]}${reason === null ? "" : `: ${reason}`}`,
    );
    console.log(`  ${subject}`);
    if (text !== null) console.log(text.replace(/^/gm, "  "));
    console.log();
  }
}

/**
 * The new key stands beside the old one in env.json before anything is sealed with it, and the old one goes when nothing needs it any
 * more: whenever this is cut short, the next start reads everything and the next run finishes.
 */
async function rotateSecrets() {
  const { dataDir, running } = whereInstalled();
  const { env, adminKey } = loadSecrets(dataDir);
  if (await isServedAt(running, adminKey))
    throw new Complaint("A instalação está em uso. Pare-a com Ctrl-C e repita o comando.");
  const keys = env.SECRETS_KEY_PREVIOUS
    ? { SECRETS_KEY: env.SECRETS_KEY, SECRETS_KEY_PREVIOUS: env.SECRETS_KEY_PREVIOUS }
    : { SECRETS_KEY: newSecretsKey(), SECRETS_KEY_PREVIOUS: env.SECRETS_KEY };
  const backend = await openData({ dataDir, adminKey, env: functionEnv({ ...env, ...keys }) }, running);
  try {
    saveFunctionEnv(dataDir, { ...env, ...keys });
    const { sealedAgain, unreadable } = await sealAgain(await operatorOf(backend.url, adminKey));
    saveFunctionEnv(dataDir, { ...env, SECRETS_KEY: keys.SECRETS_KEY, SECRETS_KEY_PREVIOUS: undefined });
    console.log(`Chave trocada. Valores protegidos de novo: ${sealedAgain}.`);
    if (unreadable > 0)
      console.log(`Valores que não puderam ser lidos e precisam ser informados de novo: ${unreadable}.`);
  } finally {
    await backend.close();
  }
}

async function sealAgain(client) {
  const sum = { sealedAgain: 0, unreadable: 0 };
  let cursor = null;
  do {
    const step = await client.mutation("secrets:rotate", { cursor });
    sum.sealedAgain += step.sealedAgain;
    sum.unreadable += step.unreadable;
    cursor = step.cursor;
  } while (cursor !== null);
  return sum;
}

async function verify(args) {
  const { tenant: slug } = readOptions(args);
  const reports = await onInstallation((client) =>
    // All at the timestamp of the first: the shop may go on selling meanwhile.
    verifyTotals((path, given) => client.consistentQuery(path, given), slug),
  );
  if (reports.length === 0 && slug !== undefined) throw new Complaint(`Empresa não encontrada: ${slug}`);
  if (reports.length === 0) console.log("Não há empresas para conferir.");
  for (const report of reports) console.log(reportLines(report).join("\n"));
  if (reports.some(({ differences }) => differences.length > 0)) process.exitCode = 1;
}

function readOptions(args) {
  const text = { type: "string" };
  try {
    return parseArgs({ args, options: { email: text, name: text, password: text, tenant: text } }).values;
  } catch (error) {
    if (!String(error.code).startsWith("ERR_PARSE_ARGS")) throw error;
    throw new Complaint(`Opções inválidas: ${args.join(" ")}\n${USAGE}`);
  }
}

/** Only one process may hold the data, so a running installation is asked over its own address. */
async function onInstallation(body) {
  const { dataDir, running } = whereInstalled();
  const { env, adminKey } = loadSecrets(dataDir);
  if (await isServedAt(running, adminKey)) return body(await operatorOf(running, adminKey));
  const backend = await openData({ dataDir, adminKey, env: functionEnv(env) }, running);
  try {
    return await body(await operatorOf(backend.url, adminKey));
  } finally {
    await backend.close();
  }
}

function whereInstalled() {
  const { host, port, dataDir } = hostSettings();
  if (!existsSync(join(dataDir, "admin-key")))
    throw new Complaint(`Não há instalação em ${dataDir}. Inicie uma vez com npm start.`);
  return { dataDir, running: ownUrl(host, port) };
}

/** Whether these data are served there. Another installation may have the port: it does not take our key. */
async function isServedAt(url, adminKey) {
  try {
    const response = await fetch(`${url}/api/query`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Convex ${adminKey}` },
      body: JSON.stringify({ path: "tenants:bySlug", format: "json", args: { slug: "" } }),
      signal: AbortSignal.timeout(10_000),
    });
    return response.ok;
  } catch {
    // Nobody listens, or not somebody who speaks HTTP.
    return false;
  }
}

async function openData(options, running) {
  const { startBackend } = await loadEmbedded();
  try {
    return await startBackend({
      ...options,
      functionsDir: join(root, "convex"),
      port: 0,
      sitePort: 0,
      logLevel: "error",
    });
  } catch (error) {
    throw new Complaint(
      error.message.includes("in use by another process")
        ? `Os dados em ${options.dataDir} estão em uso, mas a instalação não responde em ${running}.\n` +
            "Repita o comando com o PORT e o HOST com que ela foi iniciada."
        : `Não foi possível abrir os dados em ${options.dataDir}: ${error.message}`,
    );
  }
}

/** The official client, which hands refusals over as data. Loaded only now: the packages may just have been installed. */
async function operatorOf(url, adminKey) {
  const { ConvexHttpClient } = await import("convex/browser");
  const client = new ConvexHttpClient(url, { logger: false });
  client.setAdminAuth(adminKey);
  return client;
}

/** A refusal of the functions is a complete sentence already. */
function sentenceOf(error) {
  if (error instanceof Complaint) return error.message;
  return error.data?.message ?? `Não deu certo: ${error.message}`;
}
