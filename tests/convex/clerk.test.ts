import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { aDeployment, aPerson, aShop, unique, type Deployment, type Person, type Shop } from "../support/builders";
import { ClerkApi } from "../support/clerkApi";
import { refusalOf } from "../support/refusals";

/** Where Clerk keeps the accounts: what we do there for somebody else, over a stand-in for its Backend API. */

const ISSUER = "https://clerk.shop.test";
const PASSWORD = "senha-da-dona";
const NOBODY = { code: "unauthenticated", message: "Não autenticado" };
const SILENT = {
  code: "accounts_unavailable",
  message: "O serviço de contas não respondeu. Tente de novo em instantes.",
};

let clerk: ClerkApi;
let deployment: Deployment;
beforeEach(() => {
  clerk = new ClerkApi();
  vi.stubEnv("CLERK_SECRET_KEY", clerk.key);
  vi.stubGlobal("fetch", clerk.fetch);
  deployment = aDeployment();
  // What waits for Clerk waits no time.
  const later = globalThis.setTimeout;
  vi.stubGlobal("setTimeout", (then: () => void) => later(then, 0));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const superAdmin = () => aPerson(deployment, { name: "Super", role: "super_admin" });
const newCompany = (email = "dona@atelie.test", adminPassword = PASSWORD) => ({
  name: "Ateliê",
  adminEmail: email,
  adminPassword,
});

/** Signed in at Clerk, with a token of the session. */
function atClerk(email: string, password: string) {
  const session = clerk.signIn(email, password);
  if (session === null) return null;
  const token = { issuer: ISSUER, subject: session.user_id, sid: session.id, email };
  return { id: session.id, as: deployment.withIdentity(token) };
}
function signedIn(email: string, password = PASSWORD) {
  return atClerk(email, password) ?? expect.fail(`${email} should be able to sign in`);
}

/** Somebody of a shop whose account Clerk keeps. */
async function hasClerkPerson(shop: Shop, role: "staff" | "owner", email = `${unique("rita")}@loja.test`) {
  const userId = clerk.addUser(email, PASSWORD);
  const { tenantId } = shop;
  const profileId = await shop.deployment.run(({ db }) =>
    db.insert("profiles", { externalId: userId, email, name: "Rita", role, tenantId }),
  );
  return { userId, profileId, email };
}
const scheduled = () => deployment.finishAllScheduledFunctions(() => vi.advanceTimersByTime(3_700_000));
const profiles = () => deployment.run(({ db }) => db.query("profiles").collect());
const logOf = async (admin: Person) =>
  (await admin.session.query(api.audit.installation, { paginationOpts: { numItems: 50, cursor: null } })).page;

describe("a new company", () => {
  test("has an owner with an account at Clerk, who signs in there, and no password here", async () => {
    const admin = await superAdmin();
    const { tenantId } = await admin.session.action(api.tenants.create, newCompany(" Dona@Atelie.test "));
    expect(await signedIn("dona@atelie.test").as.query(api.profiles.me, {})).toMatchObject({
      email: "dona@atelie.test",
      name: "dona",
      role: "owner",
      tenant: { id: tenantId },
    });
    expect(await deployment.run(({ db }) => db.query("authAccounts").collect())).toEqual([]);
    expect(JSON.stringify(await logOf(admin))).not.toContain(PASSWORD);
  });

  test("speaks to Clerk's own address, with its key and the version of the API that was read", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
      asked.push(url);
      return clerk.fetch(url, init);
    });
    const admin = await superAdmin();
    await admin.session.action(api.tenants.create, newCompany());
    expect(asked).toEqual(["https://api.clerk.com/v1/users"]);
    expect(clerk.received).toEqual([
      {
        method: "POST",
        path: "/v1/users",
        version: "2025-11-10",
        body: {
          email_address: ["dona@atelie.test"],
          password: PASSWORD,
          external_id: expect.stringMatching(/^shop-account-[0-9a-f]{24}$/),
        },
      },
    ]);
  });

  test("elsewhere where the operator says so", async () => {
    vi.stubEnv("CLERK_API_URL", "http://127.0.0.1:9/");
    const fetched = vi.fn(clerk.fetch);
    vi.stubGlobal("fetch", fetched);
    await (await superAdmin()).session.action(api.tenants.create, newCompany());
    expect(fetched.mock.calls[0]?.[0]).toBe("http://127.0.0.1:9/v1/users");
  });

  test.each([
    ["1234567", "password_not_accepted"],
    ["password", "password_not_accepted"],
    ["12345", "weak_password"],
  ])("with the password %j is refused with %s, and nothing is made", async (password, code) => {
    const admin = await superAdmin();
    expect(
      await refusalOf(admin.session.action(api.tenants.create, newCompany("dona@atelie.test", password))),
    ).toMatchObject({ code });
    expect([clerk.users.size, (await admin.session.query(api.tenants.list, {})).length]).toEqual([0, 0]);
  });

  test("with the e-mail of somebody here, or of an account at Clerk that is not ours to take, is refused", async () => {
    const admin = await superAdmin();
    const [{ email } = { email: "" }] = await profiles();
    clerk.addUser("alguem@loja.test");
    const taken = { code: "email_in_use", message: "Este e-mail já está cadastrado" };
    expect(await refusalOf(admin.session.action(api.tenants.create, newCompany(email)))).toEqual(taken);
    expect(clerk.received).toEqual([]);
    expect(await refusalOf(admin.session.action(api.tenants.create, newCompany("alguem@loja.test")))).toEqual(taken);
    expect(clerk.byEmail("alguem@loja.test")?.password).toBe("senha-de-antes");
  });

  test("whose answer is lost is found by asking, and made once", async () => {
    for (const mishap of ["lost after", "nonsense after"] as const) {
      clerk.fails(mishap);
      const email = `${unique("dona")}@atelie.test`;
      await (await superAdmin()).session.action(api.tenants.create, newCompany(email));
      expect(await signedIn(email).as.query(api.profiles.me, {})).toMatchObject({ role: "owner" });
    }
    expect(clerk.users.size).toBe(2);
  });

  test("while Clerk does not answer is refused, and can be made later under the same e-mail", async () => {
    const admin = await superAdmin();
    clerk.fails("lost after", "broken", "lost before", "broken");
    expect(await refusalOf(admin.session.action(api.tenants.create, newCompany()))).toEqual(SILENT);
    expect(await admin.session.query(api.tenants.list, {})).toEqual([]);
    await admin.session.action(api.tenants.create, newCompany("dona@atelie.test", "outra-senha-boa"));
    expect(atClerk("dona@atelie.test", PASSWORD)).toBeNull();
    expect(await signedIn("dona@atelie.test", "outra-senha-boa").as.query(api.profiles.me, {})).toMatchObject({
      role: "owner",
    });
  });

  test("that the last transaction refuses leaves no account at Clerk", async () => {
    const admin = await superAdmin();
    const create = clerk.fetch;
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      const answer = await create(url, init);
      // Somebody signs up here with that e-mail at the very moment.
      if (init.method === "POST")
        await deployment.run(({ db }) =>
          db.insert("profiles", {
            externalId: "user_x",
            email: "dona@atelie.test",
            name: "x",
            role: "staff",
            tenantId: null,
          }),
        );
      return answer;
    });
    expect(await refusalOf(admin.session.action(api.tenants.create, newCompany()))).toMatchObject({
      code: "email_in_use",
    });
    expect(clerk.users.size).toBe(0);
  });

  test("of a key that Clerk does not take is refused without a word of Clerk's", async () => {
    vi.stubEnv("CLERK_SECRET_KEY", "sk_test_errada");
    expect(await refusalOf((await superAdmin()).session.action(api.tenants.create, newCompany()))).toEqual(SILENT);
  });
});

describe("a password set for somebody", () => {
  test("is set at Clerk, ends the sessions there and here with that commit, and is written down without it", async () => {
    const admin = await superAdmin();
    const shop = await aShop({ deployment });
    const rita = await hasClerkPerson(shop, "staff");
    const before = signedIn(rita.email);
    expect(await before.as.query(api.profiles.me, {})).toMatchObject({ name: "Rita" });
    await admin.session.action(api.people.setPassword, { email: rita.email, newPassword: "senha-bem-nova" });

    expect(clerk.isActive(before.id)).toBe(false);
    // The token has not run out; the session it stands for has.
    expect(await refusalOf(before.as.query(api.profiles.me, {}))).toEqual(NOBODY);
    expect(await refusalOf(before.as.mutation(api.profiles.ensure, {}))).toEqual(NOBODY);
    expect(atClerk(rita.email, PASSWORD)).toBeNull();
    expect(await signedIn(rita.email, "senha-bem-nova").as.query(api.profiles.me, {})).toMatchObject({ name: "Rita" });
    const [line] = await shop.rows("auditLog");
    expect(line).toMatchObject({ action: "password_set", actorName: "Super", recordLabel: rita.email });
    expect(JSON.stringify(await shop.rows("auditLog"))).not.toContain("senha-bem-nova");
  });

  test("by the owner: staff of the own company alone, and Clerk hears of nothing else", async () => {
    const shop = await aShop({ deployment });
    const other = await aShop({ deployment });
    const owner = await shop.hasStaff("Dona", "owner");
    const [rita, partner, foreign] = [
      await hasClerkPerson(shop, "staff"),
      await hasClerkPerson(shop, "owner"),
      await hasClerkPerson(other, "staff"),
    ];
    const set = (profileId: typeof rita.profileId) =>
      owner.session.action(api.people.setStaffPassword, {
        tenantId: shop.tenantId,
        profileId,
        newPassword: "senha-bem-nova",
      });
    expect(await refusalOf(set(partner.profileId))).toMatchObject({ code: "forbidden" });
    expect(await refusalOf(set(foreign.profileId))).toMatchObject({ code: "person_not_found" });
    expect(clerk.received).toEqual([]);
    await set(rita.profileId);
    expect(clerk.byEmail(rita.email)?.password).toBe("senha-bem-nova");
  });

  test("is tried again while Clerk is busy, and refused when it stays so", async () => {
    const admin = await superAdmin();
    const rita = await hasClerkPerson(await aShop({ deployment }), "staff");
    const set = () =>
      admin.session.action(api.people.setPassword, { email: rita.email, newPassword: "senha-bem-nova" });
    clerk.fails("busy", "lost before");
    await set();
    clerk.fails("broken", "broken", "broken");
    expect(await refusalOf(set())).toEqual(SILENT);
  });

  test("of an account that is gone at Clerk: 'Pessoa não encontrada'", async () => {
    const rita = await hasClerkPerson(await aShop({ deployment }), "staff");
    clerk.users.clear();
    const set = (await superAdmin()).session.action(api.people.setPassword, {
      email: rita.email,
      newPassword: "senha-bem-nova",
    });
    expect(await refusalOf(set)).toEqual({ code: "person_not_found", message: "Pessoa não encontrada" });
  });

  test("without a key of Clerk's is refused: it is set there", async () => {
    vi.stubEnv("CLERK_SECRET_KEY", "");
    const rita = await hasClerkPerson(await aShop({ deployment }), "staff");
    const set = (await superAdmin()).session.action(api.people.setPassword, {
      email: rita.email,
      newPassword: "senha-bem-nova",
    });
    expect(await refusalOf(set)).toEqual({
      code: "no_local_password",
      message: "Esta conta entra por outro serviço; a senha é trocada lá",
    });
  });
});

describe("the first account of a company", () => {
  async function aCompany() {
    const admin = await superAdmin();
    const { tenantId } = await admin.session.action(api.tenants.create, newCompany());
    clerk.received.length = 0;
    const update = (changes: object) =>
      admin.session.action(api.tenants.update, { id: tenantId, name: "Ateliê", ...changes });
    return { admin, tenantId, update };
  }

  test("gets another e-mail and password at Clerk; the old ones are worth nothing", async () => {
    const { update, admin } = await aCompany();
    const before = signedIn("dona@atelie.test");
    await update({ adminEmail: "Nova@atelie.test", adminPassword: "senha-bem-nova" });
    expect(atClerk("dona@atelie.test", "senha-bem-nova")).toBeNull();
    expect(await signedIn("nova@atelie.test", "senha-bem-nova").as.query(api.profiles.me, {})).toMatchObject({
      email: "nova@atelie.test",
      role: "owner",
    });
    expect(await refusalOf(before.as.query(api.profiles.me, {}))).toEqual(NOBODY);
    expect(await logOf(admin)).toMatchObject([
      {
        action: "tenant_changed",
        before: { adminEmail: "dona@atelie.test" },
        after: { adminEmail: "nova@atelie.test" },
      },
      { action: "tenant_created" },
    ]);
  });

  test("keeps them when the fields are blank or the e-mail is the same, and Clerk is not asked", async () => {
    const { update } = await aCompany();
    await update({ name: "Ateliê São João", adminEmail: "dona@atelie.test", adminPassword: "" });
    expect(clerk.received).toEqual([]);
    signedIn("dona@atelie.test");
  });

  test("whose change of e-mail was cut short is changed by doing it again", async () => {
    const { update } = await aCompany();
    // The new address is there, its answer and all that follows are lost.
    clerk.fails("none", "lost after", "broken", "broken", "broken");
    expect(await refusalOf(update({ adminEmail: "nova@atelie.test" }))).toEqual(SILENT);
    await update({ adminEmail: "nova@atelie.test" });
    expect(clerk.byEmail("nova@atelie.test")?.addresses).toHaveLength(1);
    await signedIn("nova@atelie.test").as.query(api.profiles.me, {});
  });

  test("does not take an e-mail that another account at Clerk has", async () => {
    const { update } = await aCompany();
    clerk.addUser("alguem@loja.test");
    expect(await refusalOf(update({ adminEmail: "alguem@loja.test" }))).toMatchObject({ code: "email_in_use" });
    signedIn("dona@atelie.test");
  });
});

describe("whoever is put out", () => {
  test("of the team is out with that commit, and their sessions at Clerk end", async () => {
    vi.useFakeTimers();
    const shop = await aShop({ deployment });
    const owner = await shop.hasStaff("Dona", "owner");
    const rita = await hasClerkPerson(shop, "staff");
    const there = signedIn(rita.email);
    await owner.session.mutation(api.people.remove, { tenantId: shop.tenantId, profileId: rita.profileId });
    expect(await refusalOf(there.as.query(api.orders.totals, { tenantId: shop.tenantId }))).toMatchObject({
      code: "tenant_not_found",
    });
    await scheduled();
    expect(clerk.isActive(there.id)).toBe(false);
    expect(await refusalOf(there.as.query(api.profiles.me, {}))).toEqual(NOBODY);
  });

  test("is put out at Clerk later when it does not answer", async () => {
    vi.useFakeTimers();
    const shop = await aShop({ deployment });
    const owner = await shop.hasStaff("Dona", "owner");
    const rita = await hasClerkPerson(shop, "staff");
    const there = signedIn(rita.email);
    clerk.fails("broken", "lost before", "broken", "broken");
    await owner.session.mutation(api.people.remove, { tenantId: shop.tenantId, profileId: rita.profileId });
    await scheduled();
    expect(clerk.isActive(there.id)).toBe(false);
  });

  test("with their company loses the account at Clerk too", async () => {
    vi.useFakeTimers();
    const admin = await superAdmin();
    const { tenantId, slug } = await admin.session.action(api.tenants.create, newCompany());
    clerk.addUser("alheia@loja.test");
    await admin.session.mutation(api.tenants.remove, { id: tenantId, slug });
    await scheduled();
    expect([...clerk.users.values()].map(({ addresses }) => addresses[0]?.email_address)).toEqual(["alheia@loja.test"]);
    expect((await profiles()).map(({ role }) => role)).toEqual(["super_admin"]);
  });
});

describe("the operator", () => {
  test("makes the first super admin with an account at Clerk", async () => {
    await deployment.action(internal.seed.superAdmin, { email: "chefe@loja.test", name: "Chefe", password: PASSWORD });
    expect(await signedIn("chefe@loja.test").as.query(api.profiles.me, {})).toMatchObject({ isSuperAdmin: true });
  });

  test("gives the master a new password there, and makes the account where there is none", async () => {
    vi.stubEnv("MASTER_ADMIN_EMAIL", "mestre@loja.test");
    await deployment.action(internal.people.resetMaster, { password: PASSWORD });
    const before = signedIn("mestre@loja.test");
    expect(await before.as.query(api.profiles.me, {})).toMatchObject({ isMaster: true });
    await deployment.action(internal.people.resetMaster, { password: "senha-bem-nova" });
    expect(await refusalOf(before.as.query(api.profiles.me, {}))).toEqual(NOBODY);
    expect(await signedIn("mestre@loja.test", "senha-bem-nova").as.query(api.profiles.me, {})).toMatchObject({
      isMaster: true,
    });
  });
});

describe("a notice of Clerk's", () => {
  const KEY = "c2VncmVkby1kby13ZWJob29r";
  beforeEach(() => {
    vi.stubEnv("CLERK_WEBHOOK_SECRET", `whsec_${KEY}`);
  });

  async function sign(text: string, key = KEY): Promise<string> {
    const raw = Uint8Array.from(atob(key), (character) => character.charCodeAt(0));
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const hmac = await crypto.subtle.importKey("raw", raw, algorithm, false, ["sign"]);
    const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", hmac, new TextEncoder().encode(text)));
    return `v1,${btoa(String.fromCharCode(...bytes))}`;
  }
  async function tell(type: string, id: string, change: { at?: number; key?: string; signature?: string } = {}) {
    const body = JSON.stringify({ object: "event", type, data: { id } });
    const timestamp = String(Math.floor((change.at ?? Date.now()) / 1000));
    const signature = change.signature ?? (await sign(`msg_1.${timestamp}.${body}`, change.key));
    const headers = { "svix-id": "msg_1", "svix-timestamp": timestamp, "svix-signature": `v1,b3V0cmE= ${signature}` };
    return (await deployment.fetch("/webhooks/clerk", { method: "POST", headers, body })).status;
  }

  test.each(["session.ended", "session.removed", "session.revoked"])("%s ends the session here, live", async (type) => {
    const shop = await aShop({ deployment });
    const rita = await hasClerkPerson(shop, "staff");
    const there = signedIn(rita.email);
    expect(await tell(type, there.id)).toBe(200);
    expect(await refusalOf(there.as.query(api.profiles.me, {}))).toEqual(NOBODY);
    expect(await tell(type, there.id)).toBe(200);
    expect(await deployment.run(async ({ db }) => (await db.query("endedSessions").collect()).length)).toBe(1);
  });

  test("user.updated: the e-mail that Clerk has now is taken over, unless somebody here has it", async () => {
    vi.useFakeTimers();
    const shop = await aShop({ deployment });
    const rita = await hasClerkPerson(shop, "staff");
    const emailOf = async () => (await deployment.run(({ db }) => db.get("profiles", rita.profileId)))?.email;
    const becomes = async (email: string) => {
      const user = clerk.users.get(rita.userId)!;
      user.addresses = [{ id: user.primary, email_address: email }];
      await tell("user.updated", rita.userId);
      await scheduled();
    };
    await becomes("Nova@loja.test");
    expect(await emailOf()).toBe("nova@loja.test");
    const taken = (await hasClerkPerson(shop, "staff")).email;
    for (const id of [...clerk.users.keys()]) if (id !== rita.userId) clerk.users.delete(id);
    await becomes(taken);
    expect(await emailOf()).toBe("nova@loja.test");
  });

  test("user.deleted: the person is gone, with a line in the log; not the last who may run the company", async () => {
    vi.useFakeTimers();
    const shop = await aShop({ deployment });
    const [rita, dona] = [await hasClerkPerson(shop, "staff"), await hasClerkPerson(shop, "owner")];
    clerk.users.clear();
    for (const { userId } of [rita, dona]) await tell("user.deleted", userId);
    await scheduled();
    expect((await profiles()).map(({ _id }) => _id)).toEqual([dona.profileId]);
    expect(await shop.rows("auditLog")).toMatchObject([
      { action: "person_removed", actorName: "Clerk", recordLabel: rita.email },
    ]);
  });

  test.each([
    ["of another key", { key: "b3V0cmEtY2hhdmU=" }],
    ["of six minutes ago", { at: Date.now() - 6 * 60_000 }],
    ["of the future", { at: Date.now() + 6 * 60_000 }],
    ["unsigned", { signature: "" }],
    ["with a signature that is none", { signature: "v1,***" }],
  ])("%s is refused and changes nothing", async (_what, change) => {
    const there = signedIn((await hasClerkPerson(await aShop({ deployment }), "staff")).email);
    expect(await tell("session.ended", there.id, change)).toBe(401);
    expect(await there.as.query(api.profiles.me, {})).toMatchObject({ name: "Rita" });
  });

  test("without a key of ours is refused", async () => {
    vi.stubEnv("CLERK_WEBHOOK_SECRET", "");
    expect(await tell("session.ended", "sess_1", { key: "", signature: "v1,AAAA" })).toBe(401);
  });

  test("of something else is taken and does nothing; nonsense is refused", async () => {
    expect(await tell("organization.created", "org_1")).toBe(200);
    const timestamp = String(Math.floor(Date.now() / 1000));
    const headers = {
      "svix-id": "msg_2",
      "svix-timestamp": timestamp,
      "svix-signature": await sign(`msg_2.${timestamp}.nada`),
    };
    expect((await deployment.fetch("/webhooks/clerk", { method: "POST", headers, body: "nada" })).status).toBe(400);
  });
});
