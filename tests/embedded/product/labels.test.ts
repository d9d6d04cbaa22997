import { ConvexHttpClient } from "convex/browser";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { SHOP } from "../../../simulators/melhorEnvio/state";
import { startMelhorEnvio } from "../../../simulators/melhorEnvio/start";
import { BackendProcess } from "../../support/embeddedBackend";
import { projectRoot } from "../../support/installation";

/** The real functions on the real backend, with the simulated service: labels to the door, and kills between the steps. */

const TODAY = "2026-11-20";
const PASSWORD = "senha-do-teste";
const LONG = { timeout: 60_000, interval: 20 };
const DONE = { outcome: "done", message: null };

let backend: BackendProcess;
let url: string;
let tenantId: Id<"tenants">;
let staff: ConvexHttpClient;
let colleague: ConvexHttpClient;
let productId: Id<"products">;
let carrier: Awaited<ReturnType<typeof startMelhorEnvio>>;

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
  const params = { email: `${name}@etiquetas.test`, password: PASSWORD, flow: "signIn" };
  const { tokens } = await client.action(api.auth.signIn, { provider: "password", params });
  client.setAuth(tokens!.token);
  return client;
}

const ADDRESS = {
  ...{ cep: "01310930", street: "Avenida Paulista", number: "1500", complement: "" },
  ...{ neighborhood: "Bela Vista", city: "São Paulo", state: "SP" },
};
const SENDER = {
  ...{
    originCep: "31575060",
    senderName: "Loja da Ana",
    senderDocument: "16571478358",
    senderStreet: "Rua das Flores",
  },
  ...{ senderNumber: "100", senderNeighborhood: "Centro", senderCity: "Belo Horizonte", senderState: "MG" },
  ...{ senderEmail: "ana@exemplo.com", senderPhone: "31999990000" },
};

beforeAll(async () => {
  carrier = await startMelhorEnvio({ pace: { generateMs: 50, advanceMs: null } });
  const env = { SECRETS_KEY: randomBytes(32).toString("base64") };
  ({ process: backend, url } = await BackendProcess.start(join(projectRoot, "convex"), { env }));
  const account = (name: string, role: string) => ({ email: `${name}@etiquetas.test`, password: PASSWORD, name, role });
  const company = await asOperator<{ tenantId: Id<"tenants">; products: { productId: Id<"products"> }[] }>(
    "seed:company",
    {
      name: "Loja das Etiquetas",
      slug: "etiquetas",
      accounts: [account("ana", "staff"), account("joao", "staff"), account("dona", "owner")],
      products: [{ code: "C151", name: "Vestido", priceCents: 5990, stock: 500 }],
    },
  );
  tenantId = company.tenantId;
  productId = company.products[0]!.productId;
  await asOperator("seed:setProviderAddresses", { tenantId, addresses: { melhorEnvio: carrier.url } });
  const owner = await signIn("dona");
  const { clientId, clientSecret, accessToken } = SHOP;
  await owner.mutation(api.shipping.saveSettings, { tenantId, ...SENDER, clientId, clientSecret });
  await owner.mutation(api.integrations.saveMelhorEnvio, { tenantId, accessToken });
  [staff, colleague] = await Promise.all([signIn("ana"), signIn("joao")]);
}, 120_000);

afterAll(async () => {
  await backend?.close();
  await carrier?.close();
});

beforeEach(async () => {
  await control("DELETE", "faults");
  await control("DELETE", "received");
});

async function control<Value>(method: string, path: string, body?: object): Promise<Value> {
  const response = await fetch(`${carrier.url}/_control/${path}`, {
    method,
    headers: { "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Value;
}

async function timesAsked(method: string, path: string): Promise<number> {
  const found = await control<unknown[]>("GET", `received?method=${method}&path=${encodeURIComponent(path)}`);
  return found.length;
}

interface Label {
  readonly id: string;
  readonly status: string;
  readonly sent: { readonly to: { readonly note: string } };
}

/** The labels of an order that the service has. */
async function labelsOf(number: number): Promise<Label[]> {
  const all = await control<Label[]>("GET", "orders");
  return all.filter(({ sent }) => sent.to.note === `Pedido ${number}`);
}

const balance = async () => (await staff.action(api.labels.wallet, { tenantId })).balanceCents;

let phones = 0;

/** A paid order of two dresses that goes by post. */
async function aPaidOrder(): Promise<{ orderId: Id<"orders">; number: number }> {
  phones += 1;
  const phone = `1198765${String(4000 + phones)}`;
  const launch = { tenantId, productId, phone, quantity: 2, eventDate: TODAY, launchId: `lancamento-${phones}` };
  const { orderId, orderNumber: number } = await staff.mutation(api.manualSales.launch, launch);
  const maria = { name: "Maria Souza", cpf: "19119119100", email: "maria@exemplo.com", address: ADDRESS };
  await staff.mutation(api.checkout.saveCustomer, { tenantId, orderId, ...maria });
  await staff.action(api.checkout.quoteFreight, { tenantId, orderId, cep: ADDRESS.cep });
  await staff.mutation(api.checkout.chooseFreight, { tenantId, orderId, optionId: "1" });
  await staff.mutation(api.orders.setPaid, { tenantId, orderIds: [orderId], isPaid: true });
  return { orderId, number };
}

async function rowOf(orderId: Id<"orders">) {
  return (await staff.query(api.labels.ofOrder, { tenantId, orderId }))!;
}

const create = (orderId: Id<"orders">) => staff.action(api.labels.create, { tenantId, orderId, optionId: null });

async function pay(orderId: Id<"orders">, by = staff) {
  const seenPriceCents = (await rowOf(orderId)).priceCents!;
  return await by.action(api.labels.pay, { tenantId, orderId, seenPriceCents });
}

async function killAndStart(): Promise<void> {
  await backend.end("SIGKILL");
  url = await backend.start();
  [staff, colleague] = await Promise.all([signIn("ana"), signIn("joao")]);
}

/** The minute's sweep, some minutes from now. */
async function sweepLater(): Promise<void> {
  await asOperator("labelWork:sweep", { asOf: Date.now() + 10 * 60_000 });
}

describe("with the service there", () => {
  it("a label is created, bought by one of two who press at once, made ready, printed, posted and delivered", async () => {
    const address = await staff.query(api.labels.webhookAddress, { tenantId });
    expect(address.url).toMatch(/^http:.*\/webhooks\/me\/etiquetas$/);
    expect(await control("PUT", "webhook-address", address)).not.toMatchObject({ error: expect.any(String) });
    const { orderId, number } = await aPaidOrder();
    expect(await create(orderId)).toEqual(DONE);
    const before = await balance();
    const [mine, theirs] = await Promise.all([pay(orderId), pay(orderId, colleague)]);
    expect([mine.outcome, theirs.outcome]).not.toContain("failed");
    await expect.poll(async () => (await rowOf(orderId)).labelUrl, LONG).not.toBeNull();
    const row = await rowOf(orderId);
    expect(row).toMatchObject({ state: "paid", isGenerated: true, problem: null });
    expect(before - (await balance())).toBe(row.priceCents);
    const { url: file } = await staff.action(api.labels.download, { tenantId, orderId });
    const printed = await fetch(file!);
    expect(printed.headers.get("content-type")).toBe("application/pdf");

    // Its notices come twice and in the other order.
    const { id } = (await labelsOf(number))[0]!;
    await control("PUT", "webhooks", { hold: true, copies: 2 });
    await control("POST", `orders/${id}`, { event: "order.posted" });
    await control("POST", `orders/${id}`, { event: "order.delivered" });
    await control("POST", "webhooks/release", { reversed: true });
    await control("PUT", "webhooks", { hold: false, copies: 1 });
    await expect.poll(async () => (await rowOf(orderId)).state, LONG).toBe("delivered");
    await control("GET", "webhooks/settled");
    expect(await rowOf(orderId)).toMatchObject({ state: "delivered", trackingCode: expect.stringMatching(/^ME.*BR$/) });
  });

  it("an empty wallet says how to fill it; filled, the label is paid", async () => {
    const { orderId } = await aPaidOrder();
    await create(orderId);
    await control("PUT", "wallet", { balance: 3.2 });
    expect(await pay(orderId)).toMatchObject({
      outcome: "failed",
      message: expect.stringMatching(/^Seu saldo de R\$.3,20 é insuficiente.*Adicione saldo à carteira/),
    });
    const { url: page } = await staff.action(api.labels.addFunds, { tenantId, amountCents: 20_000 });
    await fetch(page, { method: "POST", body: new URLSearchParams({ decision: "pay" }) });
    expect(await pay(orderId)).toEqual(DONE);
  });

  it("a batch leaves a result for each row, and one file", async () => {
    const orders = [await aPaidOrder(), await aPaidOrder()];
    const orderIds = orders.map(({ orderId }) => orderId);
    for (const action of ["create", "pay", "download"] as const) {
      const { batchId } = await staff.mutation(api.labels.startBatch, {
        tenantId,
        requestId: action,
        action,
        orderIds,
      });
      const read = async () => (await staff.query(api.labels.batch, { tenantId, batchId }))!;
      await expect.poll(async () => (await read()).state, LONG).toBe("done");
      expect(await read()).toMatchObject({ ok: 2, failed: 0 });
      if (action === "download") await expect.poll(async () => (await read()).url, LONG).toMatch(/^http/);
    }
  });
});

describe("kill -9 after the service has done it and before anybody knows", () => {
  const lostAt = (method: string, path: string) =>
    control("POST", "faults", { kind: "timeout_after_success", method, path: `/api/v2/me${path}` });

  it("of creating: there is one label", async () => {
    const { orderId, number } = await aPaidOrder();
    await lostAt("POST", "/cart");
    const lost = create(orderId).catch((error: unknown) => error);
    await expect.poll(async () => (await labelsOf(number)).length, LONG).toBe(1);
    await killAndStart();
    expect(await lost).toBeInstanceOf(Error);
    expect(await rowOf(orderId)).toMatchObject({ state: "pending", step: { kind: "create", byName: "ana" } });
    // Whoever presses again meanwhile makes no second one.
    expect(await create(orderId)).toMatchObject({ outcome: "working" });
    await sweepLater();
    await expect.poll(async () => (await rowOf(orderId)).state, LONG).toBe("created_awaiting_payment");
    expect(await labelsOf(number)).toHaveLength(1);
    expect(await timesAsked("POST", "/api/v2/me/cart")).toBe(1);
  });

  it("of buying: it is paid once, made ready and fetched", async () => {
    const { orderId } = await aPaidOrder();
    await create(orderId);
    const before = await balance();
    await lostAt("POST", "/shipment/checkout");
    const lost = pay(orderId).catch((error: unknown) => error);
    await expect.poll(() => timesAsked("POST", "/api/v2/me/shipment/checkout"), LONG).toBe(1);
    await killAndStart();
    expect(await lost).toBeInstanceOf(Error);
    await sweepLater();
    await expect.poll(async () => (await rowOf(orderId)).labelUrl, LONG).not.toBeNull();
    const row = await rowOf(orderId);
    expect(row).toMatchObject({ state: "paid", problem: null, step: null });
    expect(before - (await balance())).toBe(row.priceCents);
    expect(await timesAsked("POST", "/api/v2/me/shipment/checkout")).toBe(1);
  });
});
