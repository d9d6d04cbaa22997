import { beforeEach, describe, expect, it } from "vitest";
import { startMelhorEnvio } from "../../simulators/melhorEnvio/start";
import { ALL_SCOPES, SHOP } from "../../simulators/melhorEnvio/state";
import { endsWithTest } from "./support/listener";
import { speaker, type Speak } from "./support/speak";

/** contracts/melhor-envio.md §1, §2, §3, §8. */

let provider: Awaited<ReturnType<typeof startMelhorEnvio>>;
let shop: Speak;

const AGENT = { accept: "application/json", "user-agent": "PedidosAoVivo (contato@loja.test)" };
const TOKEN = { ...AGENT, authorization: `Bearer ${SHOP.accessToken}` };
const QUOTE = "/api/v2/me/shipment/calculate";

beforeEach(async () => {
  provider = endsWithTest(await startMelhorEnvio());
  shop = speaker(provider.url, TOKEN);
});

interface Entry {
  id: number;
  name: string;
  price?: string;
  custom_price?: string;
  delivery_time?: number;
  custom_delivery_time?: number;
  delivery_range?: { min: number; max: number };
  error?: string;
  packages?: {
    dimensions: { height: number; width: number; length: number };
    weight: string;
    insurance_value: string;
  }[];
  company: { id: number; name: string; picture: string };
}

const PRODUCT = { id: "C151", width: 16, height: 2, length: 20, weight: 0.3, insurance_value: 59.9, quantity: 2 };
const request = (change: object = {}) => ({
  from: { postal_code: "31575060" },
  to: { postal_code: "01310930" },
  products: [PRODUCT],
  options: { receipt: false, own_hand: false },
  ...change,
});
const quote = async (change: object = {}) => (await shop<Entry[]>("POST", QUOTE, request(change))).body;
const named = (entries: Entry[], name: string) => entries.find((entry) => entry.name === name)!;

describe("the quote (§3)", () => {
  it("prices are text with two decimals; what the buyer is shown differs from what it costs", async () => {
    const pac = named(await quote(), "PAC");
    expect(pac.price).toMatch(/^\d+\.\d{2}$/);
    expect(pac.custom_price).toMatch(/^\d+\.\d{2}$/);
    expect(pac.custom_price).not.toBe(pac.price);
    expect(pac.custom_delivery_time).toBe(pac.delivery_time! + 1);
    expect(pac.delivery_range!.max).toBe(pac.delivery_time);
    expect(pac.company).toMatchObject({ id: 1, name: "Correios" });
    expect(pac.packages).toEqual([
      expect.objectContaining({
        dimensions: { height: 4, width: 16, length: 20 },
        weight: "0.60",
        insurance_value: "119.80",
        products: [{ id: "C151", quantity: 2 }],
      }),
    ]);
    expect((await fetch(pac.company.picture)).headers.get("content-type")).toBe("image/svg+xml");
  });

  it("the same question has the same answer; farther, heavier and dearer costs more", async () => {
    expect(await quote()).toEqual(await quote());
    const cents = async (change: object) => Number(named(await quote(change), "PAC").price!.replace(".", ""));
    const near = await cents({});
    expect(await cents({ to: { postal_code: "69005141" } })).toBeGreaterThan(near);
    expect(await cents({ products: [{ ...PRODUCT, weight: 3 }] })).toBeGreaterThan(near);
    expect(await cents({ products: [{ ...PRODUCT, insurance_value: 500 }] })).toBeGreaterThan(near);
  });

  it("good and bad entries stand mixed; the bad ones have no price at all", async () => {
    const entries = await quote({ to: { postal_code: "69301110" } });
    const refused = entries.filter(({ error }) => error !== undefined);
    expect(named(entries, ".Package").error).toBe("Transportadora não atende este trecho.");
    expect(refused.some((entry) => "price" in entry || "custom_price" in entry)).toBe(false);
    expect(named(entries, "SEDEX").price).toBeDefined();
  });

  it("where nobody goes every entry is an error, still with 200", async () => {
    const { status, body } = await shop<Entry[]>("POST", QUOTE, request({ to: { postal_code: "69980000" } }));
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(3);
    expect(body.every(({ error, price }) => error !== undefined && price === undefined)).toBe(true);
  });

  it("services narrows it; of one service it is the entry alone, not a list", async () => {
    expect((await quote({ services: "1,3" })).map(({ id }) => id)).toEqual([1, 3]);
    const { body } = await shop<Entry>("POST", QUOTE, request({ services: "2" }));
    expect([Array.isArray(body), body.name]).toEqual([false, "SEDEX"]);
  });

  it.each([
    ["larger than any", { products: [{ ...PRODUCT, length: 200 }] }, "PAC", "ultrapassam"],
    ["heavier than any", { products: [{ ...PRODUCT, weight: 40 }] }, "PAC", "Peso"],
    ["dearer than PAC insures", { products: [{ ...PRODUCT, insurance_value: 2000 }] }, "PAC", "Valor segurado"],
    [
      "a given box below the least",
      { products: undefined, volumes: [{ width: 5, height: 1, length: 10, weight: 0.1 }] },
      "PAC",
      "menores",
    ],
  ])("%s: an error of that carrier", async (_, change, name, words) => {
    expect(named(await quote(change), name).error).toContain(words);
  });

  it("things smaller than the least box are packed into it", async () => {
    const entries = await quote({ products: [{ ...PRODUCT, width: 5, height: 1, length: 5, quantity: 1 }] });
    expect(named(entries, "PAC").packages![0]!.dimensions).toEqual({ height: 2, width: 11, length: 16 });
  });

  it("takes volumes or one package too", async () => {
    const box = { width: 16, height: 4, length: 20, weight: 0.6 };
    const volumes = await quote({ products: undefined, volumes: [{ ...box, insurance: 119.8 }] });
    const single = await quote({ products: undefined, package: box, options: { insurance_value: 119.8 } });
    const products = await quote();
    expect([named(volumes, "PAC").price, named(single, "PAC").price]).toEqual([
      named(products, "PAC").price,
      named(products, "PAC").price,
    ]);
  });

  it.each([
    ["no destination", { to: {} }, "to.postal_code", "O campo to.postal code é obrigatório."],
    [
      "a short origin",
      { from: { postal_code: "315" } },
      "from.postal_code",
      "O campo from.postal code deve ter 8 dígitos.",
    ],
    ["nothing to send", { products: [] }, "products", "O campo products é obrigatório."],
    [
      "no weight",
      { products: [{ ...PRODUCT, weight: 0 }] },
      "products.0.weight",
      "O campo products.0.weight é obrigatório.",
    ],
    [
      "a width as text",
      { products: [{ ...PRODUCT, width: "16" }] },
      "products.0.width",
      "O campo products.0.width é obrigatório.",
    ],
    [
      "more than a hundred of one",
      { products: [{ ...PRODUCT, quantity: 101 }] },
      "products.0.quantity",
      "O campo products.0.quantity não pode ser superior a 100.",
    ],
  ])("with %s: 422 that names the field", async (_, change, field, message) => {
    const { status, body } = await shop("POST", QUOTE, request(change));
    expect([status, body]).toEqual([422, { message: "The given data was invalid.", errors: { [field]: [message] } }]);
  });

  it("who carries can be asked without a token", async () => {
    const anyone = speaker(provider.url, AGENT);
    const services = await anyone<{ id: number }[]>("GET", "/api/v2/me/shipment/services");
    expect(services.body.map(({ id }) => id)).toEqual(expect.arrayContaining([1, 2, 3, 4, 17]));
    expect((await anyone("GET", "/api/v2/me/shipment/companies")).status).toBe(200);
  });
});

describe("who asks (§1, §2, §8)", () => {
  it("without a token or with an unknown one: 401", async () => {
    const answer = await speaker(provider.url, AGENT)("POST", QUOTE, request());
    expect([answer.status, answer.body]).toEqual([401, { message: "Unauthenticated." }]);
  });

  it("without an application's name and e-mail in User-Agent: refused", async () => {
    expect((await shop("POST", QUOTE, request(), { "user-agent": "node" })).status).toBe(400);
  });

  it("without Accept: application/json errors lead to the sign-in page", async () => {
    const answer = await shop("POST", QUOTE, {}, { accept: "*/*" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/login"]);
  });

  it("more than 250 times a minute: 429", async () => {
    const ask = () => shop("GET", "/api/v2/me/shipment/services");
    const answers = await Promise.all(Array.from({ length: 250 }, ask));
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
    expect((await shop("GET", "/api/v2/me/shipment/services")).status).toBe(429);
    provider.clock.advance(61_000);
    expect((await shop("GET", "/api/v2/me/shipment/services")).status).toBe(200);
  });

  it("their firewall's page looks so", async () => {
    provider.faults.add({ kind: "html", status: 403 });
    const { status, headers, body } = await shop("POST", QUOTE, request());
    expect([status, headers.get("server"), body]).toEqual([403, "awselb/2.0", undefined]);
  });
});

describe("connecting (§2)", () => {
  const REDIRECT = "https://loja.test/config-frete?tab=1";
  const APP = { client_id: SHOP.clientId, client_secret: SHOP.clientSecret };
  const browser = () => speaker(provider.url);
  const ask = (change: Record<string, string> = {}) => {
    const query = new URLSearchParams({
      ...{ response_type: "code", client_id: SHOP.clientId, redirect_uri: REDIRECT },
      ...{ state: "s1", scope: "cart-read shipping-calculate", ...change },
    });
    return browser()("GET", `/oauth/authorize?${query}`);
  };
  async function aCode(scope: string, decision = "allow"): Promise<URL> {
    const form = new URLSearchParams({
      client_id: SHOP.clientId,
      redirect_uri: REDIRECT,
      state: "s1",
      scope,
      decision,
    });
    return new URL((await browser()("POST", "/oauth/authorize", form)).headers.get("location") ?? "");
  }
  const token = (fields: Record<string, string>) =>
    browser()("POST", "/oauth/token", new URLSearchParams({ ...APP, ...fields }));
  const exchange = (code: string, redirect_uri = REDIRECT) =>
    token({ grant_type: "authorization_code", code, redirect_uri });

  beforeEach(() => {
    Object.assign(provider.state.grants.applications[0]!, { acceptsLoopback: false, redirectUris: [REDIRECT] });
  });

  it("asks only for the registered address, to the letter, and for scopes that exist", async () => {
    expect((await ask()).text).toContain("shipping-calculate");
    expect((await ask({ redirect_uri: "https://loja.test/config-frete" })).status).toBe(400);
    expect((await ask({ client_id: "1" })).text).toContain("Client invalid");
    expect((await ask({ scope: "calculate cancel" })).status).toBe(400);
  });

  it("state comes back, also with a refusal", async () => {
    const back = await aCode("cart-read", "deny");
    expect([back.searchParams.get("state"), back.searchParams.get("error"), back.searchParams.get("code")]).toEqual([
      "s1",
      "access_denied",
      null,
    ]);
  });

  it("the code works once and with the same address; the token has the scopes that were allowed, for 30 days", async () => {
    const code = (await aCode("cart-read")).searchParams.get("code") ?? "";
    expect((await exchange(code, "https://loja.test/other")).status).toBe(400);
    const { status, body } = await exchange(code);
    expect([status, body.token_type, body.expires_in]).toEqual([200, "Bearer", 2_592_000]);
    expect((await exchange(code)).status).toBe(400);
    const limited = speaker(provider.url, { ...AGENT, authorization: `Bearer ${String(body.access_token)}` });
    const refused = await limited("POST", QUOTE, request());
    expect([refused.status, refused.body]).toEqual([403, { message: "This action is unauthorized." }]);
    provider.clock.advance(30 * 86_400_000 + 1_000);
    expect((await limited("POST", QUOTE, request())).status).toBe(401);
  });

  it("a refresh token works once, for 45 days", async () => {
    const code = (await aCode(ALL_SCOPES.join(" "))).searchParams.get("code") ?? "";
    const first = (await exchange(code)).body;
    const refresh = (refresh_token: unknown) =>
      token({ grant_type: "refresh_token", refresh_token: String(refresh_token) });
    provider.clock.advance(31 * 86_400_000);
    const second = await refresh(first.refresh_token);
    expect(second.status).toBe(200);
    expect((await refresh(first.refresh_token)).status).toBe(401);
    provider.clock.advance(46 * 86_400_000);
    expect((await refresh(second.body.refresh_token)).status).toBe(401);
  });
});
