import { createPrivateKey, createPublicKey, type JsonWebKey } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { importPKCS8, jwtVerify, SignJWT, createLocalJWKSet, type JSONWebKeySet } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { projectRoot } from "../support/installation";

type Variables = Record<string, string | undefined>;

interface Settings {
  hostSettings(environment: Variables): { port: number; sitePort: number; host: string; dataDir: string };
  wantsDemo(host: string, environment: Variables): boolean;
  isLoopback(host: string): boolean;
  ownUrl(host: string, port: number): string;
  appUrl(settings: { host: string; port: number; publicUrl?: string }): string | undefined;
  loadSecrets(dataDir: string): { env: Record<string, string>; adminKey: string };
  demoPassword(dataDir: string, environment: Variables): string;
  functionEnv(stored: Record<string, string>, environment: Variables): Record<string, string>;
}

const settings = (await import(pathToFileURL(join(projectRoot, "scripts/settings.mjs")).href)) as Settings;

describe("the demonstration company", () => {
  it.each([
    ["127.0.0.1", undefined, true],
    ["127.0.0.1", "on", true],
    ["127.0.0.1", "off", false],
    ["127.8.0.1", undefined, true],
    ["localhost", undefined, true],
    ["localhost", "off", false],
    ["::1", undefined, true],
    ["::1", "off", false],
    ["0.0.0.0", undefined, false],
    ["0.0.0.0", "on", true],
    ["0.0.0.0", "off", false],
    ["::", undefined, false],
    ["192.168.1.20", undefined, false],
    ["192.168.1.20", "on", true],
    ["192.168.1.20", "ON", false],
    ["192.168.1.20", "", false],
    ["loja.example", undefined, false],
    ["127.0.0.1.example", undefined, false],
    ["localhost.example", undefined, false],
  ])("listening on %s with DEMO=%s: %s", (host, DEMO, wanted) => {
    expect(settings.wantsDemo(host, { DEMO })).toBe(wanted);
  });
});

describe("the address of this machine's own server", () => {
  it.each([
    ["127.0.0.1", "http://127.0.0.1:3210"],
    ["localhost", "http://localhost:3210"],
    ["192.168.1.20", "http://192.168.1.20:3210"],
    ["0.0.0.0", "http://127.0.0.1:3210"],
    ["::", "http://[::1]:3210"],
    ["::1", "http://[::1]:3210"],
  ])("listening on %s: %s", (host, url) => {
    expect(settings.ownUrl(host, 3210)).toBe(url);
  });
});

describe("where people open the app", () => {
  it.each([
    [{ host: "127.0.0.1", port: 3210 }, "http://localhost:3210"],
    [{ host: "::1", port: 3210 }, "http://localhost:3210"],
    [{ host: "127.0.0.1", port: 3210, publicUrl: "https://loja.example" }, "https://loja.example"],
    [{ host: "0.0.0.0", port: 3210 }, undefined],
    [{ host: "127.0.0.1", port: 0 }, undefined],
  ])("%j: %s", (given, url) => {
    expect(settings.appUrl(given)).toBe(url);
  });
});

it("settings of the start have the documented defaults", () => {
  expect(settings.hostSettings({})).toMatchObject({ port: 3210, sitePort: 3211, host: "127.0.0.1" });
  expect(settings.hostSettings({ PORT: "4000" })).toMatchObject({ port: 4000, sitePort: 4001 });
  expect(settings.hostSettings({ PORT: "4000", SITE_PORT: "80", HOST: "::1" })).toMatchObject({
    port: 4000,
    sitePort: 80,
    host: "::1",
  });
  expect(settings.hostSettings({}).dataDir).toMatch(/[/\\]\.data$/);
});

describe("secrets", () => {
  let dataDir: string;
  beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), "settings-"))));
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const envFile = () => join(dataDir, "env.json");
  const modeOf = (name: string) => statSync(join(dataDir, name)).mode & 0o777;

  /** Signs as the functions do and verifies as a browser's token is verified. */
  async function provePair({ JWT_PRIVATE_KEY = "", JWKS = "" }: Record<string, string>): Promise<void> {
    const key = await importPKCS8(JWT_PRIVATE_KEY, "RS256");
    const token = await new SignJWT({ sub: "ana" }).setProtectedHeader({ alg: "RS256" }).sign(key);
    const keySet = createLocalJWKSet(JSON.parse(JWKS) as JSONWebKeySet);
    expect((await jwtVerify(token, keySet)).payload.sub).toBe("ana");
  }

  it("are made at the first start: a key pair that signs and verifies, 32 bytes, an operator's key", async () => {
    const { env, adminKey } = settings.loadSecrets(join(dataDir, "new", "folder"));
    await provePair(env);
    expect(env.JWT_PRIVATE_KEY).not.toContain("\n");
    expect(JSON.parse(env.JWKS ?? "")).toEqual({ keys: [expect.not.objectContaining({ d: expect.anything() })] });
    expect(Buffer.from(env.SECRETS_KEY ?? "", "base64")).toHaveLength(32);
    expect(adminKey).toMatch(/^[0-9a-f]{64}$/);
  });

  it("are readable by their owner alone", () => {
    settings.loadSecrets(dataDir);
    settings.demoPassword(dataDir, {});
    expect(["env.json", "admin-key", "demo-password"].map(modeOf)).toEqual([0o600, 0o600, 0o600]);
  });

  it("stay as they are at every later start, to the byte", () => {
    const first = settings.loadSecrets(dataDir);
    const password = settings.demoPassword(dataDir, {});
    const bytes = readFileSync(envFile(), "utf8");
    expect(settings.loadSecrets(dataDir)).toEqual(first);
    expect(settings.demoPassword(dataDir, {})).toBe(password);
    expect(readFileSync(envFile(), "utf8")).toBe(bytes);
  });

  it("that an operator has written are kept, and only what is missing is added", async () => {
    writeFileSync(envFile(), JSON.stringify({ SECRETS_KEY: "of-the-operator", SITE_URL: "https://loja.example" }));
    const { env } = settings.loadSecrets(dataDir);
    expect(env).toMatchObject({ SECRETS_KEY: "of-the-operator", SITE_URL: "https://loja.example" });
    await provePair(env);
    expect(JSON.parse(readFileSync(envFile(), "utf8"))).toEqual(env);
  });

  it("of which only the private key is there get the public half that belongs to it", async () => {
    const { env: made } = settings.loadSecrets(dataDir);
    const { JWT_PRIVATE_KEY = "" } = made;
    writeFileSync(envFile(), JSON.stringify({ JWT_PRIVATE_KEY }));
    const { env } = settings.loadSecrets(dataDir);
    expect(env.JWT_PRIVATE_KEY).toBe(JWT_PRIVATE_KEY);
    expect(env.JWKS).toBe(made.JWKS);
    await provePair(env);
  });

  it("of which only the public key is there are not made up", () => {
    const { env: made } = settings.loadSecrets(dataDir);
    writeFileSync(envFile(), JSON.stringify({ JWKS: made.JWKS }));
    expect(() => settings.loadSecrets(dataDir)).toThrow("tem JWKS sem JWT_PRIVATE_KEY");
    expect(JSON.parse(readFileSync(envFile(), "utf8"))).toEqual({ JWKS: made.JWKS });
  });

  it("of two installations differ", () => {
    const a = settings.loadSecrets(join(dataDir, "a"));
    const b = settings.loadSecrets(join(dataDir, "b"));
    expect(a.adminKey).not.toBe(b.adminKey);
    expect(a.env.SECRETS_KEY).not.toBe(b.env.SECRETS_KEY);
    expect(modulusOf(a.env)).not.toBe(modulusOf(b.env));
  });

  const modulusOf = ({ JWT_PRIVATE_KEY = "" }: Record<string, string>): JsonWebKey["n"] =>
    createPublicKey(createPrivateKey(JWT_PRIVATE_KEY.replace(/(?<=-) | (?=-)/g, "\n"))).export({ format: "jwk" }).n;

  it("the demonstration's password is what DEMO_PASSWORD says, else one that can be read aloud", () => {
    expect(settings.demoPassword(dataDir, { DEMO_PASSWORD: "escolhida" })).toBe("escolhida");
    expect(settings.demoPassword(dataDir, {})).toMatch(/^live-[a-hjkmnp-z2-9]{6}$/);
  });
});

describe("variables of the functions", () => {
  it("have the defaults of an embedded installation", () => {
    expect(settings.functionEnv({}, {})).toEqual({
      PREVIEW_SELECTOR: "on",
      ALLOW_LOCAL_GATEWAYS: "on",
      AUTH_LOG_LEVEL: "ERROR",
    });
  });

  it("stored go over the defaults, and the host's environment over both", () => {
    const stored = { PREVIEW_SELECTOR: "off", AUTH_LOG_LEVEL: "WARN", SITE_URL: "https://stored.example" };
    expect(settings.functionEnv(stored, { AUTH_LOG_LEVEL: "DEBUG", SITE_URL: "https://host.example" })).toEqual({
      PREVIEW_SELECTOR: "off",
      ALLOW_LOCAL_GATEWAYS: "on",
      AUTH_LOG_LEVEL: "DEBUG",
      SITE_URL: "https://host.example",
    });
  });

  it("that have no value are not there", () => {
    expect(Object.keys(settings.functionEnv({ SITE_URL: undefined } as never, {}))).not.toContain("SITE_URL");
  });

  it("see of the host's environment only what is meant for them", () => {
    const environment = {
      PATH: "/bin",
      DATA_DIR: "/srv/data",
      DEMO_PASSWORD: "segredo",
      JWT_PRIVATE_KEY: "not from here",
      SECRETS_KEY: "not from here",
      MASTER_ADMIN_EMAIL: "chefe@loja.test",
      MAIL_API_TOKEN: "token",
      BASE_DOMAIN: undefined,
    };
    expect(settings.functionEnv({ SECRETS_KEY: "stored" }, environment)).toEqual({
      PREVIEW_SELECTOR: "on",
      ALLOW_LOCAL_GATEWAYS: "on",
      AUTH_LOG_LEVEL: "ERROR",
      SECRETS_KEY: "stored",
      MASTER_ADMIN_EMAIL: "chefe@loja.test",
      MAIL_API_TOKEN: "token",
    });
  });
});
