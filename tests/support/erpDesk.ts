import { request } from "node:http";
import { afterEach, beforeEach, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import { startBling } from "../../simulators/bling/start";
import { SHOP } from "../../simulators/bling/state";
import { aShop, type Deployment, type Person, type Shop } from "./builders";
import { setUpSigning } from "./signingKeys";

/** A shop that is connected to the simulated ERP. For files that run in Node: the simulator is a server. */

export type Erp = Awaited<ReturnType<typeof startBling>>;

export const API = "/Api/v3";
export const SALES = `${API}/pedidos/vendas`;
export const MARIA = { name: "Maria Souza", cpf: "191.191.191-00", email: "maria@exemplo.com", address: null };

export interface ErpDesk {
  readonly shop: Shop;
  readonly deployment: Deployment;
  readonly tenantId: Id<"tenants">;
  readonly staff: Person;
  readonly owner: Person;
  readonly erp: Erp;
}

/** By how much the clock goes forward each time the event loop comes round: all that answers is in this process. */
const STEP_MS = 500;

let erp: Erp | undefined;
let pump: ReturnType<typeof setInterval> | undefined;

/** Each test begins on the afternoon of a live. Its time goes by a hundred times as fast while something waits. */
export function keepErpHours(): void {
  beforeEach(async () => {
    await setUpSigning();
    departures = [];
    vi.stubGlobal("fetch", overHttp);
    vi.useFakeTimers({ toFake: ["setTimeout", "Date"], now: Date.parse("2026-11-20T15:00:00-03:00") });
  });
  afterEach(async () => {
    clearInterval(pump);
    vi.clearAllTimers();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    await erp?.close();
    erp = undefined;
  });
}

/** When each request set out, by the clock of the tests. */
export let departures: number[] = [];

/** Node's own `fetch` counts its time-outs by the clock that the tests move. */
function overHttp(url: string, { method = "GET", headers, body, signal }: RequestInit = {}): Promise<Response> {
  departures.push(Date.now());
  return new Promise((resolve, reject) => {
    const given = Object.fromEntries(new Headers(headers));
    const sent = request(url, { method, headers: given, agent: false, ...(signal ? { signal } : {}) }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () => {
        const { statusCode: status = 500 } = incoming;
        resolve(new Response(status === 204 ? null : Buffer.concat(chunks), { status }));
      });
    });
    sent.on("error", reject);
    sent.end(typeof body === "string" ? body : undefined);
  });
}

/** @param connected with tokens as somebody types them by hand */
export async function anErpDesk({ connected = true, isActive = true } = {}): Promise<ErpDesk> {
  process.env.SECRETS_KEY = btoa("0123456789abcdef0123456789abcdef");
  const shop = await aShop();
  const { deployment, tenantId } = shop;
  const started = await startBling();
  erp = started;
  const staff = await shop.hasStaff("Ana");
  const owner = await shop.hasStaff("Dona Célia", "owner");
  await deployment.mutation(internal.seed.setProviderAddresses, { tenantId, addresses: { bling: started.url } });
  const tokens = { accessToken: SHOP.accessToken, refreshToken: SHOP.refreshToken };
  await owner.session.mutation(api.integrations.saveBling, {
    ...{ tenantId, isActive, clientId: SHOP.clientId, clientSecret: SHOP.clientSecret },
    ...(connected ? tokens : {}),
  });
  return { shop, deployment, tenantId, staff, owner, erp: started };
}

let phones = 0;

export interface Sold {
  readonly orderId: Id<"orders">;
  readonly productId: Id<"products">;
}

/** An open order of two blouses at R$ 59,90. @param customer null: nobody has said who it is */
export async function anErpOrder(
  desk: ErpDesk,
  { productId, phone, customer = MARIA }: { productId?: Id<"products">; phone?: string; customer?: object | null } = {},
): Promise<Sold> {
  const { shop, staff, tenantId } = desk;
  phones += 1;
  const sold = productId ?? (await shop.hasProduct({ code: `B${phones}`, name: "Blusa", priceCents: 5990, stock: 90 }));
  const { orderId } = await shop.launch(staff, {
    productId: sold,
    phone: phone ?? `119876${String(50_000 + phones)}`,
    quantity: 2,
  });
  if (customer !== null)
    await staff.session.mutation(api.checkout.saveCustomer, { tenantId, orderId, ...MARIA, ...customer });
  return { orderId, productId: sold };
}

export async function setPaid(desk: ErpDesk, orderIds: readonly Id<"orders">[], isPaid = true): Promise<void> {
  const { staff, tenantId } = desk;
  await staff.session.mutation(api.orders.setPaid, { tenantId, orderIds: [...orderIds], isPaid });
}

export async function aPaidOrder(desk: ErpDesk, order?: Parameters<typeof anErpOrder>[1]): Promise<Sold> {
  const sold = await anErpOrder(desk, order);
  await setPaid(desk, [sold.orderId]);
  return sold;
}

/** Time goes by while something waits for it: a request for its pace, a turn for the one before. */
export function letTimePass(): void {
  clearInterval(pump);
  pump = setInterval(() => vi.advanceTimersByTime(STEP_MS), 1);
}

/** Everything that is to be done now or within a minute, and what that leads to. */
export async function settleErp({ deployment }: Pick<ErpDesk, "deployment">): Promise<void> {
  letTimePass();
  for (;;) {
    await deployment.finishAllScheduledFunctions(() => vi.advanceTimersByTime(STEP_MS), 10_000);
    const waiting = await deployment.run(({ db }) => db.system.query("_scheduled_functions").collect());
    const times = waiting.filter(({ state }) => state.kind === "pending").map(({ scheduledTime }) => scheduledTime);
    if (times.length === 0) break;
    vi.advanceTimersByTime(Math.max(0, Math.min(...times) - Date.now()));
  }
  clearInterval(pump);
}

/** Some time later, when the sweep has come by. */
export async function laterOn(desk: ErpDesk, ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  await desk.deployment.mutation(internal.blingWork.sweep, {});
  await settleErp(desk);
}

export async function erpRow({ shop }: ErpDesk, orderId: Id<"orders">): Promise<Doc<"erpOrders">> {
  const row = (await shop.rows("erpOrders")).find((known) => known.orderId === orderId);
  if (row === null || row === undefined) throw new Error("the order should have been queued for the ERP");
  return row;
}

/** As `GET /pedidos/vendas` gives a sale's own fields, with what has become of it. */
export function salesOf({ erp: { state } }: ErpDesk) {
  return state.orders.map(({ fields, situacao, totalCents, numero, isStockPosted, isBilled }) => {
    return { ...fields, situacao, totalCents, numero, isStockPosted, isBilled };
  });
}
