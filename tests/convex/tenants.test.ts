import { afterEach, describe, expect, test, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { aPerson, aShop } from "../support/builders";

afterEach(() => void vi.unstubAllEnvs());

async function threeCompanies() {
  const praca = await aShop({ name: "Loja da Praça" });
  const { deployment } = praca;
  const agua = await aShop({ deployment, name: "água & Sal" });
  const closed = await aShop({ deployment, name: "Bazar Fechado" });
  await deployment.run(({ db }) => db.patch("tenants", closed.tenantId, { isActive: false }));
  return { deployment, praca, agua, closed };
}

describe("tenants:listActive", () => {
  test("with the preview selector gives anyone the active companies by name, and of each only its card", async () => {
    vi.stubEnv("PREVIEW_SELECTOR", "on");
    const { deployment, praca } = await threeCompanies();
    const listed = await deployment.query(api.tenants.listActive, {});
    expect(listed.map(({ name }) => name)).toEqual(["água & Sal", "Loja da Praça"]);
    expect(listed[1]).toEqual({ id: praca.tenantId, name: "Loja da Praça", slug: expect.any(String) });
  });

  test.each(["off", "", "ON", undefined])("with the selector %j tells nobody but a super admin", async (setting) => {
    vi.stubEnv("PREVIEW_SELECTOR", setting);
    const { deployment, praca } = await threeCompanies();
    const owner = await praca.hasStaff("Dona Célia", "owner");
    const admin = await praca.hasStaff("Master", "super_admin");
    expect(await deployment.query(api.tenants.listActive, {})).toEqual([]);
    expect(await owner.session.query(api.tenants.listActive, {})).toEqual([]);
    expect(await admin.session.query(api.tenants.listActive, {})).toHaveLength(2);
  });

  test("a super admin whose session was ended is nobody", async () => {
    vi.stubEnv("PREVIEW_SELECTOR", "off");
    const { deployment, praca } = await threeCompanies();
    const admin = await praca.hasStaff("Master", "super_admin");
    await deployment.run(({ db }) => db.delete("authSessions", admin.sessionId));
    expect(await admin.session.query(api.tenants.listActive, {})).toEqual([]);
  });
});

describe("tenants:byId", () => {
  test("gives its card where companies may be previewed, and nothing for one that is switched off", async () => {
    vi.stubEnv("PREVIEW_SELECTOR", "on");
    const { deployment, praca, closed } = await threeCompanies();
    const byId = (tenantId: string) => deployment.query(api.tenants.byId, { tenantId });
    expect(await byId(praca.tenantId)).toEqual({
      id: praca.tenantId,
      name: "Loja da Praça",
      slug: expect.any(String),
    });
    expect(await byId(closed.tenantId)).toBeNull();
  });

  test("elsewhere gives a person their own company and no other, a super admin any", async () => {
    vi.stubEnv("PREVIEW_SELECTOR", "off");
    const { deployment, praca, agua } = await threeCompanies();
    const ana = await praca.hasStaff();
    const nobody = await aPerson(deployment);
    const admin = await praca.hasStaff("Master", "super_admin");
    const tenantId = praca.tenantId;
    expect(await deployment.query(api.tenants.byId, { tenantId })).toBeNull();
    expect(await nobody.session.query(api.tenants.byId, { tenantId })).toBeNull();
    expect(await ana.session.query(api.tenants.byId, { tenantId })).toMatchObject({ id: tenantId });
    expect(await ana.session.query(api.tenants.byId, { tenantId: agua.tenantId })).toBeNull();
    expect(await admin.session.query(api.tenants.byId, { tenantId: agua.tenantId })).toMatchObject({
      id: agua.tenantId,
    });
  });

  test("a text that is no company's id, such as one of another installation, is as absent", async () => {
    vi.stubEnv("PREVIEW_SELECTOR", "on");
    const { deployment, praca } = await threeCompanies();
    const ana = await praca.hasStaff();
    for (const tenantId of ["", "lixo", ana.profileId]) {
      expect(await deployment.query(api.tenants.byId, { tenantId })).toBeNull();
    }
  });
});
