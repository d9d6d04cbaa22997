import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { givePassword, OLD_PASSWORD } from "../support/accessRows";
import { aDeployment, aPerson, aShop, LIVE_DATE, type Deployment, type Person, type Shop } from "../support/builders";
import { refusalOf } from "../support/refusals";
import { setUpSigning } from "../support/signingKeys";

beforeAll(setUpSigning);
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const DAY_MS = 24 * 60 * 60 * 1000;
const NOBODY = { code: "unauthenticated", message: "Não autenticado" };
const page = { paginationOpts: { numItems: 50, cursor: null } };

const signIn = (deployment: Deployment, email: string, password: string, device?: string) =>
  deployment.action(api.auth.signIn, {
    provider: "password",
    params: { email, password, flow: "signIn", ...(device === undefined ? {} : { device }) },
  });

const totalsOf = (shop: Shop, person: Person) =>
  person.session.query(api.orders.totals, { tenantId: shop.tenantId, eventDate: LIVE_DATE });

async function auditOf(shop: Shop, owner: Person) {
  return (await owner.session.query(api.audit.list, { tenantId: shop.tenantId, ...page })).page;
}

describe("an invitation", () => {
  let shop: Shop;
  let owner: Person;
  beforeEach(async () => {
    shop = await aShop({ name: "Loja da Praça" });
    owner = await shop.hasStaff("Dona", "owner");
  });
  const invite = (role: "staff" | "owner" = "staff") =>
    owner.session.mutation(api.people.invite, { tenantId: shop.tenantId, role });

  test("brings who accepts it into the company, once", async () => {
    const { token } = await invite("owner");
    expect(await shop.deployment.query(api.people.inviteCard, { token })).toMatchObject({
      tenantName: "Loja da Praça",
      role: "owner",
    });
    const rita = await aPerson(shop.deployment, { name: "Rita" });
    await rita.session.mutation(api.people.acceptInvite, { token });
    expect(await rita.session.query(api.profiles.me, {})).toMatchObject({
      role: "owner",
      tenant: { id: shop.tenantId },
    });

    const second = await aPerson(shop.deployment);
    const gone = { code: "invite_not_found", message: "Convite inválido ou vencido" };
    expect(await refusalOf(second.session.mutation(api.people.acceptInvite, { token }))).toEqual(gone);
    expect(await shop.deployment.query(api.people.inviteCard, { token })).toBeNull();
    expect((await auditOf(shop, owner)).map(({ action, actorName }) => [action, actorName])).toEqual([
      ["person_joined", "Rita"],
      ["person_invited", "Dona"],
    ]);
  });

  test("is worth nothing after seven days, and something a minute before", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { token, expiresAt } = await invite();
    expect(expiresAt).toBe(Date.now() + 7 * DAY_MS);
    const rita = await aPerson(shop.deployment);
    vi.setSystemTime(expiresAt);
    expect(await refusalOf(rita.session.mutation(api.people.acceptInvite, { token }))).toMatchObject({
      code: "invite_not_found",
    });
    vi.setSystemTime(expiresAt - 60_000);
    await rita.session.mutation(api.people.acceptInvite, { token });
  });

  test("that is withdrawn, or of a company that is switched off, is worth nothing", async () => {
    const { token, inviteId } = await invite();
    await owner.session.mutation(api.people.revokeInvite, { tenantId: shop.tenantId, inviteId });
    const other = await invite();
    await shop.deployment.run(({ db }) => db.patch("tenants", shop.tenantId, { isActive: false }));
    const rita = await aPerson(shop.deployment);
    for (const key of [token, other.token]) {
      expect(await refusalOf(rita.session.mutation(api.people.acceptInvite, { token: key }))).toMatchObject({
        code: "invite_not_found",
      });
    }
  });

  test("does not take anybody out of another company", async () => {
    const { token } = await invite();
    const elsewhere = await aShop({ deployment: shop.deployment });
    const ana = await elsewhere.hasStaff();
    const admin = await aPerson(shop.deployment, { role: "super_admin" });
    for (const person of [ana, admin]) {
      expect(await refusalOf(person.session.mutation(api.people.acceptInvite, { token }))).toEqual({
        code: "already_in_company",
        message: "Sua conta já está ligada a uma empresa",
      });
    }
  });

  test("is one of at most fifty that are open; those that have run out do not count", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    for (let at = 0; at < 50; at += 1) await invite();
    expect(await refusalOf(invite())).toMatchObject({ code: "too_many_invites" });
    vi.setSystemTime(Date.now() + 7 * DAY_MS);
    await invite();
  });
});

describe("the team", () => {
  test("shows its people and never the super admins who look after it", async () => {
    const shop = await aShop();
    const owner = await shop.hasStaff("Dona", "owner");
    await shop.hasStaff("Ana");
    const admin = await shop.hasStaff("Super", "super_admin");
    const args = { tenantId: shop.tenantId };
    for (const { session } of [owner, admin]) {
      const { members } = await session.query(api.people.team, args);
      expect(members.map(({ name, role }) => [name, role])).toEqual([
        ["Dona", "owner"],
        ["Ana", "staff"],
      ]);
    }
  });

  test("changes roles, but is never left without an owner", async () => {
    const shop = await aShop();
    const owner = await shop.hasStaff("Dona", "owner");
    const ana = await shop.hasStaff("Ana");
    const { tenantId } = shop;
    const lastOwner = { code: "last_owner", message: "A empresa precisa de pelo menos uma pessoa responsável" };
    const demote = { tenantId, profileId: owner.profileId, role: "staff" } as const;
    expect(await refusalOf(owner.session.mutation(api.people.changeRole, demote))).toEqual(lastOwner);
    const leave = { tenantId, profileId: owner.profileId };
    expect(await refusalOf(owner.session.mutation(api.people.remove, leave))).toEqual(lastOwner);

    await owner.session.mutation(api.people.changeRole, { tenantId, profileId: ana.profileId, role: "owner" });
    await owner.session.mutation(api.people.changeRole, demote);
    expect(await refusalOf(owner.session.query(api.people.team, { tenantId }))).toMatchObject({ code: "forbidden" });
    expect((await auditOf(shop, ana))[0]).toMatchObject({
      action: "role_changed",
      actorName: "Dona",
      before: { role: "owner" },
      after: { role: "staff" },
    });
  });

  test("whoever is removed is nobody here with that commit, on every screen, and has no session any more", async () => {
    const shop = await aShop();
    const owner = await shop.hasStaff("Dona", "owner");
    const ana = await shop.hasStaff("Ana");
    expect(await totalsOf(shop, ana)).toMatchObject({ orders: 0 });
    await owner.session.mutation(api.people.remove, { tenantId: shop.tenantId, profileId: ana.profileId });
    expect(await refusalOf(totalsOf(shop, ana))).toEqual(NOBODY);
    const [sessions, profile] = await shop.deployment.run(async ({ db }) => [
      await db.query("authSessions").collect(),
      await db.get("profiles", ana.profileId),
    ]);
    expect(sessions.map(({ userId }) => userId)).toEqual([owner.userId]);
    expect(profile).toMatchObject({ tenantId: null, role: "staff" });
  });
});

describe("people without a company", () => {
  test("are listed newest first, and assigned by super admins", async () => {
    const shop = await aShop();
    const admin = await shop.hasStaff("Super", "super_admin");
    await shop.hasStaff("Ana");
    const rita = await aPerson(shop.deployment, { name: "Rita" });
    const beto = await aPerson(shop.deployment, { name: "Beto" });
    const waiting = await admin.session.query(api.people.withoutCompany, {});
    expect(waiting.map(({ name }) => name)).toEqual(["Beto", "Rita"]);

    const { tenantId } = shop;
    await admin.session.mutation(api.people.assign, { profileId: rita.profileId, tenantId, role: "owner" });
    expect(await rita.session.query(api.people.team, { tenantId })).toMatchObject({ members: [{ name: "Rita" }, {}] });
    const out = { profileId: rita.profileId, tenantId: null, role: "staff" } as const;
    expect(await refusalOf(admin.session.mutation(api.people.assign, out))).toMatchObject({ code: "last_owner" });

    const superior = { profileId: admin.profileId, tenantId, role: "staff" } as const;
    expect(await refusalOf(admin.session.mutation(api.people.assign, superior))).toMatchObject({
      code: "person_not_found",
    });
    const nowhere = await aShop({ deployment: shop.deployment });
    await shop.deployment.run(({ db }) => db.delete("tenants", nowhere.tenantId));
    const lost = { profileId: beto.profileId, tenantId: nowhere.tenantId, role: "staff" } as const;
    expect(await refusalOf(admin.session.mutation(api.people.assign, lost))).toMatchObject({
      code: "tenant_not_found",
    });
  });
});

describe("setting somebody else's password", () => {
  async function aTeam() {
    const shop = await aShop();
    const owner = await shop.hasStaff("Dona", "owner");
    const ana = await shop.hasStaff("Ana");
    const email = await givePassword(shop.deployment, ana);
    return { shop, owner, ana, email };
  }

  test("ends all their sessions, gives used-up tries back, and is written down without the password", async () => {
    const { shop, owner, ana, email } = await aTeam();
    for (let at = 0; at < 11; at += 1) await refusalOf(signIn(shop.deployment, email, "errada"));
    expect(await refusalOf(signIn(shop.deployment, email, OLD_PASSWORD))).toMatchObject({ code: "too_many_attempts" });

    const args = { tenantId: shop.tenantId, profileId: ana.profileId, newPassword: "senha-bem-nova" };
    await owner.session.action(api.people.setStaffPassword, args);
    expect(await refusalOf(totalsOf(shop, ana))).toEqual(NOBODY);
    expect((await signIn(shop.deployment, email, "senha-bem-nova")).tokens).not.toBeNull();
    expect(await refusalOf(signIn(shop.deployment, email, OLD_PASSWORD))).toMatchObject({
      code: "invalid_credentials",
    });
    const log = await auditOf(shop, owner);
    expect(log[0]).toMatchObject({ action: "password_set", actorName: "Dona", record: { label: email } });
    expect(JSON.stringify(log)).not.toContain("senha-bem-nova");
  });

  test("an owner may for their staff alone, a super admin for anybody but the master", async () => {
    const { shop, owner, email } = await aTeam();
    const second = await shop.hasStaff("Sócia", "owner");
    const admin = await shop.hasStaff("Super", "super_admin");
    const master = await shop.hasStaff("Mestre", "super_admin");
    const masterEmail = await givePassword(shop.deployment, master);
    vi.stubEnv("MASTER_ADMIN_EMAIL", masterEmail);

    const ofSecond = { tenantId: shop.tenantId, profileId: second.profileId, newPassword: "senha-bem-nova" };
    expect(await refusalOf(owner.session.action(api.people.setStaffPassword, ofSecond))).toMatchObject({
      code: "forbidden",
    });
    const set = (by: Person, whose: string) =>
      by.session.action(api.people.setPassword, { email: whose, newPassword: "senha-bem-nova" });
    await set(admin, ` ${email.toUpperCase()}`);
    expect(await refusalOf(set(admin, masterEmail))).toMatchObject({ code: "forbidden" });
    await set(master, masterEmail);
    expect(await refusalOf(set(master, email))).toEqual(NOBODY);
  });

  test("is refused when weak, and for whom another service signs in", async () => {
    const { shop, email } = await aTeam();
    const admin = await shop.hasStaff("Super", "super_admin");
    const clerk = await shop.hasStaff("Clara");
    const clerkEmail = (await clerk.session.query(api.profiles.me, {})).email;
    const set = (whose: string, newPassword: string) =>
      admin.session.action(api.people.setPassword, { email: whose, newPassword });
    expect(await refusalOf(set(email, "12345"))).toMatchObject({ code: "weak_password" });
    expect(await refusalOf(set(clerkEmail, "senha-bem-nova"))).toEqual({
      code: "no_local_password",
      message: "Esta conta entra por outro serviço; a senha é trocada lá",
    });
  });
});

describe("changing one's own password", () => {
  const change = (person: Person, currentPassword: string, newPassword = "senha-bem-nova") =>
    person.session.action(api.profiles.changePassword, { currentPassword, newPassword });

  test("needs the current one, and signs out on every screen", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    const email = await givePassword(shop.deployment, ana);
    const wrong = { code: "wrong_password", message: "Senha atual incorreta" };
    expect(await refusalOf(change(ana, "errada"))).toEqual(wrong);
    expect(await refusalOf(change(ana, OLD_PASSWORD, "12345"))).toMatchObject({ code: "weak_password" });
    expect(await totalsOf(shop, ana)).toMatchObject({ orders: 0 });

    await change(ana, OLD_PASSWORD);
    expect(await refusalOf(totalsOf(shop, ana))).toEqual(NOBODY);
    expect((await signIn(shop.deployment, email, "senha-bem-nova")).tokens).not.toBeNull();
  });

  test("is closed after ten wrong ones, for the right one too", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff();
    await givePassword(shop.deployment, ana);
    const settled = { profileId: ana.profileId, matched: false, passwordHash: "x", previousHash: "y" };
    for (let at = 0; at < 10; at += 1) await shop.deployment.mutation(internal.profiles.settleOwnPassword, settled);
    expect(await refusalOf(change(ana, OLD_PASSWORD))).toMatchObject({ code: "too_many_attempts" });
  });
});

describe("super admins", () => {
  test("are made and unmade by the master, who cannot unmake themselves", async () => {
    const deployment = aDeployment();
    const master = await aPerson(deployment, { name: "Mestre", role: "super_admin" });
    const rita = await aPerson(deployment, { name: "Rita" });
    vi.stubEnv("MASTER_ADMIN_EMAIL", (await master.session.query(api.profiles.me, {})).email);
    const set = (profileId: Person["profileId"], isSuperAdmin: boolean) =>
      master.session.mutation(api.people.setSuperAdmin, { profileId, isSuperAdmin });
    await set(rita.profileId, true);
    expect(await rita.session.query(api.tenants.list, {})).toEqual([]);
    await set(rita.profileId, false);
    expect(await refusalOf(rita.session.query(api.tenants.list, {}))).toEqual(NOBODY);
    expect(await refusalOf(set(master.profileId, false))).toMatchObject({ code: "forbidden" });
  });

  test("the operator gives the master a new password, and makes the account where there is none", async () => {
    const deployment = aDeployment();
    const reset = (password: string) => deployment.action(internal.people.resetMaster, { password });
    expect(await refusalOf(reset("senha-bem-nova"))).toMatchObject({ code: "master_not_named" });
    vi.stubEnv("MASTER_ADMIN_EMAIL", "Mestre@loja.test");
    expect(await reset("primeira-senha")).toEqual({ email: "mestre@loja.test" });
    expect((await signIn(deployment, "mestre@loja.test", "primeira-senha")).tokens).not.toBeNull();
    await reset("segunda-senha");
    expect((await signIn(deployment, "mestre@loja.test", "segunda-senha")).tokens).not.toBeNull();
    expect(await deployment.run(({ db }) => db.query("profiles").collect())).toMatchObject([
      { email: "mestre@loja.test", role: "super_admin", tenantId: null },
    ]);
  });
});

describe("strangers who guess", () => {
  const EMAIL = "ana@loja.test";
  const PASSWORD = "segredo-da-ana";
  const DEVICE = "0123456789abcdef0123456789abcdef";

  async function ana() {
    const deployment = aDeployment();
    await deployment.action(api.auth.signIn, {
      provider: "password",
      params: { email: EMAIL, password: PASSWORD, flow: "signUp" },
    });
    return deployment;
  }

  test("do not close the door to a browser that has signed in before, not even from its own address", async () => {
    const deployment = await ana();
    await signIn(deployment, EMAIL, PASSWORD, DEVICE);
    for (let at = 0; at < 12; at += 1) await refusalOf(signIn(deployment, EMAIL, "errada"));
    expect(await refusalOf(signIn(deployment, EMAIL, PASSWORD))).toMatchObject({ code: "too_many_attempts" });
    expect((await signIn(deployment, EMAIL, PASSWORD, DEVICE)).tokens).not.toBeNull();
  }, 30_000);

  test("do not close it to other addresses, until thirty tries of many addresses within the hour", async () => {
    const deployment = await ana();
    const settle = (ip: string, matched: boolean) =>
      deployment.mutation(internal.accounts.settleSignIn, { email: EMAIL, ip, deviceHash: null, matched });
    for (let at = 0; at < 10; at += 1) expect(await settle("203.0.113.1", false)).toBe("wrong");
    expect(await settle("203.0.113.1", true)).toBe("exhausted");
    expect(await settle("203.0.113.2", true)).toBe("accepted");
    for (let at = 0; at < 20; at += 1) expect(await settle(`203.0.113.${10 + at}`, false)).toBe("wrong");
    expect(await settle("203.0.113.99", true)).toBe("exhausted");
  });

  test("a browser that has signed in before has ten tries of its own and no more", async () => {
    const deployment = await ana();
    const settle = (matched: boolean) =>
      deployment.mutation(internal.accounts.settleSignIn, { email: EMAIL, ip: null, deviceHash: "d", matched });
    expect(await settle(true)).toBe("accepted");
    for (let at = 0; at < 10; at += 1) expect(await settle(false)).toBe("wrong");
    expect(await settle(true)).toBe("exhausted");
  });

  test("one address that tries many e-mails is closed after three hundred, others are not", async () => {
    const deployment = aDeployment();
    await deployment.run(({ db }) =>
      db.insert("attemptLimits", { key: "signInFrom:203.0.113.1", remaining: 0, updatedAt: Date.now() }),
    );
    const settle = (ip: string) =>
      deployment.mutation(internal.accounts.settleSignIn, { email: EMAIL, ip, deviceHash: null, matched: true });
    expect(await settle("203.0.113.1")).toBe("exhausted");
    expect(await settle("203.0.113.2")).toBe("accepted");
  });
});

describe("somebody whom Clerk signs in", () => {
  const clerk = (deployment: Deployment, claims: { subject: string; email?: string; name?: string }) =>
    deployment.withIdentity({ issuer: "https://clerk.shop.test", ...claims });

  test("gets a profile at the first sign-in, staff of no company, and one only", async () => {
    const deployment = aDeployment();
    const rita = clerk(deployment, { subject: "user_2abc", email: "Rita@loja.test", name: "Rita Lima" });
    expect(await refusalOf(rita.query(api.profiles.me, {}))).toEqual(NOBODY);
    expect(await rita.mutation(api.profiles.ensure, {})).toEqual({ created: true });
    expect(await rita.mutation(api.profiles.ensure, {})).toEqual({ created: false });
    expect(await rita.query(api.profiles.me, {})).toMatchObject({
      email: "rita@loja.test",
      name: "Rita Lima",
      role: "staff",
      tenant: null,
    });
  });

  test("does not become an account of ours by having its e-mail", async () => {
    const shop = await aShop();
    const ana = await shop.hasStaff("Ana", "owner");
    const { email } = await ana.session.query(api.profiles.me, {});
    const impostor = clerk(shop.deployment, { subject: "user_outro", email: email.toUpperCase() });
    expect(await refusalOf(impostor.mutation(api.profiles.ensure, {}))).toMatchObject({ code: "email_in_use" });
    expect(await refusalOf(impostor.query(api.profiles.me, {}))).toEqual(NOBODY);
  });

  test("keeps their e-mail: nobody signs up with it beside them", async () => {
    const deployment = aDeployment();
    await clerk(deployment, { subject: "user_2abc", email: "rita@loja.test" }).mutation(api.profiles.ensure, {});
    const params = { email: "rita@loja.test", password: "segredo-alheio", flow: "signUp" };
    const call = deployment.action(api.auth.signIn, { provider: "password", params });
    expect(await refusalOf(call)).toMatchObject({ code: "email_in_use" });
    expect(await deployment.run(({ db }) => db.query("authAccounts").collect())).toEqual([]);
  });

  test("needs an e-mail in the token", async () => {
    const nameless = clerk(aDeployment(), { subject: "user_2abc" });
    expect(await refusalOf(nameless.mutation(api.profiles.ensure, {}))).toMatchObject({ code: "invalid_email" });
  });
});
