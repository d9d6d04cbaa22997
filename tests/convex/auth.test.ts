import { beforeAll, describe, expect, test, vi } from "vitest";
import { decodeJwt } from "jose";
import { api, internal } from "../../convex/_generated/api";
import { aDeployment, aShop, type Deployment } from "../support/builders";
import { refusalOf } from "../support/refusals";
import { setUpSigning, TEST_SITE_URL } from "../support/signingKeys";

beforeAll(setUpSigning);

const PASSWORD = "segredo-da-ana";
const WRONG = { code: "invalid_credentials", message: "E-mail ou senha incorretos" };
const TOO_MANY = { code: "too_many_attempts", message: "Muitas tentativas. Aguarde alguns minutos e tente de novo." };

const enter = (deployment: Deployment, flow: "signIn" | "signUp", email: string, password = PASSWORD) =>
  deployment.action(api.auth.signIn, { provider: "password", params: { email, password, flow } });

/** Whoever the tokens of a sign-in answer stand for, as the server sees them at their next call. */
function sessionOf(deployment: Deployment, answer: Awaited<ReturnType<typeof enter>>) {
  const token = answer.tokens?.token;
  if (token === undefined) throw new Error("sign-in should have given tokens");
  const { sub, iss, aud, exp, iat } = decodeJwt(token);
  if (sub === undefined || iss === undefined || exp === undefined || iat === undefined)
    throw new Error("claims missing");
  return {
    claims: { sub, iss, aud, lifeSeconds: exp - iat },
    session: deployment.withIdentity({ subject: sub, issuer: iss }),
  };
}

describe("signing up", () => {
  test("signs in at once, as staff of no company", async () => {
    const deployment = aDeployment();
    const { session, claims } = sessionOf(deployment, await enter(deployment, "signUp", " Ana@Loja.test "));

    expect(claims).toMatchObject({ iss: TEST_SITE_URL, aud: "convex", lifeSeconds: 600 });
    expect(await session.query(api.profiles.me, {})).toEqual({
      profileId: expect.any(String),
      email: "ana@loja.test",
      name: "ana",
      role: "staff",
      isSuperAdmin: false,
      isMaster: false,
      tenant: null,
    });
  });

  test("keeps a bcrypt hash of cost 10 and nothing of the password", async () => {
    const deployment = aDeployment();
    await enter(deployment, "signUp", "ana@loja.test");
    const accounts = await deployment.run(({ db }) => db.query("authAccounts").collect());
    expect(accounts).toMatchObject([{ provider: "password", providerAccountId: "ana@loja.test" }]);
    expect(accounts[0]?.secret).toMatch(/^\$2[aby]\$10\$.{53}$/);
  });

  test("is refused for an e-mail in use, with the right password and with a wrong one alike", async () => {
    const deployment = aDeployment();
    await enter(deployment, "signUp", "ana@loja.test");
    const taken = { code: "email_in_use", message: "Este e-mail já está cadastrado" };
    expect(await refusalOf(enter(deployment, "signUp", "ANA@loja.test"))).toEqual(taken);
    expect(await refusalOf(enter(deployment, "signUp", "ana@loja.test", "outra-senha"))).toEqual(taken);
  });

  test("twice at the same moment makes one account", async () => {
    const deployment = aDeployment();
    const outcomes = await Promise.allSettled([
      enter(deployment, "signUp", "ana@loja.test"),
      refusalOf(enter(deployment, "signUp", "ana@loja.test", "outra-senha")),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect(outcomes[1]).toMatchObject({ value: { code: "email_in_use" } });
    expect(await deployment.run(({ db }) => db.query("profiles").collect())).toHaveLength(1);
  });

  const weak = { code: "weak_password", message: "A senha precisa ter de 6 a 72 caracteres" };
  const badEmail = { code: "invalid_email", message: "E-mail inválido" };
  test.each([
    ["five characters", "ana@loja.test", "12345", weak],
    ["73 characters", "ana@loja.test", "x".repeat(73), weak],
    ["more than the 72 bytes that bcrypt reads", "ana@loja.test", "ç".repeat(37), weak],
    ["no @", "ana.loja.test", PASSWORD, badEmail],
    ["nothing", "", PASSWORD, badEmail],
  ])("is refused with %s", async (_title, email, password, refusal) => {
    expect(await refusalOf(enter(aDeployment(), "signUp", email, password))).toEqual(refusal);
  });

  test("is refused after twenty new accounts of one sender within the hour", async () => {
    const deployment = aDeployment();
    for (let at = 0; at < 20; at += 1) {
      expect(await deployment.mutation(internal.accounts.countSignUp, { ip: "203.0.113.7" })).toBe(true);
    }
    expect(await deployment.mutation(internal.accounts.countSignUp, { ip: "203.0.113.7" })).toBe(false);
    expect(await deployment.mutation(internal.accounts.countSignUp, { ip: "203.0.113.8" })).toBe(true);
  });
});

describe("signing in", () => {
  test("gives a session of the account, whatever the case of the e-mail", async () => {
    const deployment = aDeployment();
    await enter(deployment, "signUp", "ana@loja.test");
    const { session } = sessionOf(deployment, await enter(deployment, "signIn", " ANA@loja.test"));
    expect(await session.query(api.profiles.me, {})).toMatchObject({ email: "ana@loja.test" });
    expect(await session.query(api.auth.isAuthenticated, {})).toBe(true);
  });

  test("answers a wrong password and an unknown e-mail alike", async () => {
    const deployment = aDeployment();
    await enter(deployment, "signUp", "ana@loja.test");
    expect(await refusalOf(enter(deployment, "signIn", "ana@loja.test", "errada"))).toEqual(WRONG);
    expect(await refusalOf(enter(deployment, "signIn", "ninguem@loja.test", "errada"))).toEqual(WRONG);
  });

  test.each(["ana@loja.test", "ninguem@loja.test"])(
    "is closed to %s after ten wrong passwords, for the right one too, and opens again by and by",
    async (email) => {
      const deployment = aDeployment();
      await enter(deployment, "signUp", "ana@loja.test");
      for (let at = 0; at < 10; at += 1) {
        expect(await refusalOf(enter(deployment, "signIn", email, "errada"))).toEqual(WRONG);
      }
      expect(await refusalOf(enter(deployment, "signIn", email, "errada"))).toEqual(TOO_MANY);
      expect(await refusalOf(enter(deployment, "signIn", email))).toEqual(TOO_MANY);

      vi.useFakeTimers({ now: Date.now() + 7 * 60_000, toFake: ["Date"] });
      try {
        expect(await refusalOf(enter(deployment, "signIn", email, "errada"))).toEqual(WRONG);
        expect(await refusalOf(enter(deployment, "signIn", email, "errada"))).toEqual(TOO_MANY);
      } finally {
        vi.useRealTimers();
      }
    },
    60_000,
  );

  const FROM_NOWHERE = { ip: null, deviceHash: null };

  test("believes a right password only when the wrong ones sent beside it have not used the tries up", async () => {
    const deployment = aDeployment();
    const settle = (matched: boolean) =>
      deployment.mutation(internal.accounts.settleSignIn, {
        ...FROM_NOWHERE,
        email: "ana@loja.test",
        matched,
      });
    for (let at = 0; at < 10; at += 1) expect(await settle(false)).toBe("wrong");
    expect(await settle(true)).toBe("exhausted");
  });

  test("forgives earlier mistakes after the right password", async () => {
    const deployment = aDeployment();
    await enter(deployment, "signUp", "ana@loja.test");
    for (let round = 0; round < 2; round += 1) {
      for (let at = 0; at < 6; at += 1) await refusalOf(enter(deployment, "signIn", "ana@loja.test", "errada"));
      await enter(deployment, "signIn", "ana@loja.test");
    }
    const limits = await deployment.run(({ db }) => db.query("attemptLimits").collect());
    expect(limits.map((row) => row.key)).toEqual(["signUp:unknown", "signInTo:ana@loja.test", "signInFrom:unknown"]);
  });

  test("made-up e-mails do not pile up: what has refilled is deleted with the next try", async () => {
    const deployment = aDeployment();
    await deployment.run(async ({ db }) => {
      for (let at = 0; at < 8; at += 1) {
        await db.insert("attemptLimits", { key: `signIn:${at}@velho.test`, remaining: 3, updatedAt: 1000 + at });
      }
    });
    await deployment.mutation(internal.accounts.settleSignIn, {
      ...FROM_NOWHERE,
      email: "a@loja.test",
      matched: false,
    });
    await deployment.mutation(internal.accounts.settleSignIn, {
      ...FROM_NOWHERE,
      email: "b@loja.test",
      matched: false,
    });
    const left = await deployment.run(({ db }) => db.query("attemptLimits").collect());
    expect(left.map((row) => row.key).sort()).toEqual([
      "signIn:a@loja.test|unknown",
      "signIn:b@loja.test|unknown",
      "signInFrom:unknown",
      "signInTo:a@loja.test",
      "signInTo:b@loja.test",
    ]);
  });

  test.each([{}, { email: "ana@loja.test" }, { email: 1, password: 2, flow: "signIn" }, { flow: "reset" }])(
    "is refused with parameters that are none: %j",
    async (params) => {
      const call = aDeployment().action(api.auth.signIn, { provider: "password", params });
      expect(await refusalOf(call)).toEqual(WRONG);
    },
  );
});

describe("a session", () => {
  const NOBODY = { code: "unauthenticated", message: "Não autenticado" };

  test("that has been signed out is nobody, though its token has not run out", async () => {
    const deployment = aDeployment();
    const { session } = sessionOf(deployment, await enter(deployment, "signUp", "ana@loja.test"));
    await session.action(api.auth.signOut, {});
    expect(await refusalOf(session.query(api.profiles.me, {}))).toEqual(NOBODY);
  });

  test("whose row is gone is nobody in a company's functions too", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const productId = await shop.hasProduct();
    await shop.launch(ana, { productId });
    await shop.deployment.run(({ db }) => db.delete("authSessions", ana.sessionId));
    expect(await refusalOf(shop.launch(ana, { productId }))).toEqual(NOBODY);
  });

  test("of one account with another account's subject is nobody", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff("Ana");
    const joao = await shop.hasStaff("João");
    const mixed = shop.deployment.withIdentity({ subject: `${ana.userId}|${joao.sessionId}`, issuer: TEST_SITE_URL });
    expect(await refusalOf(mixed.query(api.profiles.me, {}))).toEqual(NOBODY);
  });

  test("of Clerk is known by its whole subject, and needs a profile", async () => {
    const shop = await aShop();
    const clerk = (subject: string) => shop.deployment.withIdentity({ subject, issuer: "https://clerk.shop.test" });
    await shop.deployment.run(({ db }) =>
      db.insert("profiles", {
        externalId: "user_2abc",
        email: "rita@loja.test",
        name: "Rita",
        role: "owner",
        tenantId: shop.tenantId,
      }),
    );
    expect(await clerk("user_2abc").query(api.profiles.me, {})).toMatchObject({ name: "Rita", role: "owner" });
    expect(await refusalOf(clerk("user_outro").query(api.profiles.me, {}))).toEqual(NOBODY);
    // Another issuer cannot speak for an account of ours.
    const ana = await shop.hasStaff();
    const forged = clerk(`${ana.userId}|${ana.sessionId}`);
    expect(await refusalOf(forged.query(api.profiles.me, {}))).toEqual(NOBODY);
  });
});

describe("profiles:me", () => {
  test("names the company, and the master by the operator's word", async () => {
    const shop = await aShop({ name: "Loja Demo" });
    const ana = await shop.hasStaff("Ana", "owner");
    const master = await shop.hasStaff("Master", "super_admin");
    const slug = (await shop.deployment.run(({ db }) => db.get("tenants", shop.tenantId)))?.slug;
    expect(await ana.session.query(api.profiles.me, {})).toMatchObject({
      name: "Ana",
      role: "owner",
      isSuperAdmin: false,
      isMaster: false,
      tenant: { id: shop.tenantId, name: "Loja Demo", slug },
    });
    expect(await master.session.query(api.profiles.me, {})).toMatchObject({
      isSuperAdmin: true,
      isMaster: false,
      tenant: null,
    });

    const email = (await master.session.query(api.profiles.me, {})).email;
    vi.stubEnv("MASTER_ADMIN_EMAIL", ` ${email.toUpperCase()} `);
    expect(await master.session.query(api.profiles.me, {})).toMatchObject({ isMaster: true });
    expect(await ana.session.query(api.profiles.me, {})).toMatchObject({ isMaster: false });
    vi.unstubAllEnvs();
  });

  test("an owner whose e-mail is the master's is not the master", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff("Ana", "owner");
    vi.stubEnv("MASTER_ADMIN_EMAIL", (await ana.session.query(api.profiles.me, {})).email);
    expect(await ana.session.query(api.profiles.me, {})).toMatchObject({ isMaster: false });
    vi.unstubAllEnvs();
  });
});

test("the keys that tokens are verified with are served on the site address", async () => {
  const deployment = aDeployment();
  const configuration = await deployment.fetch("/.well-known/openid-configuration", {});
  expect(await configuration.json()).toMatchObject({
    issuer: TEST_SITE_URL,
    jwks_uri: `${TEST_SITE_URL}/.well-known/jwks.json`,
  });
  const keys = await deployment.fetch("/.well-known/jwks.json", {});
  expect(await keys.json()).toMatchObject({ keys: [{ kty: "RSA", use: "sig" }] });
});
