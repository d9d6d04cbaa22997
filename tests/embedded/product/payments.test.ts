import { ConvexHttpClient } from "convex/browser";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { SHOP as CARRIER } from "../../../simulators/melhorEnvio/state";
import { startMelhorEnvio } from "../../../simulators/melhorEnvio/start";
import { SHOP as SELLER } from "../../../simulators/mercadoPago/state";
import { startMercadoPago } from "../../../simulators/mercadoPago/start";
import { startPostalCodes } from "../../../simulators/postalCodes/start";
import { BackendProcess } from "../../support/embeddedBackend";
import { projectRoot } from "../../support/installation";

/** The real functions on the real backend, with the simulated services: from the launch to the money, and kills between. */

const TODAY = "2026-11-20";
const PASSWORD = "senha-do-teste";
const LONG = { timeout: 60_000, interval: 20 };

interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

let backend: BackendProcess;
let url: string;
let tenantId: Id<"tenants">;
let staff: ConvexHttpClient;
let owner: ConvexHttpClient;
let productId: Id<"products">;
let provider: Awaited<ReturnType<typeof startMercadoPago>>;
let carrier: Awaited<ReturnType<typeof startMelhorEnvio>>;
let postal: Awaited<ReturnType<typeof startPostalCodes>>;

async function asOperator<Value>(path: string, args: object): Promise<Value> {
  const response = await fetch(`${url}/api/function`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: "Convex operator" },
    body: JSON.stringify({ path, args, format: "json" }),
  });
  return ((await response.json()) as { value: Value }).value;
}

/** Tokens are good for one address, and each start has another. */
async function signIn(name: string): Promise<ConvexHttpClient> {
  const client = new ConvexHttpClient(url, { logger: false });
  const params = { email: `${name}@pagamentos.test`, password: PASSWORD, flow: "signIn" };
  const { tokens } = await client.action(api.auth.signIn, { provider: "password", params });
  client.setAuth(tokens!.token);
  return client;
}

async function signAllIn(): Promise<void> {
  [staff, owner] = await Promise.all([signIn("ana"), signIn("dona")]);
}

beforeAll(async () => {
  [provider, carrier, postal] = await Promise.all([startMercadoPago(), startMelhorEnvio(), startPostalCodes()]);
  const env = { SECRETS_KEY: randomBytes(32).toString("base64") };
  ({ process: backend, url } = await BackendProcess.start(join(projectRoot, "convex"), { env }));
  const account = (name: string, role: string) => ({
    email: `${name}@pagamentos.test`,
    password: PASSWORD,
    name,
    role,
  });
  const company = await asOperator<{ tenantId: Id<"tenants">; products: { productId: Id<"products"> }[] }>(
    "seed:company",
    {
      name: "Loja dos Pagamentos",
      slug: "pagamentos",
      accounts: [account("ana", "staff"), account("dona", "owner")],
      products: [{ code: "C151", name: "Vestido", priceCents: 5990, stock: 500 }],
    },
  );
  tenantId = company.tenantId;
  productId = company.products[0]!.productId;
  await asOperator("seed:setProviderAddresses", {
    tenantId,
    addresses: { mercadoPago: provider.url, melhorEnvio: carrier.url, viaCep: postal.url, brasilApi: postal.url },
  });
  await signAllIn();
  const { accessToken, webhookSecret } = SELLER;
  await owner.mutation(api.integrations.saveMercadoPago, { tenantId, accessToken, webhookSecret });
  await owner.mutation(api.integrations.saveMelhorEnvio, { tenantId, accessToken: CARRIER.accessToken });
}, 120_000);

afterAll(async () => {
  await backend?.close();
  await Promise.all([provider?.close(), carrier?.close(), postal?.close()]);
});

beforeEach(async () => {
  await Promise.all([control("DELETE", "faults"), control("DELETE", "received")]);
});

async function control(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${provider.url}/_control/${path}`, {
    method,
    headers: { "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return await response.json();
}

const received = async (method: string, path: string) =>
  (await control("GET", `received?method=${method}&path=${encodeURIComponent(path)}`)) as Received[];

let phones = 0;

/** A new customer's order of two dresses, ready to be finalized. */
async function anOrder(): Promise<Id<"orders">> {
  phones += 1;
  const phone = `1198765${String(4000 + phones)}`;
  const launch = { tenantId, productId, phone, quantity: 2, eventDate: TODAY, launchId: `lancamento-${phones}` };
  const { orderId } = await staff.mutation(api.manualSales.launch, launch);
  const maria = { name: "Maria Souza", cpf: "19119119100", email: "", address: null };
  await staff.mutation(api.checkout.saveCustomer, { tenantId, orderId, ...maria });
  return orderId;
}

async function readOrder(orderId: Id<"orders">) {
  return (await staff.query(api.checkout.order, { tenantId, orderId, today: TODAY }))!;
}

async function finalize(orderId: Id<"orders">) {
  const { grandTotalCents } = (await readOrder(orderId)).summary;
  const made = await staff.action(api.checkout.finalize, { tenantId, orderId, seenTotalCents: grandTotalCents });
  if (made.kind !== "link") throw new Error("the order should have got a link");
  return made;
}

/** What a customer does on the provider's page. @returns where they are sent */
async function press(link: string, purchase: Record<string, string>): Promise<string> {
  const { origin, pathname, searchParams } = new URL(link);
  const form = new URLSearchParams({ pref_id: searchParams.get("pref_id") ?? "", ...purchase });
  const response = await fetch(origin + pathname, { method: "POST", body: form, redirect: "manual" });
  return response.headers.get("location") ?? "";
}

const byCard = { purchase: "card", holder: "APRO" };
const isPaid = async (orderId: Id<"orders">) => (await readOrder(orderId)).isPaid;

async function timesPaid(orderId: Id<"orders">): Promise<number> {
  const page = { paginationOpts: { numItems: 100, cursor: null } };
  const timeline = await staff.query(api.orders.timeline, { tenantId, orderId, ...page });
  return timeline.page.filter(({ change }) => change.kind === "field_changed" && change.after === true).length;
}

async function killAndStart(): Promise<void> {
  await backend.end("SIGKILL");
  url = await backend.start();
  await signAllIn();
}

describe("with every service there", () => {
  it("an address by its CEP, a freight by its carrier, a link, a card, a signed notice: paid", async () => {
    const orderId = await anOrder();
    const found = await staff.action(api.postalCodes.lookUp, { tenantId, cep: "01310-930" });
    expect(found).toMatchObject({ kind: "found", address: { city: "São Paulo", state: "SP" } });
    if (found.kind !== "found") throw new Error("the CEP should be known");
    const address = { cep: "01310930", number: "1500", complement: "", ...found.address };
    const maria = { name: "Maria Souza", cpf: "19119119100", email: "maria@exemplo.com" };
    await staff.mutation(api.checkout.saveCustomer, { tenantId, orderId, ...maria, address });
    const quoted = await staff.action(api.checkout.quoteFreight, { tenantId, orderId, cep: "01310930" });
    expect(quoted).toMatchObject({ outcome: "calculated", reason: null });
    const { freight } = await readOrder(orderId);
    expect(freight.options).toHaveLength(quoted.found + 1);
    const option = freight.options[1]!;
    await staff.mutation(api.checkout.chooseFreight, { tenantId, orderId, optionId: option.optionId });
    const made = await finalize(orderId);
    expect(made.amountCents).toBe(11980 + option.priceCents);
    await press(made.url, byCard);
    await expect.poll(() => isPaid(orderId), LONG).toBe(true);
    expect(await readOrder(orderId)).toMatchObject({ payment: { state: "paid", paidCents: made.amountCents } });
    // The link is closed at the provider's: nobody pays by it again.
    const closed = () => received("PUT", "/checkout/preferences").then((all) => all.length);
    await expect.poll(closed, LONG).toBeGreaterThan(0);
    expect(await owner.action(api.payments.testConnection, { tenantId })).toMatchObject({ outcome: "connected" });
  });

  it("a carrier at an address that the company typed is not asked where it lies in this machine's network", async () => {
    const orderId = await anOrder();
    await asOperator("seed:setProviderAddresses", { tenantId, addresses: { melhorEnvio: null } });
    await owner.mutation(api.shipping.saveSettings, { tenantId, apiBaseUrl: carrier.url });
    const before = (await (await fetch(`${carrier.url}/_control/received`)).json()) as unknown[];
    const quoted = await staff.action(api.checkout.quoteFreight, { tenantId, orderId, cep: "01310930" });
    expect(quoted).toMatchObject({ outcome: "failed", reason: expect.stringContaining("não respondeu") });
    const after = (await (await fetch(`${carrier.url}/_control/received`)).json()) as unknown[];
    expect(after).toHaveLength(before.length);
  });

  it("notices twice, late and backwards: paid once", async () => {
    const orderId = await anOrder();
    await control("PUT", "webhooks", { hold: true, copies: 3 });
    const made = await finalize(orderId);
    await press(made.url, byCard);
    await control("POST", "webhooks/release", { reversed: true });
    await control("PUT", "webhooks", { hold: false, copies: 1 });
    await expect.poll(() => isPaid(orderId), LONG).toBe(true);
    await control("GET", "webhooks/settled");
    expect(await timesPaid(orderId)).toBe(1);
  });

  it("no notice at all: the payer's page finds out", async () => {
    const orderId = await anOrder();
    await control("PUT", "webhooks", { drop: true });
    const made = await finalize(orderId);
    const page = await press(made.url, byCard);
    await control("PUT", "webhooks", { drop: false });
    expect(await isPaid(orderId)).toBe(false);
    const search = await received("POST", "/checkout/preferences");
    expect(search).toHaveLength(1);
    expect(page).not.toBe("");
    const publicRef = await refOf(orderId);
    const visitor = new ConvexHttpClient(url, { logger: false });
    expect(await visitor.query(api.payments.returnStatus, { publicRef })).toMatchObject({ status: "open" });
    await visitor.action(api.payments.refreshReturn, { publicRef });
    expect(await visitor.query(api.payments.returnStatus, { publicRef })).toMatchObject({
      status: "approved",
      amountCents: 11980,
      tenantName: "Loja dos Pagamentos",
    });
    expect(await isPaid(orderId)).toBe(true);
  });
});

/** The reference that went to the provider with the order's link. */
async function refOf(orderId: Id<"orders">): Promise<string> {
  const { number } = await readOrder(orderId);
  const all = (await control("GET", "received?method=POST&path=%2Fcheckout%2Fpreferences")) as { body: string }[];
  const bodies = all.map(
    ({ body }) => JSON.parse(body) as { external_reference: string; metadata: { order_number: number } },
  );
  return bodies.find(({ metadata }) => metadata.order_number === number)!.external_reference;
}

describe("kill -9", () => {
  it("while the link is being made: pressed again there is one link, made with one key", async () => {
    const orderId = await anOrder();
    await control("POST", "faults", { kind: "timeout_after_success", method: "POST", path: "/checkout/preferences" });
    const lost = finalize(orderId).catch((error: unknown) => error);
    const sent = () => received("POST", "/checkout/preferences");
    await expect.poll(async () => (await sent()).length, LONG).toBe(1);
    await killAndStart();
    expect(await lost).toBeInstanceOf(Error);
    expect(await readOrder(orderId)).toMatchObject({ link: null, linkIsBeingMade: true, isPaid: false });
    const made = await finalize(orderId);
    const all = await sent();
    expect(new Set(all.map(({ headers }) => headers["x-idempotency-key"])).size).toBe(1);
    await press(made.url, byCard);
    // The backend is on another port since: the notice went to the old one, and 'Verificar pagamento' finds out.
    expect(await staff.action(api.payments.refresh, { tenantId, orderId })).toEqual({ state: "paid" });
    expect(await readOrder(orderId)).toMatchObject({ isPaid: true, payment: { paidCents: 11980 } });
  });

  it("while a notice is being looked into: it is found out all the same, and the order is paid once", async () => {
    const orderId = await anOrder();
    const made = await finalize(orderId);
    const publicRef = await refOf(orderId);
    await control("POST", "faults", { kind: "timeout", method: "GET", path: "/v1/payments/" });
    await press(made.url, byCard);
    await expect.poll(async () => (await received("GET", "/v1/payments/")).length, LONG).toBeGreaterThan(0);
    await killAndStart();
    expect(await isPaid(orderId)).toBe(false);
    const visitor = new ConvexHttpClient(url, { logger: false });
    await Promise.all([1, 2, 3].map(() => visitor.action(api.payments.refreshReturn, { publicRef })));
    await expect.poll(() => isPaid(orderId), LONG).toBe(true);
    expect(await timesPaid(orderId)).toBe(1);
  });
});
