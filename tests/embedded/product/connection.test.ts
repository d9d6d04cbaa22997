import { ConvexHttpClient } from "convex/browser";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { SHOP as CARRIER } from "../../../simulators/melhorEnvio/state";
import { startMelhorEnvio } from "../../../simulators/melhorEnvio/start";
import { BackendProcess } from "../../support/embeddedBackend";
import { projectRoot } from "../../support/installation";

/** A company connects its account through the service's own page, on the real backend; and a kill in the middle of it. */

const PASSWORD = "senha-do-teste";
const DAY_MS = 86_400_000;
const LONG = { timeout: 60_000, interval: 20 };
const PARCEL = {
  ...{ cep: "01310930", weightGrams: 300, heightCm: 2, widthCm: 16, lengthCm: 20, insuredCents: null },
  withPickup: false,
};

let backend: BackendProcess;
let url: string;
let tenantId: Id<"tenants">;
let owner: ConvexHttpClient;
let carrier: Awaited<ReturnType<typeof startMelhorEnvio>>;

async function asOperator<Value>(path: string, args: object): Promise<Value> {
  const response = await fetch(`${url}/api/function`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: "Convex operator" },
    body: JSON.stringify({ path, args, format: "json" }),
  });
  return ((await response.json()) as { value: Value }).value;
}

/** Tokens are good for one address, and each start has another; so has the address to come back to. */
async function openShop(): Promise<void> {
  owner = new ConvexHttpClient(url, { logger: false });
  const params = { email: "dona@conexao.test", password: PASSWORD, flow: "signIn" };
  const { tokens } = await owner.action(api.auth.signIn, { provider: "password", params });
  owner.setAuth(tokens!.token);
  const { callbackUrl } = await owner.query(api.shipping.settings, { tenantId });
  const { clientId, clientSecret } = CARRIER;
  await owner.mutation(api.shipping.saveSettings, { tenantId, clientId, clientSecret, redirectUri: callbackUrl });
}

beforeAll(async () => {
  carrier = await startMelhorEnvio();
  const env = { SECRETS_KEY: randomBytes(32).toString("base64") };
  ({ process: backend, url } = await BackendProcess.start(join(projectRoot, "convex"), { env }));
  const account = { email: "dona@conexao.test", password: PASSWORD, name: "Dona Célia", role: "owner" };
  const company = { name: "Loja da Conexão", slug: "conexao", accounts: [account], products: [] };
  ({ tenantId } = await asOperator<{ tenantId: Id<"tenants"> }>("seed:company", company));
  await asOperator("seed:setProviderAddresses", { tenantId, addresses: { melhorEnvio: carrier.url } });
  await openShop();
}, 120_000);

afterAll(async () => {
  await backend?.close();
  await carrier?.close();
});

/** Goes to the service's page and presses its button. @returns where the browser is sent */
async function decide(decision: "allow" | "deny"): Promise<string> {
  const page = await owner.action(api.shipping.connect, { tenantId });
  const consent = await (await fetch(page.url)).text();
  const fields = [...consent.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const form = new URLSearchParams(fields.map(([, name = "", value = ""]) => [name, value]));
  form.set("decision", decision);
  const answer = await fetch(`${carrier.url}/oauth/authorize`, { method: "POST", body: form, redirect: "manual" });
  return answer.headers.get("location") ?? "";
}

const connection = () => owner.query(api.shipping.connection, { tenantId });
const ask = () => owner.action(api.quotes.ask, { tenantId, ...PARCEL });
const tokenCalls = () => carrier.received().filter(({ path }) => path === "/oauth/token").length;

it("denied, then allowed: connected with all that quotes ask for, and the page says so", async () => {
  expect(await (await fetch(await decide("deny"))).text()).toContain("A permissão não foi dada no Melhor Envio.");
  expect(await connection()).toMatchObject({ state: "disconnected", problem: "denied" });
  const back = await fetch(await decide("allow"));
  expect([back.status, back.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(await back.text()).toContain("Melhor Envio conectado.");
  expect(await connection()).toMatchObject({ state: "connected", message: null, connectedByName: "Dona Célia" });
  expect(await ask()).toMatchObject({ outcome: "calculated", reason: null });
});

it("the token has ended at the service: two who need it renew it once, and both are answered", async () => {
  carrier.clock.advance(31 * DAY_MS);
  const before = tokenCalls();
  const answers = await Promise.all([ask(), ask()]);
  expect(answers.map(({ outcome }) => outcome)).toEqual(["calculated", "calculated"]);
  expect(tokenCalls() - before).toBe(1);
});

it("killed while a code is being exchanged: what was connected goes on working, and connecting again does too", async () => {
  carrier.faults.add({ kind: "timeout_after_success", path: "/oauth/token" });
  const before = tokenCalls();
  const lost = fetch(await decide("allow")).catch(() => null);
  await vi.waitFor(() => expect(tokenCalls() - before).toBe(1), LONG);
  await backend.end("SIGKILL");
  await lost;
  url = await backend.start();
  await openShop();
  expect(await connection()).toMatchObject({ state: "connecting" });
  expect(await ask()).toMatchObject({ outcome: "calculated" });
  expect(await (await fetch(await decide("allow"))).text()).toContain("Melhor Envio conectado.");
  expect(await connection()).toMatchObject({ state: "connected", message: null });
  expect(await ask()).toMatchObject({ outcome: "calculated" });
});
