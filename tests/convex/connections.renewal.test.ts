import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { askForQuote, aSender, connectAccount, connectionOf, type Sender } from "../support/carrier";
import type { CarrierFault } from "../support/fakeMelhorEnvio";
import { keepTillHours } from "../support/tillHours";

/** Tokens end. Whoever needs one finds one that works, and of many only one renews it. */

keepTillHours();

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const TOKEN = "/oauth/token";
const QUOTE = "/api/v2/me/shipment/calculate";

const REVOKED = "O Melhor Envio não aceita mais a conexão da loja. Conecte de novo em Configuração de Frete.";
const NOT_RENEWED =
  "O Melhor Envio não renovou a conexão: ela funciona só até vencer. Conecte de novo em Configuração de Frete.";
const UNAUTHORIZED = "O Melhor Envio recusou as credenciais da loja. Conecte de novo em Configuração de Frete.";
const DOWN = "O Melhor Envio não respondeu. Tente de novo em instantes.";

/** Connected, and then `ms` have gone by. */
async function aConnected(ms = 0): Promise<Sender> {
  const sender = await aSender();
  await connectAccount(sender);
  vi.setSystemTime(Date.now() + ms);
  return sender;
}

const bearers = ({ carrier }: Sender, path = QUOTE) =>
  carrier.received.filter((call) => call.path === path).map(({ headers }) => headers.get("Authorization"));
const renewals = ({ carrier }: Sender) =>
  carrier.received.filter(({ path, body }) => path === TOKEN && body.includes("grant_type=refresh_token")).length;

describe("a token that has ended", () => {
  test("is renewed before the question is put, once for all who need it at the same time", async () => {
    const sender = await aConnected(31 * DAY_MS);
    let open: () => void = () => undefined;
    sender.carrier.gate = new Promise((resolve) => {
      open = resolve;
    });
    const timers = vi.getTimerCount();
    const asking = [askForQuote(sender), askForQuote(sender), askForQuote(sender)];
    await vi.waitFor(() => expect(renewals(sender)).toBe(1));
    // The first is at it; the others come, look, and wait.
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThanOrEqual(timers + 2));
    open();
    expect((await Promise.all(asking)).map(({ outcome }) => outcome)).toEqual(["none", "none", "none"]);
    expect(renewals(sender)).toBe(1);
    const [, renewed] = sender.carrier.tokens;
    expect(bearers(sender)).toEqual(Array(3).fill(`Bearer ${renewed?.access}`));
    const connection = await connectionOf(sender);
    expect(connection).toMatchObject({ state: "connected", connectedByName: "Dona Célia" });
    expect(connection.expiresAt).toBeGreaterThan(Date.now() + 29 * DAY_MS);
  });

  test("is renewed again with the new refresh token, which replaced the old one; the log does not fill with it", async () => {
    const sender = await aConnected(31 * DAY_MS);
    const lines = (await sender.shop.rows("auditLog")).length;
    await askForQuote(sender);
    vi.setSystemTime(Date.now() + 31 * DAY_MS);
    expect(await askForQuote(sender)).toMatchObject({ outcome: "none" });
    const [first, second] = sender.carrier.tokens;
    const sent = sender.carrier.received.filter(({ body }) => body.includes("grant_type=refresh_token"));
    expect(sent.map(({ body }) => new URLSearchParams(body).get("refresh_token"))).toEqual([
      first?.refresh,
      second?.refresh,
    ]);
    expect(await sender.shop.rows("auditLog")).toHaveLength(lines);
  });

  test("while the service is away: staff read it, nothing is given up, and the next try renews", async () => {
    const sender = await aConnected(31 * DAY_MS);
    for (const fault of ["down", "500", "html", "nonsense"] as const satisfies readonly CarrierFault[]) {
      sender.carrier.faults = [{ path: TOKEN, fault }];
      expect([fault, await askForQuote(sender)]).toMatchObject([fault, { outcome: "failed", reason: DOWN }]);
    }
    expect(bearers(sender)).toEqual([]);
    expect(await connectionOf(sender)).toMatchObject({ problem: null });
    expect(await askForQuote(sender)).toMatchObject({ outcome: "none" });
  });

  test("whose renewal got lost after it was done cannot be renewed: it is asked once more, kept in mind and said", async () => {
    const sender = await aConnected(31 * DAY_MS);
    sender.carrier.faults = [{ path: TOKEN, fault: "lost" }];
    expect(await askForQuote(sender)).toMatchObject({ reason: DOWN });
    expect(await askForQuote(sender)).toMatchObject({ reason: UNAUTHORIZED });
    expect(await askForQuote(sender)).toMatchObject({ reason: UNAUTHORIZED });
    expect(renewals(sender)).toBe(2);
    expect(await connectionOf(sender)).toMatchObject({ state: "broken", problem: "revoked", message: REVOKED });
    await connectAccount(sender);
    expect(await askForQuote(sender)).toMatchObject({ outcome: "none" });
    expect(await connectionOf(sender)).toMatchObject({ state: "connected", message: null });
  });

  test("whose renewing program died is renewed by the next, when the lease is over", async () => {
    const sender = await aConnected(31 * DAY_MS);
    const key = { tenantId: sender.shop.tenantId, service: "melhor_envio" as const };
    const [row] = await sender.shop.rows("oauthConnections");
    await sender.shop.deployment.mutation(internal.oauth.beginRenewal, { ...key, version: row?.version ?? -1 });
    const timers = vi.getTimerCount();
    const asking = askForQuote(sender);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThanOrEqual(timers + 1));
    expect(renewals(sender)).toBe(0);
    vi.setSystemTime(Date.now() + 30_000);
    expect(await asking).toMatchObject({ outcome: "none" });
    expect(renewals(sender)).toBe(1);
  });

  test("is not brought back by a renewal that ends after somebody has disconnected", async () => {
    const sender = await aConnected(31 * DAY_MS);
    const { tenantId } = sender.shop;
    let open: () => void = () => undefined;
    sender.carrier.gate = new Promise((resolve) => {
      open = resolve;
    });
    const asking = askForQuote(sender);
    await vi.waitFor(() => expect(renewals(sender)).toBe(1));
    await sender.owner.session.mutation(api.shipping.disconnect, { tenantId });
    open();
    expect(await asking).toMatchObject({ outcome: "failed" });
    expect((await sender.shop.rows("secrets")).map(({ name }) => name)).toEqual(["melhor_envio.client_secret"]);
    expect(await connectionOf(sender)).toMatchObject({ state: "disconnected" });
  });
});

describe("a token that is refused", () => {
  test("is renewed and the question put once more", async () => {
    const sender = await aConnected();
    const [first] = sender.carrier.tokens;
    if (first !== undefined) sender.carrier.faults = [{ path: QUOTE, fault: "401" }];
    expect(await askForQuote(sender)).toMatchObject({ outcome: "none" });
    expect(bearers(sender)).toEqual(sender.carrier.tokens.map(({ access }) => `Bearer ${access}`));
    expect(renewals(sender)).toBe(1);
  });

  test("twice is given up: staff read what to do, and the service is left alone", async () => {
    const sender = await aConnected();
    sender.carrier.faults = [
      { path: QUOTE, fault: "401" },
      { path: QUOTE, fault: "401" },
    ];
    expect(await askForQuote(sender)).toMatchObject({ outcome: "failed", reason: UNAUTHORIZED });
    expect(await connectionOf(sender)).toMatchObject({ state: "broken", problem: "revoked", message: REVOKED });
    const calls = sender.carrier.received.length;
    expect(await askForQuote(sender)).toMatchObject({ outcome: "failed", reason: UNAUTHORIZED });
    expect(sender.carrier.received).toHaveLength(calls);
  });

  test("because the permission was taken back at the service: the same", async () => {
    const sender = await aConnected();
    for (const token of sender.carrier.tokens) token.isRevoked = true;
    expect(await askForQuote(sender)).toMatchObject({ reason: UNAUTHORIZED });
    expect(await connectionOf(sender)).toMatchObject({ state: "broken", message: REVOKED });
    // The settings' cards show it, too.
    const today = { tenantId: sender.shop.tenantId, today: "2026-11-20" };
    const { integrations, summary } = await sender.owner.session.query(api.settings.overview, today);
    expect(integrations.find(({ kind }) => kind === "melhor_envio")).toMatchObject({
      ...{ isConfigured: true, isActive: false },
    });
    expect(summary.connectedIntegrations).toBe(0);
  });

  test("that was typed by hand cannot be renewed; another one typed counts", async () => {
    const sender = await aSender();
    const { tenantId } = sender.shop;
    const type = (accessToken: string) =>
      sender.owner.session.mutation(api.integrations.saveMelhorEnvio, { tenantId, accessToken });
    await type("errado");
    expect(await connectionOf(sender)).toMatchObject({ state: "connected", expiresAt: null });
    expect(await askForQuote(sender)).toMatchObject({ reason: UNAUTHORIZED });
    expect(await connectionOf(sender)).toMatchObject({ state: "broken", message: REVOKED });
    sender.carrier.tokens.push({
      ...{ access: "do-painel", refresh: "", expiresAt: Infinity, isRenewed: true, isRevoked: false },
    });
    await type("do-painel");
    expect(await askForQuote(sender)).toMatchObject({ outcome: "none" });
    expect(await connectionOf(sender)).toMatchObject({ state: "connected", message: null });
  });
});

test("a permission that is missing is kept in mind, and what is permitted goes on", async () => {
  const sender = await aConnected();
  const { tenantId } = sender.shop;
  const check = () => sender.staff.session.action(api.shipping.check, { tenantId });
  expect(await check()).toEqual({ isWorking: true, message: "Conectado ao Melhor Envio como Loja da Praça." });
  sender.carrier.faults = [{ path: "/api/v2/me", fault: "403" }];
  expect(await check()).toEqual({
    isWorking: false,
    message:
      "A conexão com o Melhor Envio não tem esta permissão. Conecte de novo em Configuração de Frete e aceite todas as permissões.",
  });
  expect(await connectionOf(sender)).toMatchObject({
    state: "attention",
    problem: "scope_missing",
    message:
      "A conexão com o Melhor Envio não tem todas as permissões. Conecte de novo em Configuração de Frete. Aceite todas as permissões.",
  });
  expect(await askForQuote(sender)).toMatchObject({ outcome: "none" });
});

describe("in the background", () => {
  const sweep = async (sender: Sender) => {
    const swept = await sender.shop.deployment.mutation(internal.oauth.sweep, {});
    await sender.shop.deployment.finishAllScheduledFunctions(() => vi.runAllTimers());
    return swept;
  };

  test("tokens are renewed five days before they end, and not earlier", async () => {
    const sender = await aConnected(25 * DAY_MS - 5 * MINUTE_MS);
    expect(await sweep(sender)).toEqual({ started: 0 });
    vi.setSystemTime(Date.now() + 6 * MINUTE_MS);
    expect(await sweep(sender)).toEqual({ started: 1 });
    expect(renewals(sender)).toBe(1);
    expect(await sweep(sender)).toEqual({ started: 0 });
    expect((await connectionOf(sender)).expiresAt).toBeGreaterThan(Date.now() + 29 * DAY_MS);
  });

  test("a refusal is remembered: the token works until it ends, and says so", async () => {
    const sender = await aConnected(26 * DAY_MS);
    sender.carrier.faults = [{ path: TOKEN, fault: "401" }];
    await sweep(sender);
    expect(await connectionOf(sender)).toMatchObject({
      state: "attention",
      problem: "renewal_refused",
      message: NOT_RENEWED,
    });
    expect(await askForQuote(sender)).toMatchObject({ outcome: "none" });
    expect(await sweep(sender)).toEqual({ started: 0 });
    vi.setSystemTime(Date.now() + 5 * DAY_MS);
    expect(await askForQuote(sender)).toMatchObject({ reason: UNAUTHORIZED });
    expect(renewals(sender)).toBe(1);
    expect(await connectionOf(sender)).toMatchObject({ state: "broken", message: REVOKED });
  });

  test("a service that is away is tried again by the next round", async () => {
    const sender = await aConnected(26 * DAY_MS);
    sender.carrier.faults = [{ path: TOKEN, fault: "down" }];
    await sweep(sender);
    expect(await connectionOf(sender)).toMatchObject({ state: "connected" });
    expect(await sweep(sender)).toEqual({ started: 1 });
    expect((await connectionOf(sender)).expiresAt).toBeGreaterThan(Date.now() + 29 * DAY_MS);
  });
});

test.each([
  ["application", { clientId: "outro" }],
  ["environment", { environment: "production", apiBaseUrl: "" }],
] as const)("tokens of another %s are sent nowhere", async (_what, change) => {
  const sender = await aConnected();
  const { tenantId } = sender.shop;
  await sender.shop.deployment.mutation(internal.seed.setProviderAddresses, {
    tenantId,
    addresses: { melhorEnvio: "environment" in change ? null : "https://me.test" },
  });
  await sender.owner.session.mutation(api.shipping.saveSettings, { tenantId, ...change });
  const calls = sender.carrier.received.length;
  expect(await askForQuote(sender)).toMatchObject({
    reason: "O Melhor Envio não está conectado. Conecte em Configuração de Frete.",
  });
  expect(sender.carrier.received).toHaveLength(calls);
  expect(await connectionOf(sender)).toMatchObject({
    state: "broken",
    message:
      "O ambiente ou o aplicativo mudou depois da conexão com o Melhor Envio. Conecte de novo em Configuração de Frete.",
  });
});
