import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import {
  askForQuote,
  aSender,
  authorizeUrlFor,
  CALLBACK_URL,
  comeBack,
  connectAccount,
  connectionOf,
  type Sender,
} from "../support/carrier";
import { CARRIER_URL, type CarrierFault } from "../support/fakeMelhorEnvio";
import { refusalOf } from "../support/refusals";
import { keepTillHours, TILL_OPENS_AT } from "../support/tillHours";

/** A person gives the permission at a service, and comes back with it. */

keepTillHours();

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NOT_VALID = "Este pedido de conexão não vale mais. Volte a Configuração de Frete e conecte de novo.";

const sweep = ({ shop }: Sender) => shop.deployment.mutation(internal.oauth.sweep, {});

describe("connecting", () => {
  test("goes to the service's own page with the registered address, all scopes and a state", async () => {
    const sender = await aSender();
    const url = new URL(await authorizeUrlFor(sender, sender.owner));
    expect(url.origin + url.pathname).toBe(`${CARRIER_URL}/oauth/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: "code",
      client_id: "3222",
      redirect_uri: CALLBACK_URL,
      state: expect.stringMatching(/^[0-9a-f]{64}$/),
      scope:
        "cart-read cart-write orders-read shipping-calculate shipping-companies shipping-checkout shipping-generate " +
        "shipping-preview shipping-print shipping-cancel shipping-tracking users-read transactions-read",
    });
    // Scopes are separated by spaces, not by plus signs.
    expect(url.search).toContain("cart-read%20cart-write");
    // Whoever copies the database does not have the state.
    const states = await sender.shop.deployment.run(({ db }) => db.query("oauthStates").collect());
    expect(JSON.stringify(states)).not.toContain(url.searchParams.get("state"));
  });

  test("ends connected: by whom, until when; the tokens are sealed and in no answer", async () => {
    const sender = await aSender();
    const { status, page } = await connectAccount(sender);
    expect(status).toBe(200);
    expect(page).toContain("Melhor Envio conectado.");
    expect(page).not.toContain("acesso-secreto");
    const connection = await connectionOf(sender);
    const connectedAt = connection.connectedAt ?? 0;
    expect(connectedAt).toBeGreaterThanOrEqual(TILL_OPENS_AT);
    expect(connection).toEqual({
      state: "connected",
      message: null,
      problem: null,
      expiresAt: connectedAt + 30 * DAY_MS,
      connectedAt,
      connectedByName: "Dona Célia",
    });
    const settings = await sender.owner.session.query(api.shipping.settings, { tenantId: sender.shop.tenantId });
    expect(settings).toMatchObject({
      tokenExpiresAt: connectedAt + 30 * DAY_MS,
      callbackUrl: CALLBACK_URL,
      accessToken: { isSet: true },
      refreshToken: { isSet: true },
    });
    const kept = JSON.stringify([settings, ...(await allRows(sender))]);
    expect(kept).not.toMatch(/acesso-secreto|renovacao-secreta/);
    const log = await sender.shop.rows("auditLog");
    const names = log
      .filter(({ recordKey }) => recordKey === "melhor_envio.access_token")
      .map((line) => line.actorName);
    expect(names).toEqual(["Dona Célia"]);
  });

  test("is not begun without the client id, the address or the secret", async () => {
    const sender = await aSender();
    const { tenantId } = sender.shop;
    const save = (change: object) => sender.owner.session.mutation(api.shipping.saveSettings, { tenantId, ...change });
    const incomplete = { code: "connection_incomplete", message: "Configure CLIENT_ID e REDIRECT_URI primeiro" };
    await save({ clientId: "", clientSecret: null });
    expect(await refusalOf(authorizeUrlFor(sender, sender.owner))).toEqual(incomplete);
    await save({ clientId: "3222", redirectUri: "" });
    expect(await refusalOf(authorizeUrlFor(sender, sender.owner))).toEqual(incomplete);
    await save({ redirectUri: CALLBACK_URL });
    expect(await refusalOf(authorizeUrlFor(sender, sender.owner))).toEqual({
      ...{ code: "client_secret_missing", message: "Informe o CLIENT_SECRET e salve antes de conectar" },
    });
  });

  test("without the permission says so, and leaves what is connected connected", async () => {
    const sender = await aSender();
    const deny = async () => {
      const { searchParams } = new URL(await authorizeUrlFor(sender, sender.owner));
      return await comeBack(sender, `${CALLBACK_URL}?error=access_denied&state=${searchParams.get("state")}`);
    };
    const message = "A permissão não foi dada no Melhor Envio. Conecte de novo quando quiser.";
    expect((await deny()).page).toContain(message);
    expect(await connectionOf(sender)).toMatchObject({ state: "disconnected", problem: "denied", message });
    await connectAccount(sender);
    await deny();
    expect(await connectionOf(sender)).toMatchObject({ state: "connected", message: null });
  });
});

async function allRows({ shop }: Sender): Promise<unknown[]> {
  const tables = ["secrets", "oauthConnections", "auditLog", "shippingSettings"] as const;
  return await Promise.all(tables.map((table) => shop.rows(table)));
}

describe("a state", () => {
  test.each<[string, (sender: Sender, back: () => Promise<URL>) => string | Promise<URL>]>([
    ["that was made up", () => `${CALLBACK_URL}?code=codigo-1&state=${"0".repeat(64)}`],
    ["that is missing", () => `${CALLBACK_URL}?code=codigo-1`],
    [
      "that is brought after ten minutes",
      async (_sender, back) => {
        const url = await back();
        vi.setSystemTime(Date.now() + 10 * MINUTE_MS);
        return url;
      },
    ],
    [
      "that was used before",
      async (sender, back) => {
        const first = await back();
        const state = first.searchParams.get("state") ?? "";
        // The first one is denied, so that the second would connect if it counted.
        await comeBack(sender, `${CALLBACK_URL}?error=access_denied&state=${state}`);
        return first;
      },
    ],
    [
      "that was made for another service",
      async (_sender, back) => {
        const url = await back();
        url.pathname = "/oauth/bling";
        return url;
      },
    ],
    [
      "of an owner who is staff now",
      async ({ shop, owner }, back) => {
        const url = await back();
        await shop.deployment.run(({ db }) => db.patch("profiles", owner.profileId, { role: "staff" }));
        return url;
      },
    ],
    [
      "of a company that is switched off",
      async ({ shop }, back) => {
        const url = await back();
        await shop.deployment.run(({ db }) => db.patch("tenants", shop.tenantId, { isActive: false }));
        return url;
      },
    ],
  ])("%s connects nothing, and the code is not sent anywhere", async (_what, prepare) => {
    const sender = await aSender();
    const back = async () => sender.carrier.approve(await authorizeUrlFor(sender, sender.owner));
    const { status, page } = await comeBack(sender, await prepare(sender, back));
    expect(status).toBe(400);
    expect(page).toContain("Este pedido de conexão não vale mais.");
    expect(sender.carrier.calls("/oauth/token")).toBe(0);
    const names = (await sender.shop.rows("secrets")).map(({ name }) => name);
    expect(names).toEqual(["melhor_envio.client_secret"]);
  });

  test("two who come back with one at once connect once", async () => {
    const sender = await aSender();
    const back = sender.carrier.approve(await authorizeUrlFor(sender, sender.owner));
    const answers = await Promise.all([comeBack(sender, back), comeBack(sender, back)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(sender.carrier.calls("/oauth/token")).toBe(1);
    expect(await connectionOf(sender)).toMatchObject({ state: "connected" });
  });

  test("brought to the screen counts for who went and for the company it was for, and for nobody else", async () => {
    const sender = await aSender();
    const other = await aSender(sender.carrier);
    const colleague = await sender.shop.hasStaff("Rui", "owner");
    const chief = await sender.shop.hasStaff("Chefe", "super_admin");
    const back = sender.carrier.approve(await authorizeUrlFor(sender, sender.owner));
    const brought = { code: back.searchParams.get("code") ?? "", state: back.searchParams.get("state") ?? "" };
    const finish = (session: typeof chief.session, tenantId: Id<"tenants">) =>
      session.action(api.shipping.finishConnecting, { tenantId, ...brought });
    const expired = { outcome: "expired", message: NOT_VALID };
    expect(await finish(colleague.session, sender.shop.tenantId)).toEqual(expired);
    expect(await finish(chief.session, sender.shop.tenantId)).toEqual(expired);
    expect(
      await other.owner.session.action(api.shipping.finishConnecting, { tenantId: other.shop.tenantId, ...brought }),
    ).toEqual(expired);
    // A stranger's try does not use it up.
    expect(await finish(sender.owner.session, sender.shop.tenantId)).toEqual({
      outcome: "connected",
      message: "Melhor Envio conectado.",
    });
  });
});

describe("a code", () => {
  const REFUSED =
    "O Melhor Envio recusou a conexão. Confira o Client ID, o Client Secret e o endereço de redirecionamento, e conecte de novo.";
  const INTERRUPTED = "A conexão com o Melhor Envio não foi concluída. Conecte de novo em Configuração de Frete.";
  const DOWN = "O Melhor Envio não respondeu. Volte a Configuração de Frete e conecte de novo.";

  test("that comes to nothing is sent once, and said to whoever came back and to who looks; then all is well again", async () => {
    const sender = await aSender();
    const calls = () => sender.carrier.calls("/oauth/token");
    const cases: readonly [CarrierFault, string, string][] = [
      ["401", REFUSED, REFUSED],
      ["down", DOWN, INTERRUPTED],
      ["500", DOWN, INTERRUPTED],
      ["html", DOWN, INTERRUPTED],
      ["nonsense", DOWN, INTERRUPTED],
      ["lost", DOWN, INTERRUPTED],
    ];
    for (const [fault, read, shown] of cases) {
      const before = calls();
      sender.carrier.faults = [{ path: "/oauth/token", fault }];
      const { status, page } = await connectAccount(sender);
      expect([fault, status, page.includes(read), calls() - before]).toEqual([fault, 400, true, 1]);
      expect(await connectionOf(sender)).toMatchObject({ state: "disconnected", message: shown });
    }
    await connectAccount(sender);
    expect(await connectionOf(sender)).toMatchObject({ state: "connected", message: null });
  });

  /** Comes back and dies before anything is saved. */
  async function dieHalfWay(sender: Sender) {
    const { searchParams } = new URL(await authorizeUrlFor(sender, sender.owner));
    const state = searchParams.get("state") ?? "";
    const brought = { service: "melhor_envio" as const, state, isDenied: false, by: null };
    const begun = await sender.shop.deployment.mutation(internal.oauth.begin, brought);
    if (begun?.kind !== "begun") throw new Error("the state should have been taken");
    return begun;
  }

  test("whose tokens nobody saved is found, and said; what was connected before goes on working", async () => {
    const sender = await aSender();
    await connectAccount(sender);
    await dieHalfWay(sender);
    expect(await connectionOf(sender)).toMatchObject({ state: "connecting" });
    await sender.shop.deployment.finishAllScheduledFunctions(() => vi.advanceTimersByTime(2 * MINUTE_MS));
    expect(await connectionOf(sender)).toMatchObject({
      state: "attention",
      problem: "interrupted",
      message: INTERRUPTED,
    });
    expect(await askForQuote(sender)).toMatchObject({ outcome: "none" });
  });

  test("whose tokens come late counts only while nobody has disconnected or come back again", async () => {
    const sender = await aSender();
    const { tenantId } = sender.shop;
    const begun = await dieHalfWay(sender);
    await sender.owner.session.mutation(api.shipping.disconnect, { tenantId });
    const { profileId, key, app } = begun;
    const tokens = { accessToken: "tarde", refreshToken: "tarde", expiresInMs: DAY_MS };
    const { clientId, baseUrl } = app;
    const late = { tenantId, profileId, service: "melhor_envio" as const, clientId, baseUrl, key, tokens };
    expect(await sender.shop.deployment.mutation(internal.oauth.connected, late)).toBe(false);
    expect(await connectionOf(sender)).toMatchObject({ state: "disconnected", message: null });
  });
});

test("disconnecting forgets the tokens and the day they end, and is written down", async () => {
  const sender = await aSender();
  const { tenantId } = sender.shop;
  await connectAccount(sender);
  await sender.owner.session.mutation(api.shipping.disconnect, { tenantId });
  expect(await sender.owner.session.query(api.shipping.settings, { tenantId })).toMatchObject({
    accessToken: { isSet: false },
    refreshToken: { isSet: false },
    tokenExpiresAt: null,
    connection: { state: "disconnected", message: null, connectedByName: null },
  });
  expect(await askForQuote(sender)).toMatchObject({
    outcome: "failed",
    reason: "O Melhor Envio não está conectado. Conecte em Configuração de Frete.",
  });
  const [last] = (await sender.shop.rows("auditLog")).slice(-1);
  expect(last).toMatchObject({ action: "secret_changed", actorName: "Dona Célia", after: { isSet: false } });
});

test("states that nobody came back with are swept", async () => {
  const sender = await aSender();
  await authorizeUrlFor(sender, sender.owner);
  vi.setSystemTime(Date.now() + 10 * MINUTE_MS);
  await sweep(sender);
  expect(await sender.shop.deployment.run(({ db }) => db.query("oauthStates").collect())).toEqual([]);
});
