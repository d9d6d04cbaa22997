import { generateKeyPairSync, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportJWK, SignJWT } from "jose";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { buildApp, loadEmbedded } from "../../scripts/build.mjs";
import { launchBrowser } from "../support/browser";
import { ClerkApi } from "../support/clerkApi";
import { projectRoot } from "../support/installation";

/**
 * The app as it is built for Clerk, in real browsers, with Clerk's own React library: its script, its tokens and its Backend
 * API come from stand-ins, because there is no network. The tokens are verified by the embedded backend as any issuer's.
 */

const HOST = "clerk.loja.test";
const PASSWORD = "senha-da-chefe";
const clerk = new ClerkApi();
const dataDir = mkdtempSync(join(tmpdir(), "clerk-"));
const adminKey = randomUUID();
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

let browser: Browser;
let issuer: string;
let servers: { close: () => Promise<void> }[] = [];
let url: string;

beforeAll(async () => {
  vi.stubEnv("VITE_CLERK_PUBLISHABLE_KEY", `pk_live_${btoa(`${HOST}$`)}`);
  const [{ startBackend }, staticDir] = [await loadEmbedded(), await buildApp(join(projectRoot, ".cache/app-clerk"))];
  const [api, keys] = [await clerk.listen(), await serveKeys()];
  issuer = keys.url;
  const backend = await startBackend({
    functionsDir: join(projectRoot, "convex"),
    dataDir,
    adminKey,
    port: 0,
    sitePort: 0,
    staticDir,
    logLevel: "error",
    env: { CLERK_JWT_ISSUER_DOMAIN: issuer, CLERK_SECRET_KEY: clerk.key, CLERK_API_URL: api.url },
  });
  url = backend.url.replace("//127.0.0.1", "//localhost");
  servers = [backend, api, keys];
  const account = { email: "chefe@loja.test", name: "Chefe", password: PASSWORD };
  await asOperator("seed:superAdmin", account);
  browser = await launchBrowser();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await browser?.close();
  for (const server of servers) await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Where Clerk publishes what its tokens are verified with. */
async function serveKeys(): Promise<{ url: string; close: () => Promise<void> }> {
  const jwk = { ...(await exportJWK(publicKey)), use: "sig", alg: "RS256", kid: "clerk-1" };
  const server: Server = createServer((request, response) => {
    const isKeys = request.url === "/.well-known/jwks.json";
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const answer = isKeys ? { keys: [jwk] } : { issuer: address, jwks_uri: `${address}/.well-known/jwks.json` };
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async () => void (await new Promise((closed) => server.close(closed)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

async function asOperator(path: string, args: object): Promise<void> {
  const response = await fetch(`${url}/api/function`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Convex ${adminKey}` },
    body: JSON.stringify({ path, format: "json", args }),
  });
  expect(await response.json()).toMatchObject({ status: "success" });
}

/** What Clerk's token template `convex` holds. */
async function tokenOf(sessionId: string): Promise<string | null> {
  const session = clerk.sessions.get(sessionId);
  if (session === undefined || !clerk.isActive(sessionId)) return null;
  const email = clerk.users.get(session.user_id)?.addresses[0]?.email_address;
  return await new SignJWT({ email, sid: sessionId })
    .setProtectedHeader({ alg: "RS256", kid: "clerk-1" })
    .setIssuer(issuer)
    .setAudience("convex")
    .setSubject(session.user_id)
    .setIssuedAt()
    .setExpirationTime("60s")
    .sign(privateKey);
}

/** Stands for the script on Clerk's host: the object that Clerk's React library takes up. It asks the page's stand-ins. */
function clerkScript(): void {
  const stand = window as unknown as {
    Clerk: object;
    clerkSignIn: (email: string, password: string) => Promise<string | null>;
    clerkToken: (session: string) => Promise<string | null>;
  };
  const KEY = "stand-in-session";
  const listeners = new Set<(resources: object) => void>();
  const refuse = (code: string) =>
    Promise.reject(Object.assign(new Error(code), { errors: [{ code, message: code }] }));
  const session = () => {
    const id = localStorage.getItem(KEY);
    if (id === null) return null;
    const user = { id, organizationMemberships: [] };
    const lastActiveToken = { jwt: { claims: { sid: id } } };
    const getToken = () => stand.clerkToken(id);
    return { id, status: "active", actor: null, factorVerificationAge: null, user, lastActiveToken, getToken };
  };
  const client = {
    sessions: [],
    signIn: {
      create: async ({ identifier, password }: { identifier: string; password: string }) => {
        const createdSessionId = await stand.clerkSignIn(identifier, password);
        return createdSessionId === null ? refuse("form_password_incorrect") : { status: "complete", createdSessionId };
      },
    },
    signUp: {},
  };
  const resources = () => ({ client, session: session(), user: session()?.user ?? null, organization: null });
  const become = (id: string | null) => {
    if (id === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, id);
    for (const listener of [...listeners]) listener(resources());
    return Promise.resolve();
  };
  stand.Clerk = {
    version: "stand-in",
    loaded: true,
    client,
    load: () => Promise.resolve(),
    get session() {
      return session();
    },
    get user() {
      return session()?.user ?? null;
    },
    on: (event: string, listener: (status: string) => void, options?: { notify?: boolean }) => {
      if (event === "status" && options?.notify === true) listener("ready");
    },
    off: () => undefined,
    addListener: (listener: (resources: object) => void) => {
      listeners.add(listener);
      listener(resources());
      return () => listeners.delete(listener);
    },
    setActive: ({ session: id }: { session: string }) => become(id),
    signOut: () => become(null),
  };
}

interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the page's policy kept from running. */
  readonly blocked: string[];
}

async function visit(): Promise<Visit> {
  const context = await browser.newContext({
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
  });
  await context.exposeFunction(
    "clerkSignIn",
    (email: string, password: string) => clerk.signIn(email, password)?.id ?? null,
  );
  await context.exposeFunction("clerkToken", tokenOf);
  await context.route(`https://${HOST}/**`, (route) =>
    route.fulfill({ contentType: "text/javascript", body: `(${clerkScript.toString()})()` }),
  );
  const page = await context.newPage();
  const blocked: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) blocked.push(message.text());
  });
  await page.goto(`${url}/auth`);
  return { page, context, blocked };
}

async function signIn({ page }: Visit, email: string, password: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Senha").fill(password);
  await page.keyboard.press("Enter");
}

describe("people who sign in with Clerk", () => {
  it("are let in by its tokens, get companies and passwords from us, and are out when we say so", async () => {
    const admin = await visit();
    await signIn(admin, "chefe@loja.test", "errada-de-todo");
    await admin.page.getByText("E-mail ou senha incorretos").first().waitFor();
    await signIn(admin, "chefe@loja.test", PASSWORD);
    await admin.page.getByText("Login realizado com sucesso.").waitFor();

    await admin.page.goto(`${url}/config?aba=empresas`);
    await admin.page.getByRole("button", { name: "Nova empresa" }).click();
    const form = admin.page.getByRole("dialog", { name: "Nova empresa" });
    await form.getByLabel("Nome da empresa *").fill("Bazar");
    await form.getByLabel("Email do administrador *").fill("zelia@bazar.test");
    await form.getByLabel("Senha do administrador *").fill("1234567");
    await form.getByRole("button", { name: "Criar" }).click();
    // Clerk's own rule of eight characters, said at the field.
    await form.getByText(/^O serviço de contas não aceita esta senha\./).waitFor();
    await form.getByLabel("Senha do administrador *").fill("senha-da-zelia");
    await form.getByRole("button", { name: "Criar" }).click();
    await admin.page.getByText("Empresa Bazar criada com sucesso!").waitFor();

    const owner = await visit();
    await signIn(owner, "zelia@bazar.test", "senha-da-zelia");
    await owner.page.getByText("Login realizado com sucesso.").waitFor();
    await owner.page.goto(`${url}/config?aba=equipe`);
    await owner.page.getByRole("row", { name: /zelia.*\(você\)/ }).waitFor();

    await admin.page.getByRole("button", { name: "Definir senha de uma pessoa" }).click();
    await admin.page.getByLabel("E-mail da pessoa").fill("zelia@bazar.test");
    await admin.page.getByLabel("Nova senha").fill("outra-senha-boa");
    await admin.page.getByRole("button", { name: "Definir senha", exact: true }).click();
    await admin.page.getByText("Senha de zelia@bazar.test definida.", { exact: false }).waitFor();
    // Her open screen ends at once, while her token is good for most of a minute.
    await owner.page.getByText("Sua sessão foi encerrada").waitFor();
    await signIn(owner, "zelia@bazar.test", "outra-senha-boa");
    await owner.page.getByText("Login realizado com sucesso.").waitFor();
    expect([...admin.blocked, ...owner.blocked]).toEqual([]);
    await owner.context.close();
    await admin.context.close();
  });

  it("are served pages that run the app's own scripts and Clerk's, and no others", async () => {
    const { page, context, blocked } = await visit();
    await page.getByLabel("E-mail").waitFor();
    expect(blocked).toEqual([]);
    expect(await page.evaluate(() => "Clerk" in window)).toBe(true);
    await page.evaluate(() => {
      for (const [name, text] of [
        ["src", "https://alheio.test/x.js"],
        ["text", "window.alheio = true"],
      ] as const) {
        const script = document.createElement("script");
        script[name] = text;
        document.head.append(script);
      }
    });
    await expect.poll(() => blocked.length).toBe(2);
    expect(await page.evaluate(() => "alheio" in window)).toBe(false);
    await context.close();
  });
});
