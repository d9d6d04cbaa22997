import { ConvexHttpClient } from "convex/browser";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { startBling } from "../../../simulators/bling/start";
import { SHOP } from "../../../simulators/bling/state";
import { BackendProcess } from "../../support/embeddedBackend";
import { projectRoot } from "../../support/installation";
import { phonesUpTo } from "../../support/messaging";
import { MovedClock } from "../../support/movedClock";

/** The real functions on the real backend with the simulated ERP: kills while a sale is on its way there. */

const ORDERS = 4;
const PASSWORD = "senha-do-teste";
const SALES = "/Api/v3/pedidos/vendas";
const LONG = { timeout: 120_000, interval: 5 };
/** More than is waited between two requests. */
const PACE_MS = 1_000;
/** Whoever has said nothing for three minutes is dead; a minute later the sweep has come by. */
const TURN_LIFE_MS = 4 * 60_000;

/** Of one time with the ERP, which has the real one to begin with. */
const BEGUN_AT = Date.now();
const clock = new MovedClock(BEGUN_AT);
let backend: BackendProcess;
let url: string;
let tenantId: Id<"tenants">;
let dona: ConvexHttpClient;
let erp: Awaited<ReturnType<typeof startBling>>;
let following: NodeJS.Timeout;

async function asOperator<Value>(path: string, args: object): Promise<Value> {
  const response = await fetch(`${url}/api/function`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: "Convex operator" },
    body: JSON.stringify({ path, args, format: "json" }),
  });
  return ((await response.json()) as { value: Value }).value;
}

/** Tokens are good for one address, and each start has another. */
async function signIn(): Promise<void> {
  dona = new ConvexHttpClient(url, { logger: false });
  const params = { email: "dona@erp.test", password: PASSWORD, flow: "signIn" };
  const { tokens } = await dona.action(api.auth.signIn, { provider: "password", params });
  dona.setAuth(tokens!.token);
}

/** With each request that arrives the time passes that is waited before the next. The ERP's clock goes with ours. */
function followRequests(): NodeJS.Timeout {
  let seen = 0;
  return setInterval(() => {
    const { length } = erp.received();
    if (length > seen) clock.advance((length - seen) * PACE_MS);
    seen = length;
    const behind = clock.now() - erp.clock.now();
    if (behind > 0) erp.clock.advance(behind);
  }, 2);
}

beforeAll(async () => {
  erp = await startBling();
  const options = { env: { SECRETS_KEY: randomBytes(32).toString("base64") }, preload: clock.preload };
  ({ process: backend, url } = await BackendProcess.start(join(projectRoot, "convex"), options));
  const company = await asOperator<{ tenantId: Id<"tenants">; products: { productId: Id<"products"> }[] }>(
    "seed:company",
    {
      name: "Loja do Bling",
      slug: "bling",
      accounts: [{ email: "dona@erp.test", password: PASSWORD, name: "Dona", role: "owner" }],
      products: [{ code: "C151", name: "Vestido", priceCents: 5990, stock: 500 }],
    },
  );
  tenantId = company.tenantId;
  await asOperator("seed:setProviderAddresses", { tenantId, addresses: { bling: erp.url } });
  const line = { code: "C151", name: "Vestido", productId: company.products[0]!.productId, quantity: 1 };
  const lines = [{ ...line, unitPriceCents: 5990, launchedAt: BEGUN_AT }];
  const order = { eventType: "LIVE", eventDate: "2026-11-20", paidAt: null, actorId: null, actorName: "Dona", lines };
  await asOperator("demo:addOrders", { tenantId, orders: phonesUpTo(ORDERS).map((phone) => ({ ...order, phone })) });
  await signIn();
  const { clientId, clientSecret, accessToken, refreshToken } = SHOP;
  const typed = { clientId, clientSecret, accessToken, refreshToken, isActive: true };
  await dona.mutation(api.integrations.saveBling, { tenantId, ...typed });
  following = followRequests();
}, 120_000);

afterAll(async () => {
  clearInterval(following);
  await backend.close();
  await erp.close();
  clock.close();
});

async function killAndStart(): Promise<void> {
  await backend.end("SIGKILL");
  url = await backend.start();
  await signIn();
  clock.advance(TURN_LIFE_MS);
}

const page = { paginationOpts: { numItems: 50, cursor: null } };

async function states(): Promise<string[]> {
  const listed = await dona.query(api.bling.orders, { tenantId, list: "all", ...page });
  return listed.page.map(({ state }) => state);
}

it("killed while the ERP holds a sale, one that it made and one that it did not: each is there once", async () => {
  const listed = await dona.query(api.orders.list, { tenantId, ...page });
  const kinds = ["timeout_after_success", "timeout"] as const;
  for (const kind of kinds) erp.faults.add({ kind, path: SALES, method: "POST", skip: 1 });
  await dona.mutation(api.orders.setPaid, { tenantId, orderIds: listed.page.map(({ _id }) => _id), isPaid: true });
  for (const [killed] of kinds.entries()) {
    await expect.poll(() => erp.faults.list().length, LONG).toBe(kinds.length - 1 - killed);
    await killAndStart();
  }
  await expect.poll(states, LONG).toEqual(Array<string>(ORDERS).fill("sent"));
  expect(new Set(erp.state.orders.map(({ fields }) => fields.numeroLoja)).size).toBe(ORDERS);
  expect([erp.state.orders.length, erp.state.products.length]).toEqual([ORDERS, 1]);
  expect(erp.received().filter(({ answer }) => answer?.status === 429)).toEqual([]);
}, 300_000);
