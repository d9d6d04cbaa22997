import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { startMelhorEnvio } from "../../simulators/melhorEnvio/start";
import { SHOP } from "../../simulators/melhorEnvio/state";
import { endsWithTest, startListener, type Listener } from "./support/listener";
import { speaker, type Speak } from "./support/speak";

/** contracts/melhor-envio.md §4 to §8. */

let provider: Awaited<ReturnType<typeof startMelhorEnvio>>;
let shop: Speak;
let listener: Listener;

const AGENT = { accept: "application/json", "user-agent": "PedidosAoVivo (contato@loja.test)" };
const API = "/api/v2/me";
const HOUR_MS = 3_600_000;

beforeEach(async () => {
  listener = await startListener();
  provider = endsWithTest(await startMelhorEnvio({ pace: { generateMs: 60_000, advanceMs: null } }));
  shop = speaker(provider.url, { ...AGENT, authorization: `Bearer ${SHOP.accessToken}` });
});

const FROM = {
  ...{ name: "Loja Demo", phone: "31999990000", email: "vendas@lojademo.test", document: "16571478358" },
  ...{ address: "Rua das Flores", number: "100", district: "Centro", city: "Belo Horizonte", state_abbr: "MG" },
  ...{ country_id: "BR", postal_code: "31575060" },
};
const TO = {
  ...{ name: "Maria Souza", phone: "11999998888", email: "maria@exemplo.com", document: "25404918047" },
  ...{ address: "Av. Paulista", number: "1500", district: "Bela Vista", city: "São Paulo", state_abbr: "SP" },
  ...{ country_id: "BR", postal_code: "01310930" },
};
const TAGS = [{ tag: "abc", url: "https://loja.test/pedidos" }];
const VOLUME = { height: 4, width: 16, length: 20, weight: 0.6 };
const ENTRY = {
  service: 1,
  from: FROM,
  to: TO,
  products: [{ name: "Blusa canelada C151", quantity: 2, unitary_value: 59.9, weight: 0.3 }],
  volumes: [VOLUME],
  options: { insurance_value: 119.8, receipt: false, own_hand: false, non_commercial: true, tags: TAGS },
};

interface Label {
  id: string;
  protocol: string;
  price: number;
  status: string;
  tracking: string | null;
  paid_at: string | null;
  generated_at: string | null;
}
const insert = (change: object = {}) => shop<Label>("POST", `${API}/cart`, { ...ENTRY, ...change });
const aLabel = async (change: object = {}): Promise<Label> => (await insert(change)).body;
const act = (what: string, ids: string[], more: object = {}) =>
  shop("POST", `${API}/shipment/${what}`, { orders: ids, ...more });
const read = async (id: string) => (await shop<Label>("GET", `${API}/orders/${id}`)).body;
const balance = async () => (await shop<{ balance: number }>("GET", `${API}/balance`)).body.balance;
const register = () => shop("PUT", "/_control/webhook-address", { url: listener.url });

async function aGenerated(): Promise<Label> {
  const label = await aLabel();
  await act("checkout", [label.id]);
  await act("generate", [label.id]);
  provider.clock.advance(60_000);
  return label;
}

describe("the cart (§4)", () => {
  it("gives a label an id, a protocol and a price, which here is a number", async () => {
    const { status, body } = await insert();
    expect(status).toBe(201);
    expect(body.id).toMatch(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/);
    expect(body).toMatchObject({
      protocol: expect.stringMatching(/^ORD-\d+$/) as string,
      price: expect.any(Number) as number,
      status: "pending",
      ...{
        service_id: 1,
        agency_id: null,
        tracking: null,
        paid_at: null,
        non_commercial: true,
        insurance_value: 119.8,
      },
      created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/) as string,
      volumes: [expect.objectContaining({ height: "4.00", weight: "0.60" })],
    });
  });

  it("costs what the quote said", async () => {
    const quote = await shop<{ price: string }>("POST", `${API}/shipment/calculate`, {
      from: { postal_code: FROM.postal_code },
      to: { postal_code: TO.postal_code },
      volumes: [{ ...VOLUME, insurance: 119.8 }],
      services: "1",
    });
    expect((await aLabel()).price).toBe(Number(quote.body.price));
  });

  it("the same again is a second label", async () => {
    const [first, second] = [await aLabel(), await aLabel()];
    expect(first.id).not.toBe(second.id);
    const list = await shop<{ total: number; data: Label[]; per_page: number }>("GET", `${API}/cart`);
    expect([list.body.total, list.body.data.map(({ id }) => id)]).toEqual([2, [second.id, first.id]]);
    expect((await shop("DELETE", `${API}/cart/${first.id}`)).status).toBe(204);
    expect((await shop("GET", `${API}/cart/${first.id}`)).status).toBe(404);
  });

  const without = (person: object, field: string) => ({ ...person, [field]: "" });
  it.each([
    ["no CPF", { to: without(TO, "document") }, "to.document"],
    ["a CPF that is none", { to: { ...TO, document: "25404918048" } }, "to.document"],
    ["no number", { to: without(TO, "number") }, "to.number"],
    ["a postal code as a number", { to: { ...TO, postal_code: 1310930 } }, "to.postal_code"],
    ["a state that is not the postal code's", { to: { ...TO, state_abbr: "RJ" } }, "to.state_abbr"],
    ["no neighbourhood, by road", { service: 3, to: without(TO, "district") }, "to.district"],
    ["no e-mail, by road", { service: 3, from: without(FROM, "email") }, "from.email"],
    ["a service that does not exist", { service: 99 }, "service"],
    ["no goods", { products: [] }, "products"],
    ["no box", { volumes: [] }, "volumes"],
    [
      "an invoice where there is none",
      { options: { non_commercial: true, invoice: { key: "1".repeat(44) } } },
      "options.invoice",
    ],
    ["neither invoice nor its absence", { options: {} }, "options.invoice.key"],
  ])("with %s: 422 that names it", async (_, change, field) => {
    const { status, body } = await shop<{ errors: Record<string, string[]> }>("POST", `${API}/cart`, {
      ...ENTRY,
      ...change,
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, expect.arrayContaining([field])]);
    expect(provider.state.orders).toEqual([]);
  });

  it.each([
    [
      "one CPF for both",
      { to: { ...TO, document: FROM.document } },
      "Os documentos (CPFs) dos participantes do frete não podem ser iguais",
    ],
    ["two boxes by post", { volumes: [VOLUME, VOLUME] }, "apenas um volume"],
    [
      "who does not go there",
      { service: 3, to: { ...TO, city: "Boa Vista", state_abbr: "RR", postal_code: "69301110" } },
      "não atende",
    ],
    ["Azul", { service: 15 }, "não está disponível"],
  ])("refused in a sentence: %s", async (_, change, words) => {
    const { status, body } = await shop("POST", `${API}/cart`, { ...ENTRY, ...change });
    expect([status, body.error]).toEqual([422, expect.stringContaining(words)]);
  });

  it("by post an address alone is enough; by road two boxes are one label", async () => {
    const bare = { ...TO, district: "", email: "", phone: "" };
    expect((await insert({ to: bare })).status).toBe(201);
    expect((await insert({ service: 3, volumes: [VOLUME, VOLUME] })).status).toBe(201);
  });

  it("after a 500 the label may be there all the same: its tag finds it", async () => {
    provider.faults.add({ kind: "error_after_success", path: `${API}/cart` });
    expect((await insert()).status).toBe(500);
    const found = await shop<Label[]>("GET", `${API}/orders/search?q=abc`);
    expect(found.body).toHaveLength(1);
  });

  it("what nobody pays for expires", async () => {
    const { id } = await aLabel();
    provider.clock.advance(8 * 24 * HOUR_MS);
    expect((await read(id)).status).toBe("expired");
    expect((await act("checkout", [id])).status).toBe(422);
  });
});

describe("paying (§5.1, §5.2)", () => {
  it("takes the price from the wallet and releases the label, once", async () => {
    const before = await balance();
    const label = await aLabel();
    const { status, body } = await act("checkout", [label.id]);
    expect([status, body.redirect]).toEqual([200, null]);
    expect(body.purchase).toMatchObject({
      status: "paid",
      total: label.price,
      orders: [{ id: label.id, status: "released" }],
    });
    expect(await balance()).toBeCloseTo(before - label.price, 2);
    const again = await act("checkout", [label.id]);
    expect([again.status, again.body.errors]).toEqual([
      422,
      { orders: ["Existe uma ou mais orders que já foram pagas."] },
    ]);
    expect(await balance()).toBeCloseTo(before - label.price, 2);
  });

  it("without funds nothing is bought and the balance is said", async () => {
    await shop("PUT", "/_control/wallet", { balance: 3.2 });
    const label = await aLabel();
    const { status, body } = await act("checkout", [label.id]);
    expect(status).toBe(422);
    expect(body.error).toMatch(/^Seu saldo de R\$\s3,20 é insuficiente/);
    expect((await read(label.id)).status).toBe("pending");
  });

  it("by a page: the link is paid there, and then the label is released", async () => {
    const label = await aLabel();
    const back = "https://loja.test/etiquetas";
    expect((await act("checkout", [label.id], { gateway: "mercado-pago" })).body.error).toContain(
      "não está disponível",
    );
    const { body } = await act("checkout", [label.id], { gateway: "yapay", redirect: back });
    expect((await read(label.id)).status).toBe("pending");
    const link = String(body.redirect);
    const path = link.slice(provider.url.length);
    expect((await speaker(provider.url)("GET", path)).text).toContain("Simulação");
    await speaker(provider.url)("POST", path, new URLSearchParams({ decision: "pay" }));
    expect((await read(label.id)).status).toBe("released");
    expect((await speaker(provider.url)("GET", path)).text).toContain(back);
  });

  it("the wallet is filled by a page", async () => {
    const before = await balance();
    const { body } = await shop("POST", `${API}/balance`, { gateway: "yapay-transparente", slug: "pix", value: 100 });
    const path = String(body.redirect).slice(provider.url.length);
    await speaker(provider.url)("POST", path, new URLSearchParams({ decision: "pay" }));
    await speaker(provider.url)("POST", path, new URLSearchParams({ decision: "pay" }));
    expect(await balance()).toBe(before + 100);
  });
});

describe("generating and printing (§5.3 to §5.6)", () => {
  it("takes a moment; until then nothing can be printed; a second time is refused", async () => {
    const { id } = await aLabel();
    expect((await act("generate", [id])).body[id]).toMatchObject({ status: false });
    await act("checkout", [id]);
    expect((await act("generate", [id])).body).toEqual({ [id]: { status: true, message: "Envio gerado com sucesso" } });
    expect((await act("print", [id])).body).toHaveProperty("error");
    provider.clock.advance(60_000);
    // Generated, and yet its status reads as before.
    expect(await read(id)).toMatchObject({ status: "released", generated_at: expect.any(String) as string });
    expect((await act("generate", [id])).body).toEqual({ [id]: { status: false, message: "O envio já está gerado" } });
    expect((await act("print", [id])).status).toBe(200);
  });

  it("a public link is a PDF for anybody, a private one only for who is signed in there", async () => {
    const { id } = await aGenerated();
    const url = async (mode: string) => String((await act("print", [id], { mode })).body.url);
    const open = await fetch(await url("public"));
    expect([open.headers.get("content-type"), (await open.text()).slice(0, 8)]).toEqual([
      "application/pdf",
      "%PDF-1.4",
    ]);
    const closed = await fetch(await url("private"));
    expect(await closed.text()).toContain("Entre na sua conta");
    const signedIn = await fetch(await url("private"), { headers: { cookie: "melhor_envio_simulado=1" } });
    expect(signedIn.headers.get("content-type")).toBe("application/pdf");
    const guessed = (await url("public")).replace(/\/public\/[^/]+\//, "/public/aaaaaaaaaaaa/");
    expect((await fetch(guessed)).status).toBe(404);
  });

  it("unpaid there is no preview", async () => {
    const { id } = await aLabel();
    const { status, body } = await act("preview", [id]);
    expect([status, body.error]).toEqual([
      404,
      "Não é possível imprimir etiquetas com o pagamento ainda não processado. Favor aguarde.",
    ]);
  });

  it("cancelling gives the money back, of a generated label after half a day, of a posted one not at all", async () => {
    const before = await balance();
    const { id } = await aGenerated();
    expect((await act("cancellable", [id])).body).toEqual({ [id]: { cancellable: true, time: 0 } });
    const cancel = (order: object) => shop("POST", `${API}/shipment/cancel`, { order });
    expect((await cancel({ id, reason_id: "1", description: "x" })).status).toBe(422);
    expect((await cancel({ id, reason_id: "2", description: "x" })).body).toEqual({ [id]: { canceled: true } });
    expect(await balance()).toBeLessThan(before);
    provider.clock.advance(12 * HOUR_MS);
    expect(await balance()).toBe(before);
    const posted = await aGenerated();
    await shop("POST", `/_control/orders/${posted.id}`, { event: "order.posted" });
    expect((await act("cancellable", [posted.id])).body[posted.id]).toMatchObject({ cancellable: false });
    expect((await cancel({ id: posted.id, reason_id: "2" })).status).toBe(422);
  });
});

describe("on the way (§5.7, §6)", () => {
  it("has no tracking code until it is posted, and tracking may lag", async () => {
    const { id } = await aGenerated();
    const track = async () => (await act("tracking", [id])).body[id] as Label;
    expect(await track()).toMatchObject({ id, status: "released", tracking: null });
    await shop("PUT", "/_control/pace", { trackingLagMs: 3 * HOUR_MS });
    await shop("POST", `/_control/orders/${id}`, { event: "order.posted" });
    expect((await read(id)).status).toBe("posted");
    expect((await track()).status).not.toBe("posted");
    provider.clock.advance(3 * HOUR_MS + 1);
    expect(await track()).toMatchObject({ status: "posted", tracking: expect.stringMatching(/^ME.{9}BR$/) as string });
  });

  it("goes on by itself as in the sandbox, every quarter of an hour until delivered", async () => {
    provider.service.labels.pace.advanceMs = 900_000;
    const { id } = await aGenerated();
    provider.clock.advance(900_000);
    expect((await read(id)).status).toBe("posted");
    provider.clock.advance(900_000);
    expect((await read(id)).status).toBe("delivered");
  });
});

describe("notices (§7)", () => {
  const events = () => listener.heard.map(({ body }) => (JSON.parse(body) as { event: string }).event);

  it("an address is registered only when it answers a call without a label", async () => {
    listener.answers = [500];
    expect((await register()).body.error).toBe("E-WBH-0002");
    listener.answers = [204];
    expect((await register()).status).toBe(200);
    expect(listener.heard.at(-1)!.body).not.toContain("protocol");
  });

  it("are signed over the raw body with the application's secret, in base64, and carry our tags", async () => {
    await register();
    const { id } = await aGenerated();
    await shop("POST", `/_control/orders/${id}`, { event: "order.posted" });
    await provider.webhooks.settled();
    expect(events().slice(1)).toEqual(["order.created", "order.released", "order.generated", "order.posted"]);
    for (const { headers, body } of listener.heard) {
      const expected = createHmac("sha256", SHOP.clientSecret).update(body).digest("base64");
      expect(headers["x-me-signature"]).toBe(expected);
    }
    const { data } = JSON.parse(listener.heard.at(-1)!.body) as { data: Record<string, unknown> };
    expect(data).toMatchObject({ id, status: "posted", tags: TAGS, user_id: SHOP.account });
    expect(data.posted_at).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+00:00$/);
    // The status does not always follow the event.
    expect(JSON.parse(listener.heard[3]!.body)).toMatchObject({
      event: "order.generated",
      data: { status: "released" },
    });
  });

  it("five attempts a quarter of an hour apart, then never again", async () => {
    await register();
    listener.answers = [503];
    await aLabel();
    for (let round = 0; round < 8; round += 1) {
      await provider.webhooks.settled();
      provider.clock.advance(900_000);
    }
    expect(events().filter((event) => event === "order.created")).toHaveLength(5);
    expect(provider.webhooks.list()[0]).toMatchObject({ state: "given_up" });
  });

  it("only the application a label was made with hears of it", async () => {
    provider.state.webhooks.other = listener.url;
    await aLabel();
    await provider.webhooks.settled();
    expect(listener.heard).toEqual([]);
  });
});

it("what was waiting goes on after a restart: a label being generated, money on its way back", async () => {
  const folder = mkdtempSync(join(tmpdir(), "labels-"));
  const options = { keepIn: join(folder, "shipping.json"), pace: { generateMs: 60_000, advanceMs: null } };
  try {
    provider = await startMelhorEnvio(options);
    shop = speaker(provider.url, { ...AGENT, authorization: `Bearer ${SHOP.accessToken}` });
    const before = await balance();
    const cancelled = await aGenerated();
    await shop("POST", `${API}/shipment/cancel`, { order: { id: cancelled.id, reason_id: "2" } });
    const { id, price } = await aLabel();
    await act("checkout", [id]);
    await act("generate", [id]);
    await provider.close();
    provider = endsWithTest(await startMelhorEnvio(options));
    shop = speaker(provider.url, { ...AGENT, authorization: `Bearer ${SHOP.accessToken}` });
    expect((await act("generate", [id])).body[id]).toMatchObject({ message: "O envio já está gerado" });
    provider.clock.advance(60_000);
    expect((await act("print", [id])).status).toBe(200);
    provider.clock.advance(12 * HOUR_MS);
    expect(await balance()).toBeCloseTo(before - price, 2);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("each step asks for its own scope", async () => {
  const { id } = await aLabel();
  const token = provider.state.grants.tokens[0]!;
  const grants = { ...token, accessToken: "narrow", scope: "shipping-calculate" };
  provider.state.grants.tokens.push(grants);
  const narrow = speaker(provider.url, { ...AGENT, authorization: "Bearer narrow" });
  const steps: [string, string, object?][] = [
    ["POST", `${API}/cart`, ENTRY],
    ["GET", `${API}/cart`],
    ["GET", `${API}/orders/${id}`],
    ["GET", `${API}/balance`],
    ["GET", API],
    ...["checkout", "generate", "print", "preview", "cancellable", "cancel", "tracking"].map(
      (step): [string, string, object] => ["POST", `${API}/shipment/${step}`, { orders: [id] }],
    ),
  ];
  for (const [method, path, body] of steps) {
    const answer = await narrow(method, path, body);
    expect([path, answer.status, answer.body]).toEqual([path, 403, { message: "This action is unauthorized." }]);
  }
});
