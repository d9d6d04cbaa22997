// @vitest-environment node
import { describe, expect, test } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { SHOP } from "../../simulators/bling/state";
import { aShop } from "../support/builders";
import {
  API,
  anErpDesk,
  aPaidOrder,
  erpRow,
  keepErpHours,
  laterOn,
  letTimePass,
  SALES,
  settleErp,
  type ErpDesk,
} from "../support/erpDesk";

/** The ERP as staff and owners see it: the lists, the connection, the choices. */

keepErpHours();

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const counts = ({ erp: { state } }: ErpDesk) => [state.contacts.length - 1, state.products.length, state.orders.length];
const overviewOf = ({ staff, tenantId }: ErpDesk) => staff.session.query(api.bling.overview, { tenantId });

describe("what staff see", () => {
  test("the lists, latest change first, and the marks of a list's rows", async () => {
    const desk = await anErpDesk();
    const { tenantId, staff } = desk;
    const { session } = staff;
    const sent = await aPaidOrder(desk);
    await settleErp(desk);
    desk.erp.faults.add({ kind: "status", status: 400, method: "POST", path: SALES });
    const failed = await aPaidOrder(desk);
    await settleErp(desk);
    const waiting = await aPaidOrder(desk);
    const numbers = async (list: "all" | "waiting" | "failed" | "sent" | "canceled") =>
      (
        await session.query(api.bling.orders, { tenantId, list, paginationOpts: { numItems: 10, cursor: null } })
      ).page.map(({ orderNumber }) => orderNumber);
    expect([await numbers("all"), await numbers("waiting"), await numbers("failed"), await numbers("sent")]).toEqual([
      [3, 2, 1],
      [3],
      [2],
      [1],
    ]);
    expect(await numbers("canceled")).toEqual([]);
    const orderIds = [sent.orderId, failed.orderId, waiting.orderId];
    const marks = await session.query(api.bling.ofOrders, { tenantId, orderIds });
    expect(marks.map(({ state }) => state)).toEqual(["sent", "failed", "waiting"]);
    expect(await session.query(api.bling.overview, { tenantId })).toMatchObject({
      ...{ isActive: true, hasCredentials: true, connection: { state: "connected", message: null } },
      queue: { waiting: 1, failed: 1, pausedFor: null, message: null },
    });
    expect(await session.mutation(api.bling.retryFailed, { tenantId })).toEqual({ queued: 1, more: false });
    await settleErp(desk);
    expect(await numbers("sent")).toHaveLength(3);
    expect(desk.erp.received({ path: `${API}/oauth` })).toEqual([]);
  });
});

describe("tokens", () => {
  test("an expired one is renewed once, in the middle of an order, with the new refresh token kept", async () => {
    const desk = await anErpDesk();
    const { tenantId, owner } = desk;
    const { orderId } = await aPaidOrder(desk);
    desk.erp.clock.advance(7 * HOUR_MS);
    await settleErp(desk);
    expect(await erpRow(desk, orderId)).toMatchObject({ state: "sent", attempts: 0 });
    expect(desk.erp.received({ path: `${API}/oauth/token` })).toHaveLength(1);
    const { refreshToken } = desk.erp.state.grants.tokens.at(-1)!;
    const kept = await owner.session.mutation(api.integrations.reveal, { tenantId, secret: "bling.refresh_token" });
    expect([kept.value, refreshToken === SHOP.refreshToken]).toEqual([refreshToken, false]);
    expect(counts(desk)).toEqual([1, 1, 1]);
  });

  test("taken back at Bling: the queue waits, says so, and goes on by itself with the next connection", async () => {
    const desk = await anErpDesk();
    const { tenantId, owner, staff } = desk;
    const { orderId } = await aPaidOrder(desk);
    for (const token of desk.erp.state.grants.tokens) token.isRevoked = true;
    await settleErp(desk);
    expect(await overviewOf(desk)).toMatchObject({
      queue: {
        waiting: 1,
        pausedFor: "disconnected",
        message: "O Bling não aceita mais a conexão. Conecte de novo; os pedidos esperam na fila.",
      },
    });
    const before = desk.erp.received().length;
    await laterOn(desk, HOUR_MS);
    expect(desk.erp.received()).toHaveLength(before);

    const { url } = await owner.session.action(api.bling.connect, { tenantId });
    const callback = (await owner.session.query(api.bling.settings, { tenantId })).redirectUrl;
    desk.erp.state.grants.applications[0]!.redirectUris = [callback];
    const form = new URLSearchParams({ ...Object.fromEntries(new URL(url).searchParams), decision: "allow" });
    const { status, back } = await permit(url, form);
    expect([status, back.origin + back.pathname]).toEqual([303, callback]);
    const returned = await desk.deployment.fetch(`${back.pathname}${back.search}`, { method: "GET" });
    expect([returned.status, await returned.text()]).toEqual([200, expect.stringContaining("Bling conectado")]);
    // Brought a second time, the same code and state open nothing.
    expect((await desk.deployment.fetch(`${back.pathname}${back.search}`, { method: "GET" })).status).toBe(400);

    expect(await staff.session.query(api.bling.overview, { tenantId })).toMatchObject({
      connection: { state: "connected" },
    });
    await laterOn(desk, MINUTE_MS);
    expect(await erpRow(desk, orderId)).toMatchObject({ state: "sent" });
  });

  /** What a person does on Bling's page. */
  async function permit(url: string, form: URLSearchParams): Promise<{ status: number; back: URL }> {
    const { request } = await import("node:http");
    return await new Promise((resolve, reject) => {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const sent = request(
        new URL(url).origin + `${API}/oauth/authorize`,
        { method: "POST", headers, agent: false },
        (answer) => {
          answer.resume();
          resolve({ status: answer.statusCode ?? 0, back: new URL(answer.headers.location ?? "") });
        },
      );
      sent.on("error", reject);
      sent.end(form.toString());
    });
  }

  test("without any, nothing is sent and nothing is lost; 'Testar' and the choices say so", async () => {
    const desk = await anErpDesk({ connected: false });
    const { tenantId, owner } = desk;
    const { orderId } = await aPaidOrder(desk);
    await settleErp(desk);
    expect(await erpRow(desk, orderId)).toMatchObject({ state: "waiting", attempts: 0 });
    expect(desk.erp.received()).toEqual([]);
    expect(await owner.session.action(api.bling.testConnection, { tenantId })).toEqual({
      ...{ outcome: "not_connected", message: "O Bling não está conectado." },
    });
  });

  test("the choices are Bling's own", async () => {
    const desk = await anErpDesk();
    const { tenantId, owner } = desk;
    const asked = owner.session.action(api.bling.choices, { tenantId });
    letTimePass();
    const { paymentForms, situations } = await asked;
    expect(paymentForms).toEqual([
      { id: 1_234_567, name: "Mercado Pago" },
      { id: 1_234_568, name: "Pix" },
    ]);
    expect(situations).toContainEqual({ id: 12, name: "Cancelado" });
  });
});

describe("many companies at one address", () => {
  test("twenty are served at once, the next when one of them is done; a deleted company's turn keeps nobody waiting", async () => {
    const desk = await anErpDesk();
    const { deployment } = desk;
    const { orderId } = await aPaidOrder(desk);
    const { _id: erpOrderId } = await erpRow(desk, orderId);
    const others = await Promise.all(Array.from({ length: 20 }, () => aShop({ deployment })));
    const now = Date.now();
    await deployment.run(async ({ db }) => {
      for (const [at, { tenantId: shopId }] of others.entries()) {
        await db.insert("erpTurns", { shopId, turnId: String(at), erpOrderId, until: now + 1_000 * (at + 60) });
      }
    });
    await settleErp(desk);
    expect(desk.erp.received()).toEqual([]);
    await laterOn(desk, 61_000);
    expect(await erpRow(desk, orderId)).toMatchObject({ state: "sent" });
    await laterOn(desk, 25 * HOUR_MS);
    expect(await deployment.run(({ db }) => db.query("erpTurns").collect())).toEqual([]);
  });

  test("tokens are renewed one after the other: twenty in a minute would block everybody for an hour", async () => {
    const { deployment } = await anErpDesk();
    for (let count = 0; count < 25; count += 1) {
      const { tenantId } = await aShop({ deployment });
      const none = { madeFor: null, expiresAt: 1, connectedAt: null, connectedByName: null, problem: null };
      const row = {
        ...none,
        tenantId,
        service: "bling",
        version: 1,
        exchange: null,
        lease: null,
        renewalDueAt: 1,
      } as const;
      await deployment.run(({ db }) => db.insert("oauthConnections", row));
    }
    expect(await deployment.mutation(internal.oauth.sweep, {})).toEqual({ started: 25 });
    const planned = await deployment.run(({ db }) => db.system.query("_scheduled_functions").collect());
    const times = planned.filter(({ name }) => name === "oauth:renew").map(({ scheduledTime }) => scheduledTime);
    const inOneMinute = times.map((from) => times.filter((at) => at >= from && at < from + MINUTE_MS).length);
    expect([times.length, Math.max(...inOneMinute)]).toEqual([25, 10]);
  });
});

describe("Loja Demo", () => {
  test("sends to the simulated ERP from its first start, also when its tokens have ended; what its people make of it stays", async () => {
    const desk = await anErpDesk({ connected: false });
    const { deployment, erp } = desk;
    const shop = await aShop({ deployment, name: "Loja Demo" });
    const { tenantId } = shop;
    await deployment.run(({ db }) => db.insert("demonstrations", { tenantId, startedAt: 0 }));
    const { clientId, clientSecret, accessToken, refreshToken } = SHOP;
    const given = {
      addresses: { bling: erp.url },
      secrets: {},
      erp: { clientId, clientSecret, accessToken, refreshToken },
    };
    const start = () => deployment.mutation(internal.seed.connectSimulators, given);
    await start();
    const staff = await shop.hasStaff("Ana");
    const owner = await shop.hasStaff("Dona", "owner");
    const demo: ErpDesk = { ...desk, shop, tenantId, staff, owner };
    erp.clock.advance(7 * HOUR_MS);
    const { orderId } = await aPaidOrder(demo);
    await settleErp(demo);
    expect(await erpRow(demo, orderId)).toMatchObject({ state: "sent" });
    await owner.session.mutation(api.bling.disconnect, { tenantId });
    await start();
    expect((await overviewOf(demo)).connection).toMatchObject({ state: "disconnected" });
  });
});
