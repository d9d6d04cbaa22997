import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { decodeJwt } from "jose";
import { api, internal } from "../../convex/_generated/api";
import { aDeployment, type Deployment } from "../support/builders";
import { refusalOf } from "../support/refusals";
import { setUpSigning } from "../support/signingKeys";

beforeAll(setUpSigning);
afterEach(() => vi.unstubAllEnvs());

const PASSWORD = "segredo-do-chefe";
const create = (deployment: Deployment, account: Partial<{ email: string; name: string; password: string }> = {}) =>
  deployment.action(internal.seed.superAdmin, {
    email: "chefe@loja.test",
    name: "Chefe",
    password: PASSWORD,
    ...account,
  });

async function whoSignsIn(deployment: Deployment, email: string) {
  const params = { email, password: PASSWORD, flow: "signIn" };
  const { tokens } = await deployment.action(api.auth.signIn, { provider: "password", params });
  const { sub, iss } = decodeJwt(tokens?.token ?? "");
  return await deployment.withIdentity({ subject: sub, issuer: iss }).query(api.profiles.me, {});
}

describe("seed:superAdmin", () => {
  test("makes an account that signs in as super admin of no company", async () => {
    const deployment = aDeployment();
    const made = await create(deployment, { email: " Chefe@Loja.test ", name: " Chefe " });
    expect(made).toEqual({ profileId: expect.any(String), email: "chefe@loja.test" });
    expect(await whoSignsIn(deployment, "chefe@loja.test")).toEqual({
      profileId: made.profileId,
      email: "chefe@loja.test",
      name: "Chefe",
      role: "super_admin",
      isSuperAdmin: true,
      isMaster: false,
      tenant: null,
    });
  });

  test("is master only where the operator has named the e-mail", async () => {
    const deployment = aDeployment();
    await create(deployment);
    vi.stubEnv("MASTER_ADMIN_EMAIL", "Chefe@loja.test");
    expect(await whoSignsIn(deployment, "chefe@loja.test")).toMatchObject({ isMaster: true });
  });

  test("without a name is called by what the e-mail begins with", async () => {
    const deployment = aDeployment();
    await create(deployment, { name: "  " });
    expect(await whoSignsIn(deployment, "chefe@loja.test")).toMatchObject({ name: "chefe" });
  });

  test.each([
    ["no e-mail", { email: "chefe" }, { code: "invalid_email", message: "E-mail inválido" }],
    [
      "five characters",
      { password: "12345" },
      { code: "weak_password", message: "A senha precisa ter de 6 a 72 caracteres" },
    ],
    [
      "more than the 72 bytes that bcrypt reads",
      { password: "ç".repeat(37) },
      { code: "weak_password", message: "A senha precisa ter de 6 a 72 caracteres" },
    ],
  ])("is refused for %s, and nothing is made", async (_situation, account, refusal) => {
    const deployment = aDeployment();
    expect(await refusalOf(create(deployment, account))).toEqual(refusal);
    expect(await deployment.run(({ db }) => db.query("users").collect())).toEqual([]);
  });

  test("is refused for an e-mail in use, and whoever has it stays what they are", async () => {
    const deployment = aDeployment();
    const params = { email: "chefe@loja.test", password: PASSWORD, flow: "signUp" };
    await deployment.action(api.auth.signIn, { provider: "password", params });
    expect(await refusalOf(create(deployment, { email: "CHEFE@loja.test" }))).toEqual({
      code: "email_in_use",
      message: "Este e-mail já está cadastrado",
    });
    expect(await whoSignsIn(deployment, "chefe@loja.test")).toMatchObject({ role: "staff", tenant: null });
  });

  test("asked for twice at the same moment makes one account", async () => {
    const deployment = aDeployment();
    const outcomes = await Promise.allSettled([create(deployment), create(deployment)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await deployment.run(({ db }) => db.query("profiles").collect())).toMatchObject([{ role: "super_admin" }]);
  });
});
