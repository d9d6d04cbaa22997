import { createHmac } from "node:crypto";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { portsOf, startSimulators } from "../../simulators/main";
import { startMercadoPago } from "../../simulators/mercadoPago/start";
import { freePorts, projectRoot } from "../support/installation";
import { endsWithTest, startListener } from "./support/listener";

const NAMES = ["payment", "shipping", "postal", "bling", "evolution", "gateway"] as const;
const FREE = Object.fromEntries(NAMES.map((name) => [name, 0]));

describe("all simulators together", () => {
  it("listen where they are told to, one whose port is taken on a free one", async () => {
    const [postal = 0] = await freePorts(1);
    const taken = endsWithTest(await startMercadoPago());
    const port = Number(new URL(taken.url).port);
    const all = endsWithTest(await startSimulators({ keepIn: null, ports: { ...FREE, payment: port, postal } }));
    expect(all.addresses.postal).toBe(`http://127.0.0.1:${postal}`);
    expect(all.addresses.payment).not.toBe(taken.url);
    expect((await fetch(`${all.addresses.payment}/_control/received`)).status).toBe(200);
  });
});

it("ports are numbers of ports, and only those that are given are moved", () => {
  expect(portsOf({ SIMULATOR_PAYMENT_PORT: "4221", SIMULATOR_GATEWAY_PORT: "0" })).toEqual({
    payment: 4221,
    gateway: 0,
  });
  expect(portsOf({})).toEqual({});
  for (const text of ["", "abc", "65536", "-1", "80.5"])
    expect(() => portsOf({ SIMULATOR_POSTAL_PORT: text })).toThrow(
      "SIMULATOR_POSTAL_PORT precisa ser um número de porta",
    );
});

describe("beside npm start", () => {
  let dataDir: string;
  let parent: ChildProcess | null = null;
  beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), "simulators-"))));
  afterEach(() => {
    parent?.kill("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** A process that starts them as `npm start` does, and says what it was told. */
  async function startParent(then: string): Promise<{ addresses: Record<string, string>; credentials: object }> {
    const script = `
      const { startSimulators } = await import(${JSON.stringify(pathToFileURL(join(projectRoot, "scripts/simulators.mjs")).href)});
      const simulators = await startSimulators(${JSON.stringify(dataDir)});
      console.log(JSON.stringify(simulators));
      ${then}`;
    parent = spawn(process.execPath, ["--input-type=module", "-e", script], {
      env: {
        ...process.env,
        ...Object.fromEntries(NAMES.map((name) => [`SIMULATOR_${name.toUpperCase()}_PORT`, "0"])),
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    for await (const line of createInterface({ input: parent.stdout! })) return JSON.parse(line) as never;
    throw new Error("They did not start.");
  }

  const answers = async (address = "") => {
    try {
      return (await fetch(`${address}/_control/received`)).ok;
    } catch {
      return false;
    }
  };

  it("they say where they are and with what Loja Demo is registered, and end when they are told to", async () => {
    const { addresses, credentials } = await startParent("await simulators.close(); process.exit(7);");
    expect(Object.keys(addresses)).toEqual(expect.arrayContaining([...NAMES]));
    expect(credentials).toMatchObject({ payment: { accessToken: expect.stringContaining("APP_USR-") as string } });
    expect((await once(parent!, "exit"))[0]).toBe(7);
    expect(await answers(addresses.payment)).toBe(false);
  });

  it("the simulated gateway tells its news to Loja Demo, signed with what the company keeps", async () => {
    const hears = await startListener();
    const { addresses, credentials } = await startParent(`
      const { hearGateway } = await import(${JSON.stringify(pathToFileURL(join(projectRoot, "scripts/simulators.mjs")).href)});
      await hearGateway(simulators, ${JSON.stringify(hears.url)});
      setInterval(() => undefined, 1000);`);
    const { webhookSecret } = (credentials as { gateway: { webhookSecret: string } }).gateway;
    const incoming = { method: "POST", headers: { "Content-Type": "application/json" } };
    const told = async () => {
      await fetch(`${addresses.gateway}/_control/incoming`, {
        ...incoming,
        body: JSON.stringify({ from: "5531999990001", text: "SAIR" }),
      });
      return hears.heard.length > 0;
    };
    await expect.poll(told, { timeout: 20_000 }).toBe(true);
    const [notice] = hears.heard;
    expect(notice!.url.pathname).toBe("/webhooks/wa/lojademo");
    const signature = `sha256=${createHmac("sha256", webhookSecret).update(notice!.body).digest("hex")}`;
    expect(notice!.headers["x-signature"]).toBe(signature);
  });

  it("the simulated carriers' service tries the address of Loja Demo, and tells its news there, signed", async () => {
    const hears = await startListener();
    const { addresses, credentials } = await startParent(`
      const { hearCarrier } = await import(${JSON.stringify(pathToFileURL(join(projectRoot, "scripts/simulators.mjs")).href)});
      await hearCarrier(simulators, ${JSON.stringify(hears.url)});
      setInterval(() => undefined, 1000);`);
    expect(await answers(addresses.shipping)).toBe(true);
    const { clientSecret } = (credentials as { shipping: { clientSecret: string } }).shipping;
    await expect.poll(() => hears.heard.length, { timeout: 20_000 }).toBe(1);
    const [notice] = hears.heard;
    expect(notice!.url.pathname).toBe("/webhooks/me/lojademo");
    const signature = createHmac("sha256", clientSecret).update(notice!.body).digest("base64");
    expect(notice!.headers["x-me-signature"]).toBe(signature);
  });

  it("they do not outlive a kill -9 of who started them", async () => {
    const { addresses } = await startParent("setInterval(() => undefined, 1000);");
    expect(await answers(addresses.payment)).toBe(true);
    parent!.kill("SIGKILL");
    await expect.poll(() => answers(addresses.payment), { timeout: 20_000 }).toBe(false);
  });
});
