import { ConvexHttpClient } from "convex/browser";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { startGateway } from "../../../simulators/gateway/start";
import { BackendProcess } from "../../support/embeddedBackend";
import { projectRoot } from "../../support/installation";
import { phonesUpTo } from "../../support/messaging";
import { MovedClock } from "../../support/movedClock";

/** The real functions on the real backend with the simulated gateway: a broadcast of 500, and kills in the middle of it. */

const RECIPIENTS = 500;
/** Where the short form stops and counts; `npm run prove` goes on to the end. */
const STOPS_AFTER = process.env.PROVE_ROUNDS === undefined ? 34 : RECIPIENTS;
const NOON = Date.parse("2026-11-20T12:00:00-03:00");
const PASSWORD = "senha-do-teste";
const LONG = { timeout: 120_000, interval: 5 };
/** More than is waited between two messages. */
const WAIT_MS = 5_000;
/** A try that nobody has settled counts as dead after two minutes. */
const TRY_LIFE_MS = 125_000;

const clock = new MovedClock(NOON);
let backend: BackendProcess;
let url: string;
let tenantId: Id<"tenants">;
let ana: ConvexHttpClient;
let gateway: Awaited<ReturnType<typeof startGateway>>;
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
  ana = new ConvexHttpClient(url, { logger: false });
  const params = { email: "dona@mensagens.test", password: PASSWORD, flow: "signIn" };
  const { tokens } = await ana.action(api.auth.signIn, { provider: "password", params });
  ana.setAuth(tokens!.token);
}

/**
 * A conversation gets its label when its message is written down as sent: by then the time that is waited until the next
 * has passed. The gateway's clock goes with ours.
 */
function followMessages(): NodeJS.Timeout {
  let seen = 0;
  return setInterval(() => {
    const { length } = gateway.state.labels;
    if (length > seen) clock.advance((length - seen) * WAIT_MS);
    seen = length;
    const behind = clock.now() - gateway.clock.now();
    if (behind > 0) gateway.clock.advance(behind);
  }, 2);
}

beforeAll(async () => {
  gateway = await startGateway();
  const env = { SECRETS_KEY: randomBytes(32).toString("base64") };
  const options = { env, preload: clock.preload };
  ({ process: backend, url } = await BackendProcess.start(join(projectRoot, "convex"), options));
  const company = await asOperator<{ tenantId: Id<"tenants">; products: { productId: Id<"products"> }[] }>(
    "seed:company",
    {
      name: "Loja das Mensagens",
      slug: "mensagens",
      accounts: [{ email: "dona@mensagens.test", password: PASSWORD, name: "Dona", role: "owner" }],
      products: [{ code: "C151", name: "Vestido", priceCents: 5990, stock: 500 }],
    },
  );
  tenantId = company.tenantId;
  await asOperator("seed:setProviderAddresses", { tenantId, addresses: { whatsapp: gateway.url } });
  const line = { code: "C151", name: "Vestido", productId: company.products[0]!.productId, quantity: 1 };
  const lines = [{ ...line, unitPriceCents: 5990, launchedAt: NOON }];
  const order = { eventType: "LIVE", eventDate: "2026-11-20", paidAt: null, actorId: null, actorName: "Dona", lines };
  const orders = phonesUpTo(RECIPIENTS).map((phone) => ({ ...order, phone }));
  for (let at = 0; at < orders.length; at += 100)
    await asOperator("demo:addOrders", { tenantId, orders: orders.slice(at, at + 100) });
  await signIn();
  await ana.mutation(api.integrations.saveWhatsapp, { tenantId, isActive: true });
  following = followMessages();
}, 120_000);

afterAll(async () => {
  clearInterval(following);
  await backend.close();
  await gateway.close();
  clock.close();
});

const arrived = () => gateway.state.messages.length;
const sortedNumbers = () => gateway.state.messages.map(({ number }) => number).sort();

async function killAndStart(): Promise<void> {
  await backend.end("SIGKILL");
  url = await backend.start();
  await signIn();
  clock.advance(TRY_LIFE_MS);
}

const readBroadcast = (broadcastId: Id<"broadcasts">) =>
  ana.query(api.broadcasts.get, { tenantId, broadcastId, now: clock.now() });

it("killed in the middle of 500: nobody gets two, nobody is forgotten, and it goes on by itself", async () => {
  const asked = { tenantId, requestId: "envio-1", selection: { kind: "filter" as const, filter: {} } };
  const { broadcastId } = await ana.mutation(api.broadcasts.prepare, { ...asked, text: "Oi {nome}, tem live hoje!" });
  const state = async () => (await readBroadcast(broadcastId))?.state;
  await expect.poll(state, LONG).toBe("ready");
  await ana.mutation(api.broadcasts.start, { tenantId, broadcastId, seenTotal: RECIPIENTS });

  // Killed while the gateway holds a message: one that has left, then one that has not.
  for (const kind of ["timeout_after_success", "timeout"] as const) {
    gateway.faults.add({ kind, path: "/send-message", skip: 14 });
    await expect.poll(() => gateway.faults.list(), LONG).toEqual([]);
    await killAndStart();
  }
  // The list has their order: a gap is somebody who is being asked about, and comes later.
  const isEnough = () => arrived() >= STOPS_AFTER && sortedNumbers().join() === phonesUpTo(arrived()).join();
  await expect.poll(isEnough, { ...LONG, timeout: 500_000 }).toBe(true);

  if (STOPS_AFTER < RECIPIENTS) await ana.mutation(api.broadcasts.pause, { tenantId, broadcastId });
  const { sent, total, failed, inDoubt } = await settled(broadcastId);
  expect({ total, failed, inDoubt }).toEqual({ total: RECIPIENTS, failed: 0, inDoubt: 0 });
  expect(sortedNumbers()).toEqual(phonesUpTo(sent));
  if (STOPS_AFTER === RECIPIENTS) expect(await state()).toBe("finished");
}, 600_000);

/** Once nothing of it is under way any more. */
async function settled(broadcastId: Id<"broadcasts">) {
  // By the moved clock hours may have passed.
  await signIn();
  const unsettled = async () => arrived() - ((await readBroadcast(broadcastId))?.sent ?? 0);
  await expect.poll(unsettled, LONG).toBe(0);
  const broadcast = await readBroadcast(broadcastId);
  if (broadcast === null) throw new Error("the broadcast should be there");
  return broadcast;
}
