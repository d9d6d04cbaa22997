import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { freePorts, projectRoot, startInstallation, type Installation } from "../support/installation";

/** `npm run admin` against a real installation that started empty, from a folder that is not the project's. */

interface Ending {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const folder = mkdtempSync(join(tmpdir(), "admin-"));
const dataDir = join(folder, "data");
let installation: Installation;
let port: string;

function admin(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ending> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(projectRoot, "scripts/admin.mjs"), ...args], {
      cwd: folder,
      env: { ...process.env, DATA_DIR: dataDir, PORT: port, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (text: Buffer) => (stdout += text.toString()));
    child.stderr.on("data", (text: Buffer) => (stderr += text.toString()));
    child.once("error", reject);
    child.once("exit", (code) => resolve({ code, stdout, stderr }));
  });
}

const createAdmin = (email: string, ...more: string[]) => admin(["create-admin", "--email", email, ...more]);

async function whoSignsIn(email: string, password: string) {
  const client = new ConvexHttpClient(installation.url);
  const params = { email, password, flow: "signIn" };
  const { tokens } = await client.action(api.auth.signIn, { provider: "password", params });
  client.setAuth(tokens?.token ?? "");
  return await client.query(api.profiles.me, {});
}

beforeAll(async () => {
  installation = await startInstallation({ DEMO: "off", DATA_DIR: dataDir, MASTER_ADMIN_EMAIL: "mestre@loja.test" });
  port = new URL(installation.url).port;
}, 120_000);

afterAll(async () => {
  await installation.dispose();
  rmSync(folder, { recursive: true, force: true });
});

describe("on a running installation that started empty", () => {
  it("the start says how the first super admin is made, and no company is there", async () => {
    expect(installation.output()).toContain("npm run admin -- create-admin --email");
    const { bySlug } = api.tenants;
    expect(await new ConvexHttpClient(installation.url).query(bySlug, { slug: "lojademo" })).toBeNull();
  });

  it("create-admin makes a super admin and shows a new password that signs in", async () => {
    const { code, stdout, stderr } = await createAdmin(" Mestre@Loja.test ", "--name", "Chefe");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("Super administrador criado: mestre@loja.test\n");
    const password = /^Senha: (\S{12})$/m.exec(stdout)?.[1] ?? "";
    expect(await whoSignsIn("mestre@loja.test", password)).toMatchObject({
      name: "Chefe",
      role: "super_admin",
      isMaster: true,
      tenant: null,
    });
  });

  it("migrate finds nothing to do where every row is of this version", async () => {
    const { code, stdout, stderr } = await admin(["migrate"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe("Nada a fazer: os dados já estão na forma desta versão.\n");
  });

  it("a password given is not shown again", async () => {
    const { code, stdout } = await createAdmin("outra@loja.test", "--password", "segredo-dela");
    expect(code).toBe(0);
    expect(stdout).not.toContain("segredo-dela");
    expect(stdout).not.toContain("Senha:");
    expect(await whoSignsIn("outra@loja.test", "segredo-dela")).toMatchObject({ isSuperAdmin: true, isMaster: false });
  });

  it.each([
    ["an e-mail in use", ["--email", "outra@loja.test"], "Este e-mail já está cadastrado\n"],
    ["a bad e-mail", ["--email", "outra"], "E-mail inválido\n"],
    [
      "a weak password",
      ["--email", "nova@loja.test", "--password", "12345"],
      "A senha precisa ter de 6 a 72 caracteres\n",
    ],
  ])("%s is refused in one sentence", async (_situation, options, sentence) => {
    expect(await admin(["create-admin", ...options])).toEqual({ code: 1, stdout: "", stderr: sentence });
  });

  it("asked on another port says that the data are in use, and where it looked", async () => {
    const [other] = await freePorts(1);
    const ending = await admin(["create-admin", "--email", "nova@loja.test"], { PORT: String(other) });
    expect(ending).toEqual({
      code: 1,
      stdout: "",
      stderr:
        `Os dados em ${dataDir} estão em uso, mas a instalação não responde em http://127.0.0.1:${other}.\n` +
        "Repita o comando com o PORT e o HOST com que ela foi iniciada.\n",
    });
  });
});

describe("the master and the mail of the machine", () => {
  it("reset-master gives the master a new password and ends what was signed in with the old one", async () => {
    const { code, stdout, stderr } = await admin(["reset-master"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("Senha nova da conta mestre mestre@loja.test.");
    const password = /^Senha: (\S{12})$/m.exec(stdout)?.[1] ?? "";
    expect(await whoSignsIn("mestre@loja.test", password)).toMatchObject({ isMaster: true });
  });

  it("mail shows the code that somebody has asked for", async () => {
    expect((await admin(["mail"])).stdout).toBe("Nenhum e-mail.\n");
    const client = new ConvexHttpClient(installation.url);
    await client.action(api.recovery.request, { email: "outra@loja.test" });
    await expect
      .poll(async () => (await admin(["mail"])).stdout, { timeout: 60_000 })
      .toMatch(/outra@loja\.test {2}aguarda aqui\n {2}Código para criar uma nova senha\n {2}Seu código é \d{8}\n/);
    const code = /Seu código é (\d{8})/.exec((await admin(["mail"])).stdout)?.[1] ?? "";
    await client.action(api.recovery.confirm, { email: "outra@loja.test", code, newPassword: "senha-recuperada" });
    expect(await whoSignsIn("outra@loja.test", "senha-recuperada")).toMatchObject({ isSuperAdmin: true });
  });

  it("rotate-secrets is for an installation that is stopped", async () => {
    expect(await admin(["rotate-secrets"])).toEqual({
      code: 1,
      stdout: "",
      stderr: "A instalação está em uso. Pare-a com Ctrl-C e repita o comando.\n",
    });
  });
});

describe("what was typed wrongly", () => {
  it.each([
    ["no command", [], /^Comandos:\n {2}npm run admin -- create-admin/],
    ["an unknown command", ["criar"], /^Comando desconhecido: criar\nComandos:/],
    ["no e-mail", ["create-admin"], /^Falta --email\.\nComandos:/],
    ["an unknown option", ["create-admin", "--mail", "a@b.test"], /^Opções inválidas: --mail a@b\.test\nComandos:/],
    ["an option without its value", ["create-admin", "--email"], /^Opções inválidas: --email\nComandos:/],
  ])("%s: says so, with the commands there are", async (_situation, args, said) => {
    const { code, stdout, stderr } = await admin(args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(said);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it("a folder without an installation: says so and leaves it as it is", async () => {
    const empty = join(folder, "nothing");
    const { code, stderr } = await admin(["create-admin", "--email", "a@b.test"], { DATA_DIR: empty });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `Não há instalação em ${empty}. Inicie uma vez com npm start.\n`,
    });
  });
});

describe("on an installation that is stopped", () => {
  it("rotate-secrets changes the key, and what was entrusted is read as before", async () => {
    const client = new ConvexHttpClient(installation.url);
    const params = { email: "outra@loja.test", password: "senha-recuperada", flow: "signIn" };
    const { tokens } = await client.action(api.auth.signIn, { provider: "password", params });
    client.setAuth(tokens?.token ?? "");
    const company = { name: "Loja", adminEmail: "dona@loja.test", adminPassword: "senha-da-dona" };
    const { tenantId } = await client.action(api.tenants.create, company);
    await client.mutation(api.integrations.saveMercadoPago, { tenantId, accessToken: "TEST-1234567890-abcd" });
    const keyNow = () =>
      JSON.parse(readFileSync(join(dataDir, "env.json"), "utf8")) as Readonly<Record<string, string | undefined>>;
    const { SECRETS_KEY: before } = keyNow();

    expect(await installation.stop()).toBe(0);
    const ending = await admin(["rotate-secrets"]);
    expect(ending).toEqual({ code: 0, stdout: "Chave trocada. Valores protegidos de novo: 1.\n", stderr: "" });
    expect(keyNow().SECRETS_KEY).not.toBe(before);
    expect(keyNow().SECRETS_KEY_PREVIOUS).toBeUndefined();

    await installation.restart();
    const reveal = { tenantId, secret: "mercado_pago.access_token" } as const;
    expect(await client.mutation(api.integrations.reveal, reveal)).toEqual({ value: "TEST-1234567890-abcd" });
  }, 120_000);

  it("create-admin works on its data, and who it made signs in after the next start", async () => {
    expect(await installation.stop()).toBe(0);

    const made = await createAdmin("parada@loja.test", "--password", "segredo-dela");
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(made.stdout).toContain("Super administrador criado: parada@loja.test\n");
    expect(await createAdmin("outra@loja.test")).toEqual({
      code: 1,
      stdout: "",
      stderr: "Este e-mail já está cadastrado\n",
    });

    await installation.restart();
    expect(await whoSignsIn("parada@loja.test", "segredo-dela")).toMatchObject({ isSuperAdmin: true });
  }, 120_000);

  it("another installation on its port is left alone", async () => {
    await installation.stop();
    const neighbour = await startInstallation({ DEMO: "off", PORT: port });
    try {
      expect(await createAdmin("vizinha@loja.test", "--password", "segredo-dela")).toMatchObject({ code: 0 });
      const client = new ConvexHttpClient(installation.url);
      const params = { email: "vizinha@loja.test", password: "segredo-dela", flow: "signIn" };
      await expect(client.action(api.auth.signIn, { provider: "password", params })).rejects.toMatchObject({
        data: { code: "invalid_credentials" },
      });
    } finally {
      await neighbour.dispose();
    }
    await installation.restart();
    expect(await whoSignsIn("vizinha@loja.test", "segredo-dela")).toMatchObject({ isSuperAdmin: true });
  }, 120_000);
});
