import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { givePassword, OLD_PASSWORD } from "../support/accessRows";
import { aShop, type Deployment } from "../support/builders";
import { refusalOf } from "../support/refusals";
import { setUpSigning } from "../support/signingKeys";

beforeAll(setUpSigning);
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const NEW_PASSWORD = "senha-bem-nova";
const BAD_CODE = { code: "invalid_recovery_code", message: "Código inválido ou vencido" };

/** Somebody with an account, and a clock that the test moves. */
async function someone() {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  const shop = await aShop();
  const ana = await shop.hasStaff("Ana");
  const email = await givePassword(shop.deployment, ana);
  return { shop, ana, email, deployment: shop.deployment };
}

async function request(deployment: Deployment, email: string, stepMs?: number): Promise<void> {
  expect(await deployment.action(api.recovery.request, { email })).toBeNull();
  await settle(deployment, stepMs);
}

/** Lets everything run that was scheduled; the clock goes on by `stepMs` until nothing is left. */
async function settle(deployment: Deployment, stepMs = 1): Promise<void> {
  await deployment.finishAllScheduledFunctions(() => vi.advanceTimersByTime(stepMs));
}

/** Longer than the mail driver ever waits before it tries again. */
const PAST_EVERY_RETRY_MS = 400_000;

async function lastCode(deployment: Deployment): Promise<string> {
  const [mail] = await deployment.query(internal.mail.outbox, {});
  const code = /Seu código é (\d{8})\n/.exec(mail?.text ?? "")?.[1];
  if (code === undefined) throw new Error("a code should have been mailed");
  return code;
}

const confirm = (deployment: Deployment, email: string, code: string, newPassword = NEW_PASSWORD) =>
  deployment.action(api.recovery.confirm, { email, code, newPassword });

const signIn = (deployment: Deployment, email: string, password: string) =>
  deployment.action(api.auth.signIn, { provider: "password", params: { email, password, flow: "signIn" } });

const wrongOf = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, "0");

describe("a code by mail", () => {
  test("sets a new password once, ends every session and is written down", async () => {
    const { deployment, shop, ana, email } = await someone();
    await request(deployment, ` ${email.toUpperCase()} `);
    const code = await lastCode(deployment);
    await confirm(deployment, email, ` ${code.slice(0, 4)} ${code.slice(4)} `);
    expect(await refusalOf(ana.session.query(api.profiles.me, {}))).toMatchObject({ code: "unauthenticated" });
    expect((await signIn(deployment, email, NEW_PASSWORD)).tokens).not.toBeNull();
    expect(await refusalOf(signIn(deployment, email, OLD_PASSWORD))).toMatchObject({ code: "invalid_credentials" });
    expect(await refusalOf(confirm(deployment, email, code))).toEqual(BAD_CODE);
    expect(await shop.rows("auditLog")).toMatchObject([{ action: "password_recovered", recordLabel: email }]);
  });

  test("is worth nothing after fifteen minutes", async () => {
    const { deployment, email } = await someone();
    await request(deployment, email);
    const code = await lastCode(deployment);
    const [row] = await deployment.run(({ db }) => db.query("recoveryCodes").collect());
    vi.setSystemTime(row!.expiresAt);
    expect(await refusalOf(confirm(deployment, email, code))).toEqual(BAD_CODE);
    vi.setSystemTime(row!.expiresAt - 1);
    await confirm(deployment, email, code);
  });

  test("is kept as a hash alone, and lives fifteen minutes", async () => {
    const { deployment, email } = await someone();
    const before = Date.now();
    await deployment.mutation(internal.recovery.deliver, { email });
    const rows = await deployment.run(({ db }) => db.query("recoveryCodes").collect());
    expect(JSON.stringify(rows)).not.toContain(await lastCode(deployment));
    expect(rows).toMatchObject([{ email, expiresAt: before + 15 * 60_000 }]);
  });

  test("of one e-mail is none of another's", async () => {
    const { deployment, shop, email } = await someone();
    const other = await givePassword(deployment, await shop.hasStaff("João"));
    await request(deployment, email);
    expect(await refusalOf(confirm(deployment, other, await lastCode(deployment)))).toEqual(BAD_CODE);
  });

  test("that somebody else asks for does not spoil the one I have", async () => {
    const { deployment, email } = await someone();
    await request(deployment, email);
    const mine = await lastCode(deployment);
    await deployment.mutation(internal.recovery.deliver, { email });
    await confirm(deployment, email, mine);
  });

  test("is worth nothing after twenty wrong ones, and ten from one sender close the door to it", async () => {
    const { deployment, email } = await someone();
    await deployment.mutation(internal.recovery.deliver, { email });
    const code = await lastCode(deployment);
    const attempt = (ip: string, typed: string) =>
      deployment.mutation(internal.recovery.settle, { email, code: typed, passwordHash: "x", ip });
    for (let at = 0; at < 10; at += 1) expect(await attempt("203.0.113.1", wrongOf(code))).toBe("wrong");
    expect(await attempt("203.0.113.1", code)).toBe("exhausted");
    for (let at = 0; at < 10; at += 1) expect(await attempt("203.0.113.2", wrongOf(code))).toBe("wrong");
    expect(await attempt("203.0.113.3", code)).toBe("wrong");
  });

  test("with a weak password is refused before anything is looked up, and stays good", async () => {
    const { deployment, email } = await someone();
    await request(deployment, email);
    const code = await lastCode(deployment);
    expect(await refusalOf(confirm(deployment, email, code, "12345"))).toMatchObject({ code: "weak_password" });
    await confirm(deployment, email, code);
  });
});

describe("asking for a code", () => {
  test("gives the same answer whether there is an account, and writes the same at once", async () => {
    const { deployment, email } = await someone();
    const scheduled = async () =>
      (await deployment.run(({ db }) => db.system.query("_scheduled_functions").collect())).map(({ name }) => name);
    for (const asked of [email, "ninguem@nada.test"]) {
      expect(await deployment.action(api.recovery.request, { email: asked })).toBeNull();
    }
    expect(await scheduled()).toEqual(["recovery:deliver", "recovery:deliver"]);
    expect(await deployment.run(({ db }) => db.query("recoveryCodes").collect())).toEqual([]);
    await settle(deployment);
    expect(await deployment.query(internal.mail.outbox, {})).toMatchObject([{ to: email }]);
  });

  test.each(["ana", "", "a@"])("of %j is refused", async (email) => {
    const { deployment } = await someone();
    expect(await refusalOf(deployment.action(api.recovery.request, { email }))).toMatchObject({
      code: "invalid_email",
    });
  });

  test("is refused after five within the hour, for an e-mail without account too", async () => {
    const { deployment, email } = await someone();
    for (const asked of [email, "ninguem@nada.test"]) {
      const accept = () => deployment.mutation(internal.recovery.accept, { email: asked, ip: "203.0.113.1" });
      for (let at = 0; at < 5; at += 1) expect(await accept()).toBe(true);
      expect(await accept()).toBe(false);
    }
    await settle(deployment);
  });
});

describe("the mail service", () => {
  const configure = () => {
    vi.stubEnv("MAIL_API_URL", "https://mail.test/send");
    vi.stubEnv("MAIL_API_KEY", "TEST-chave");
    vi.stubEnv("MAIL_API_FROM", "loja@loja.test");
  };
  const stateOf = async (deployment: Deployment) =>
    (await deployment.run(({ db }) => db.query("mails").collect())).map(({ state }) => state);

  test("gets sender, address, subject and text with the key, once", async () => {
    configure();
    const fetched = vi.fn((_url: string, _init: RequestInit) => Promise.resolve(new Response("{}")));
    vi.stubGlobal("fetch", fetched);
    const { deployment, email } = await someone();
    await request(deployment, email, PAST_EVERY_RETRY_MS);
    expect(fetched).toHaveBeenCalledTimes(1);
    const [url, init] = fetched.mock.calls[0]!;
    expect(url).toBe("https://mail.test/send");
    expect(init.headers).toMatchObject({ Authorization: "Bearer TEST-chave" });
    expect(JSON.parse(init.body as string)).toEqual({
      from: "loja@loja.test",
      to: email,
      subject: "Código para criar uma nova senha",
      text: expect.stringMatching(/^Seu código é \d{8}\n/),
    });
    expect(await stateOf(deployment)).toMatchObject([{ kind: "sent" }]);
    expect(await deployment.query(internal.mail.outbox, {})).toMatchObject([{ text: null, state: "sent" }]);
  });

  test("that fails is tried again, and given up on after the fourth time", async () => {
    configure();
    const fetched = vi.fn(() => Promise.resolve(new Response("busy", { status: 503 })));
    vi.stubGlobal("fetch", fetched);
    const { deployment, email } = await someone();
    await request(deployment, email, PAST_EVERY_RETRY_MS);
    expect(fetched).toHaveBeenCalledTimes(4);
    expect(await stateOf(deployment)).toEqual([{ kind: "failed", reason: "HTTP 503" }]);
  });

  test("that answers at the second try has sent it", async () => {
    configure();
    const fetched = vi
      .fn<() => Promise<Response>>()
      .mockRejectedValueOnce(new TypeError("fetch failed"))
      .mockResolvedValue(new Response("{}"));
    vi.stubGlobal("fetch", fetched);
    const { deployment, email } = await someone();
    await request(deployment, email, PAST_EVERY_RETRY_MS);
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(await stateOf(deployment)).toMatchObject([{ kind: "sent" }]);
  });
});
