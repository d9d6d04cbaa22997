// Where a start keeps what it must remember beside the database: secrets and variables of the functions, made once.
// The table of all of them is docs/environment.md.
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, randomInt } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { root } from "./install.mjs";

/** Variables that the functions get from the host's environment when they are set there. */
const PASSED_ON = [
  "MASTER_ADMIN_EMAIL",
  "PREVIEW_SELECTOR",
  "ALLOW_LOCAL_GATEWAYS",
  "BASE_DOMAIN",
  "SITE_URL",
  "CLERK_JWT_ISSUER_DOMAIN",
  "CLERK_SECRET_KEY",
  "CLERK_API_URL",
  "CLERK_WEBHOOK_SECRET",
  "AUTH_LOG_LEVEL",
];
const PASSED_ON_PREFIX = "MAIL_API_";

/** The sign-in library's own chatter (AUTH_LOG_LEVEL) would otherwise fill the log with every renewed token. */
const EMBEDDED_DEFAULTS = { PREVIEW_SELECTOR: "on", ALLOW_LOCAL_GATEWAYS: "on", AUTH_LOG_LEVEL: "ERROR" };

/** What the host's environment says of the start itself. */
export function hostSettings(environment = process.env) {
  const port = wholeNumber("PORT", environment.PORT ?? "3210");
  return {
    port,
    sitePort: wholeNumber("SITE_PORT", environment.SITE_PORT ?? (port === 0 ? "0" : String(port + 1))),
    host: environment.HOST ?? "127.0.0.1",
    dataDir: resolve(root, environment.DATA_DIR ?? ".data"),
    publicUrl: environment.PUBLIC_URL,
    publicSiteUrl: environment.PUBLIC_SITE_URL,
    logLevel: environment.LOG_LEVEL ?? "warn",
  };
}

/**
 * Whether the demonstration company may be made: never, unless asked for by hand, on a server that listens beyond this machine.
 */
export function wantsDemo(host, environment = process.env) {
  if (environment.DEMO === "on") return true;
  return environment.DEMO !== "off" && isLoopback(host);
}

export function isLoopback(host) {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Where people open the app, as far as it is known before it listens: `localhost` rather than its number, because that is what
 * is printed, and a browser keeps sign-ins by the address.
 */
export function appUrl({ host, port, publicUrl }) {
  if (publicUrl !== undefined) return publicUrl;
  return isLoopback(host) && port !== 0 ? `http://localhost:${port}` : undefined;
}

/** Where this machine reaches a server that listens on that address: "any address" is not one to call. */
export function ownUrl(host, port) {
  if (host === "0.0.0.0") return `http://127.0.0.1:${port}`;
  if (host === "::") return `http://[::1]:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Reads `<data>/env.json` and `<data>/admin-key`, making what is missing. Never changes what is there. */
export function loadSecrets(dataDir) {
  mkdirSync(dataDir, { recursive: true });
  const envFile = join(dataDir, "env.json");
  const stored = existsSync(envFile) ? JSON.parse(readFileSync(envFile, "utf8")) : {};
  const complete = {
    ...signingKeys(stored, envFile),
    SECRETS_KEY: newSecretsKey(),
    ...stored,
  };
  if (Object.keys(complete).length > Object.keys(stored).length)
    writeSecret(envFile, `${JSON.stringify(complete, null, 2)}\n`);
  return { env: complete, adminKey: secretFile(join(dataDir, "admin-key"), () => randomBytes(32).toString("hex")) };
}

/** What companies' secrets are sealed with: 32 bytes, base64. */
export function newSecretsKey() {
  return randomBytes(32).toString("base64");
}

/** Replaces what is stored for the functions; variables that are undefined go. */
export function saveFunctionEnv(dataDir, env) {
  writeSecret(join(dataDir, "env.json"), `${JSON.stringify(env, null, 2)}\n`);
}

/** The one password of the demonstration's accounts, made at the first start and shown at every one. */
export function demoPassword(dataDir, environment = process.env) {
  return environment.DEMO_PASSWORD ?? secretFile(join(dataDir, "demo-password"), () => `live-${readableCode(6)}`);
}

/** Defaults of an embedded installation, over them what was stored, over that what the host's environment says. */
export function functionEnv(stored, environment = process.env) {
  const given = Object.entries(environment).filter(
    ([name, value]) => value !== undefined && (PASSED_ON.includes(name) || name.startsWith(PASSED_ON_PREFIX)),
  );
  const all = { ...EMBEDDED_DEFAULTS, ...stored, ...Object.fromEntries(given) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/**
 * What is missing of the key pair: RS256, as Convex Auth wants it: PKCS8 with spaces for newlines, and the public half as a key set.
 * Halves that do not belong together would refuse everybody's token, so a private key that is there gets its own public half.
 */
function signingKeys({ JWT_PRIVATE_KEY: privateText, JWKS: publicText }, envFile) {
  if (privateText && publicText) return {};
  if (publicText) throw new Error(`${envFile} tem JWKS sem JWT_PRIVATE_KEY: reponha a chave ou apague as duas.`);
  const privateKey = privateText
    ? createPrivateKey({ key: Buffer.from(base64OfPem(privateText), "base64"), format: "der", type: "pkcs8" })
    : generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return {
    JWT_PRIVATE_KEY: pem.trimEnd().replaceAll("\n", " "),
    JWKS: JSON.stringify({ keys: [{ use: "sig", ...createPublicKey(privateKey).export({ format: "jwk" }) }] }),
  };
}

function base64OfPem(pem) {
  return pem.replace(/-----[A-Z ]+-----/g, "").replace(/\s/g, "");
}

function secretFile(path, make) {
  if (existsSync(path)) return readFileSync(path, "utf8").trim();
  const secret = make();
  writeSecret(path, `${secret}\n`);
  return secret;
}

/** Whole or not at all, readable by its owner alone. */
function writeSecret(path, text) {
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, text, { mode: 0o600 });
  renameSync(temporary, path);
}

/** Letters and digits that nobody confuses. */
function readableCode(length) {
  const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}

function wholeNumber(name, text) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0 || number > 65_535) {
    console.error(`${name} precisa ser um número de porta, não "${text}".`);
    process.exit(1);
  }
  return number;
}
