import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import schema from "../../convex/schema";
import { givePassword, twoOffices } from "../support/accessRows";
import { aDeployment, aPerson, aShop, type Deployment, type Person } from "../support/builders";
import { refusalOf } from "../support/refusals";
import { setUpSigning } from "../support/signingKeys";

beforeAll(setUpSigning);
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const PASSWORD = "senha-da-dona";
const NEW = { name: "Ateliê São João", adminEmail: " Dona@Atelie.test ", adminPassword: PASSWORD };

const superAdmin = (deployment: Deployment) => aPerson(deployment, { name: "Super", role: "super_admin" });
const signIn = (deployment: Deployment, email: string, password = PASSWORD) =>
  deployment.action(api.auth.signIn, { provider: "password", params: { email, password, flow: "signIn" } });
const logOf = async (admin: Person) =>
  (await admin.session.query(api.audit.installation, { paginationOpts: { numItems: 50, cursor: null } })).page;

describe("a new company", () => {
  test("has a label made of its name and an owner who can sign in", async () => {
    const deployment = aDeployment();
    const admin = await superAdmin(deployment);
    const { tenantId, slug } = await admin.session.action(api.tenants.create, NEW);
    expect(slug).toBe("ateliesaojoao");
    expect(await deployment.query(api.tenants.bySlug, { slug })).toEqual({ id: tenantId, name: NEW.name, slug });
    expect((await signIn(deployment, "dona@atelie.test")).tokens).not.toBeNull();
    const [company] = await admin.session.query(api.tenants.list, {});
    expect(company).toMatchObject({ name: NEW.name, slug, isActive: true, adminEmail: "dona@atelie.test", people: 1 });
    expect(await deployment.run(({ db }) => db.query("profiles").collect())).toMatchObject([
      {},
      { email: "dona@atelie.test", name: "dona", role: "owner", tenantId },
    ]);
    expect(await logOf(admin)).toMatchObject([{ action: "tenant_created", actorName: "Super", after: { slug } }]);
    expect(JSON.stringify(await logOf(admin))).not.toContain(PASSWORD);
  });

  test("of a name that is taken gets a number, one of a reserved label too", async () => {
    const deployment = aDeployment();
    const admin = await superAdmin(deployment);
    const slugs = [];
    for (const [at, name] of ["Loja", "LOJA!", "lojá", "www"].entries()) {
      const company = { name, adminEmail: `dona${at}@loja.test`, adminPassword: PASSWORD };
      slugs.push((await admin.session.action(api.tenants.create, company)).slug);
    }
    expect(slugs).toEqual(["loja", "loja2", "loja3", "www2"]);
  });

  test.each([
    [{ name: " " }, "tenant_name_required", "Nome da empresa é obrigatório"],
    [{ adminEmail: " " }, "admin_email_required", "Email do administrador é obrigatório"],
    [{ adminPassword: "" }, "admin_password_required", "Senha do administrador é obrigatória"],
    [{ adminEmail: "dona" }, "invalid_email", "E-mail inválido"],
    [{ adminPassword: "12345" }, "weak_password", "A senha precisa ter de 6 a 72 caracteres"],
  ])("is refused with %j, and nothing is made", async (typed, code, message) => {
    const deployment = aDeployment();
    const admin = await superAdmin(deployment);
    expect(await refusalOf(admin.session.action(api.tenants.create, { ...NEW, ...typed }))).toEqual({ code, message });
    expect(await admin.session.query(api.tenants.list, {})).toEqual([]);
  });

  test("for an e-mail in use is refused whole: no company without its owner", async () => {
    const deployment = aDeployment();
    const admin = await superAdmin(deployment);
    await admin.session.action(api.tenants.create, NEW);
    expect(await refusalOf(admin.session.action(api.tenants.create, { ...NEW, name: "Outra" }))).toMatchObject({
      code: "email_in_use",
    });
    expect(await admin.session.query(api.tenants.list, {})).toHaveLength(1);
  });
});

describe("editing a company", () => {
  async function aCompany() {
    const deployment = aDeployment();
    const admin = await superAdmin(deployment);
    const { tenantId, slug } = await admin.session.action(api.tenants.create, NEW);
    return { deployment, admin, id: tenantId, slug };
  }

  test("changes the name and keeps label, e-mail and password where they are blank", async () => {
    const { deployment, admin, id, slug } = await aCompany();
    await admin.session.action(api.tenants.update, { id, name: "Outro Nome", adminEmail: "", adminPassword: "" });
    expect(await admin.session.query(api.tenants.list, {})).toMatchObject([
      { name: "Outro Nome", slug, adminEmail: "dona@atelie.test" },
    ]);
    expect((await signIn(deployment, "dona@atelie.test")).tokens).not.toBeNull();
    expect((await logOf(admin))[0]).toMatchObject({
      action: "tenant_changed",
      before: { name: NEW.name },
      after: { name: "Outro Nome" },
    });
  });

  test("changes e-mail and password of the first account, whose sessions end", async () => {
    const { deployment, admin, id } = await aCompany();
    await signIn(deployment, "dona@atelie.test");
    const changes = { id, name: NEW.name, adminEmail: "Nova@atelie.test", adminPassword: "outra-senha" };
    await admin.session.action(api.tenants.update, changes);
    expect(await refusalOf(signIn(deployment, "dona@atelie.test"))).toMatchObject({ code: "invalid_credentials" });
    const sessions = await deployment.run(({ db }) => db.query("authSessions").collect());
    expect(sessions.map(({ userId }) => userId)).toEqual([admin.userId]);
    expect((await signIn(deployment, "nova@atelie.test", "outra-senha")).tokens).not.toBeNull();
  });

  test("to an e-mail in use is refused, and changes nothing", async () => {
    const { admin, deployment, id } = await aCompany();
    const other = await aPerson(deployment);
    const { email } = await other.session.query(api.profiles.me, {});
    const changes = { id, name: "Outro", adminEmail: email };
    expect(await refusalOf(admin.session.action(api.tenants.update, changes))).toMatchObject({ code: "email_in_use" });
    expect(await admin.session.query(api.tenants.list, {})).toMatchObject([{ name: NEW.name }]);
  });

  test("without an account to edit says so", async () => {
    const shop = await aShop();
    const admin = await superAdmin(shop.deployment);
    const changes = { id: shop.tenantId, name: "Loja", adminPassword: "outra-senha" };
    expect(await refusalOf(admin.session.action(api.tenants.update, changes))).toMatchObject({
      code: "no_first_account",
    });
  });

  test("switched off, it shuts its people out at once and is not found by its label", async () => {
    const { admin, deployment, id, slug } = await aCompany();
    const ana = await aPerson(deployment, { tenantId: id });
    await admin.session.mutation(api.tenants.setActive, { id, isActive: false });
    expect(await refusalOf(ana.session.query(api.products.search, { tenantId: id, text: "", limit: 1 }))).toMatchObject(
      {
        code: "tenant_not_found",
      },
    );
    expect(await deployment.query(api.tenants.bySlug, { slug })).toBeNull();
    await admin.session.mutation(api.tenants.setActive, { id, isActive: true });
    expect(await ana.session.query(api.products.search, { tenantId: id, text: "", limit: 1 })).toEqual([]);
  });
});

describe("deleting a company", () => {
  /** Company A of two with everything in it, deleted to the last step. */
  async function deleted() {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const offices = await twoOffices();
    const { a, deployment, superAdmin: admin } = offices;
    const productId = await a.shop.hasProduct({ stock: 100 });
    const imageId = await deployment.run(({ storage }) => storage.store(new Blob(["foto"])));
    await deployment.run(({ db }) => db.patch("products", productId, { imageId }));
    for (let at = 0; at < 3; at += 1) await a.shop.launch(a.staff, { productId, phone: `1198765432${at}` });
    const told = await admin.session.query(api.tenants.consequences, { id: a.shop.tenantId });
    const others = await rowsOf(deployment, offices.b.shop.tenantId);
    await admin.session.mutation(api.tenants.remove, { id: a.shop.tenantId, slug: a.slug });
    return { ...offices, admin, imageId, told, others };
  }

  /** Everything that names a company, whichever table it is in. */
  async function rowsOf(deployment: Deployment, tenantId: string): Promise<unknown[]> {
    const tables = Object.keys(schema.tables) as (keyof typeof schema.tables)[];
    const rows = await deployment.run(({ db }) => Promise.all(tables.map((table) => db.query(table).collect())));
    return rows.flat().filter((row) => "tenantId" in row && row.tenantId === tenantId);
  }

  test("says before what will go with it", async () => {
    const { told, a } = await deleted();
    expect(told).toEqual({
      name: "Loja A",
      slug: a.slug,
      orders: 3,
      totalCents: 3 * 18990,
      people: 2,
      coupons: 1,
      gifts: 1,
    });
  });

  test("it is gone for everybody at once, also for its big screen, and its label is free", async () => {
    const { a, deployment, admin } = await deleted();
    const { tenantId } = a.shop;
    expect(await refusalOf(a.owner.session.query(api.coupons.list, { tenantId }))).toMatchObject({
      code: "tenant_not_found",
    });
    expect(await refusalOf(deployment.query(api.screen.company, { linkKey: a.screenKey }))).toMatchObject({
      code: "link_not_found",
    });
    const again = await deployment.mutation(internal.seed.addTenant, { name: "Outra", slug: a.slug });
    expect(again).not.toBe(tenantId);
    expect(await admin.session.query(api.tenants.deletions, {})).toMatchObject([{ slug: a.slug, finishedAt: null }]);
  });

  test("nothing of it is left: no row, no file, no account, no key; and the other company has lost nothing", async () => {
    const { a, b, deployment, admin, imageId, others } = await deleted();
    await deployment.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
    expect(await rowsOf(deployment, a.shop.tenantId)).toEqual([]);
    expect(await rowsOf(deployment, b.shop.tenantId)).toEqual(others);
    const left = await deployment.run(async ({ db, storage }) => ({
      file: await storage.getUrl(imageId),
      accounts: (await db.query("authAccounts").collect()).map(({ userId }) => userId),
      sessions: (await db.query("authSessions").collect()).filter(({ userId }) => userId === a.staff.userId),
      user: await db.get("users", a.staff.userId),
      keys: (await db.query("linkKeys").collect()).length,
    }));
    expect(left).toMatchObject({ file: null, sessions: [], user: null, keys: 2 });
    expect(left.accounts.sort()).toEqual([b.staff.userId, b.owner.userId].sort());
    const [deletion] = await admin.session.query(api.tenants.deletions, {});
    expect(deletion?.finishedAt).toEqual(expect.any(Number));
    expect(deletion?.deletedRows).toBeGreaterThan(20);
    expect((await logOf(admin))[0]).toMatchObject({ action: "tenant_removed", before: { slug: a.slug } });
  });

  test("needs its label typed", async () => {
    const { a, superAdmin: admin } = await twoOffices();
    const call = admin.session.mutation(api.tenants.remove, { id: a.shop.tenantId, slug: "outra" });
    expect(await refusalOf(call)).toEqual({
      code: "confirmation_mismatch",
      message: `Para confirmar, digite ${a.slug}`,
      expected: a.slug,
    });
  });

  test("a person who has meanwhile been taken out keeps the account", async () => {
    const { deployment, superAdmin: admin, a } = await twoOffices();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const rita = await a.shop.hasStaff("Rita");
    const email = await givePassword(deployment, rita);
    await a.owner.session.mutation(api.people.remove, { tenantId: a.shop.tenantId, profileId: rita.profileId });
    await admin.session.mutation(api.tenants.remove, { id: a.shop.tenantId, slug: a.slug });
    await deployment.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
    expect((await signIn(deployment, email, "senha-antiga")).tokens).not.toBeNull();
  });
});
