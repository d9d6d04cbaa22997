import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { startBling } from "../../simulators/bling/start";
import { SHOP } from "../../simulators/bling/state";
import { endsWithTest, startListener } from "./support/listener";
import { speaker, type Spoken } from "./support/speak";

/** contracts/bling.md. */

let bling: Awaited<ReturnType<typeof startBling>>;
const API = "/Api/v3";
const TOKEN = { authorization: `Bearer ${SHOP.accessToken}`, accept: "application/json", "enable-jwt": "1" };

interface Data<Inside> {
  data: Inside;
}
interface Failed {
  error: { type: string; fields?: { msg: string; element: string; collection?: { index: number; msg: string }[] }[] };
}

beforeEach(async () => {
  bling = endsWithTest(await startBling());
});

/** Asks slowly enough for the limit. */
async function ask<Body = Data<{ id: number }>>(method: string, path: string, body?: unknown): Promise<Spoken<Body>> {
  bling.clock.advance(1_000);
  return await speaker(bling.url, TOKEN)<Body>(method, `${API}${path}`, body);
}

const CONTACT = {
  ...{ nome: "Maria Souza", tipo: "F", situacao: "A", numeroDocumento: "25404918047", indicadorIe: 9 },
  ...{ celular: "(11) 99999-8888", email: "maria@exemplo.com" },
};
const PRODUCT = {
  nome: "Blusa canelada",
  codigo: "C151",
  preco: 59.9,
  tipo: "P",
  situacao: "A",
  formato: "S",
  unidade: "UN",
};

const aContact = async () => (await ask("POST", "/contatos", CONTACT)).body.data.id;
const aProduct = async () => (await ask("POST", "/produtos", PRODUCT)).body.data.id;

function order(contactId: number, change: object = {}): object {
  return {
    ...{ numeroLoja: "1042", data: "2026-11-20", dataSaida: "2026-11-20", dataPrevista: "2026-11-27" },
    contato: { id: contactId },
    itens: [{ codigo: "C151", descricao: "Blusa canelada", unidade: "UN", quantidade: 2, valor: 59.9, desconto: 0 }],
    desconto: { valor: 10, unidade: "REAL" },
    transporte: { fretePorConta: 0, frete: 23 },
    parcelas: [{ dataVencimento: "2026-11-20", valor: 132.8, formaPagamento: { id: 1234567 } }],
    ...change,
  };
}
const anOrder = async (change: object = {}) => ask("POST", "/pedidos/vendas", order(await aContact(), change));

describe("connecting (§2)", () => {
  const REDIRECT = "https://loja.test/bling";
  const basic = (secret: string = SHOP.clientSecret) =>
    `Basic ${Buffer.from(`${SHOP.clientId}:${secret}`).toString("base64")}`;
  const token = (fields: Record<string, string>, authorization = basic()) =>
    speaker(bling.url)("POST", `${API}/oauth/token`, new URLSearchParams(fields), { authorization, "enable-jwt": "1" });
  const exchange = (code: string, authorization?: string) =>
    token({ grant_type: "authorization_code", code }, authorization);
  async function aCode(): Promise<string> {
    await speaker(bling.url)("PUT", "/_control/application", { redirectUri: REDIRECT });
    const form = new URLSearchParams({ client_id: SHOP.clientId, state: "s1", decision: "allow" });
    const { headers } = await speaker(bling.url)("POST", `${API}/oauth/authorize`, form);
    const back = new URL(headers.get("location") ?? "");
    expect([`${back.origin}${back.pathname}`, back.searchParams.get("state")]).toEqual([REDIRECT, "s1"]);
    return back.searchParams.get("code") ?? "";
  }

  it("leads back to the address registered on the application, whatever is asked for", async () => {
    const query = `response_type=code&client_id=${SHOP.clientId}&state=s1&redirect_uri=https://elsewhere.test`;
    expect((await speaker(bling.url)("GET", `${API}/oauth/authorize?${query}`)).status).toBe(400);
    await aCode();
    const { text } = await speaker(bling.url)("GET", `${API}/oauth/authorize?${query}`);
    expect(text).toContain("Pedidos de venda");
    expect(text).not.toContain("elsewhere");
  });

  it("a code works once, within a minute, with the right secret in Basic", async () => {
    const code = await aCode();
    expect((await exchange(code, basic("x"))).status).toBe(401);
    const { status, body } = await exchange(code);
    expect([status, body.expires_in, body.token_type]).toEqual([200, 21_600, "Bearer"]);
    expect(String(body.access_token).length).toBeGreaterThan(1_500);
    expect((await exchange(code)).body.error).toMatchObject({ type: "invalid_grant" });
    const late = await aCode();
    bling.clock.advance(61_000);
    expect((await exchange(late)).status).toBe(400);
  });

  it("the token is good for six hours and wants enable-jwt; refreshing works once with each token", async () => {
    const { body } = await exchange(await aCode());
    const call = (headers: Record<string, string>) =>
      speaker(bling.url)<Failed>("GET", `${API}/depositos`, undefined, headers);
    const authorization = `Bearer ${String(body.access_token)}`;
    expect((await call({ authorization })).body.error.type).toBe("invalid_token");
    expect((await call({ authorization, "enable-jwt": "1" })).status).toBe(200);
    bling.clock.advance(6 * 3_600_000);
    expect((await call({ authorization, "enable-jwt": "1" })).status).toBe(401);
    const refresh = (refresh_token: unknown) =>
      token({ grant_type: "refresh_token", refresh_token: String(refresh_token) });
    const next = await refresh(body.refresh_token);
    expect(next.status).toBe(200);
    expect((await refresh(body.refresh_token)).body.error).toMatchObject({ type: "invalid_grant" });
    expect((await refresh(next.body.refresh_token)).status).toBe(200);
  });

  it("asking for a token twenty-one times in a minute blocks for an hour", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) statuses.push((await token({ grant_type: "refresh_token" })).status);
    expect([new Set(statuses.slice(0, 20)), statuses[20]]).toEqual([new Set([400]), 403]);
    bling.clock.advance(59 * 60_000);
    expect((await token({ grant_type: "refresh_token" })).status).toBe(403);
    bling.clock.advance(2 * 60_000);
    expect((await token({ grant_type: "refresh_token" })).status).toBe(400);
  });
});

describe("how often (§3)", () => {
  const call = () => speaker(bling.url, TOKEN)<Failed>("GET", `${API}/depositos`);

  it("three times a second, then the refusal to the letter", async () => {
    // The clock stands still for the four calls, however long they take here.
    const at = bling.clock.now();
    bling.clock.now = () => at;
    const answers = [await call(), await call(), await call(), await call()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers[3]!.body).toEqual({
      error: {
        type: "TOO_MANY_REQUESTS",
        message: "Limite de requisições atingido.",
        description: "O limite de requisições por segundo foi atingido, tente novamente mais tarde.",
        ...{ limit: 3, period: "second" },
      },
    });
    bling.clock.now = () => at + 1_001;
    expect((await call()).status).toBe(200);
  });

  it("more than three hundred errors in ten seconds block everybody for ten minutes", async () => {
    const at = bling.clock.now();
    bling.clock.now = () => at;
    await Promise.all(Array.from({ length: 304 }, call));
    expect((await call()).body.error.type).toBe("FORBIDDEN");
    bling.clock.now = () => at + 600_001;
    expect((await call()).status).toBe(200);
  });

  it("without a token, or with one that is none: 401", async () => {
    const as = async (headers: Record<string, string>) =>
      (await speaker(bling.url)<Failed>("GET", `${API}/contatos`, undefined, headers)).body.error.type;
    expect([await as({}), await as({ authorization: "Bearer x" })]).toEqual(["UNAUTHENTICATED", "invalid_token"]);
  });
});

describe("contacts and products (§5)", () => {
  it("a contact is found by document, phone or name, and made once for each CPF", async () => {
    const id = await aContact();
    const find = async (query: string) => (await ask<Data<{ id: number }[]>>("GET", `/contatos?${query}`)).body.data;
    for (const query of ["numeroDocumento=25404918047", "telefone=11999998888", "pesquisa=maria"])
      expect(await find(query)).toEqual([expect.objectContaining({ id, nome: "Maria Souza" })]);
    expect(await find("numeroDocumento=16571478358")).toEqual([]);
    const again = await ask<Failed>("POST", "/contatos", CONTACT);
    expect([again.status, again.body.error.type, again.body.error.fields![0]!.element]).toEqual([
      400,
      "VALIDATION_ERROR",
      "numeroDocumento",
    ]);
    const nobody = await ask<Data<{ nome: string }>>("GET", "/contatos/consumidor-final");
    expect(nobody.body.data.nome).toBe("Consumidor Final");
  });

  it.each([
    ["/contatos", { ...CONTACT, nome: "" }, "nome"],
    ["/contatos", { ...CONTACT, tipo: "X" }, "tipo"],
    ["/contatos", { ...CONTACT, numeroDocumento: "11111111111" }, "numeroDocumento"],
    ["/produtos", { ...PRODUCT, formato: undefined }, "formato"],
    ["/produtos", { ...PRODUCT, nome: "" }, "nome"],
  ])("%s with a wrong field is refused: %s %s", async (path, body, element) => {
    const { status, body: answer } = await ask<Failed>("POST", path, body);
    expect([status, answer.error.fields!.map((field) => field.element)]).toEqual([400, [element]]);
  });

  it("a product is found by its code, in pages that end with an empty one", async () => {
    const id = await aProduct();
    await ask("POST", "/produtos", { ...PRODUCT, codigo: "C152" });
    const list = async (query: string) => (await ask<Data<{ id: number }[]>>("GET", `/produtos?${query}`)).body.data;
    expect((await list("codigos[]=C151")).map((product) => product.id)).toEqual([id]);
    expect((await list("codigos[]=C151&codigos[]=C152")).length).toBe(2);
    expect([(await list("limite=1&pagina=2")).length, (await list("limite=1&pagina=3")).length]).toEqual([1, 0]);
    expect((await ask("POST", "/produtos", PRODUCT)).status).toBe(400);
  });

  it("stock: set, added, taken", async () => {
    const id = await aProduct();
    const move = (operacao: string, quantidade: number) =>
      ask("POST", "/estoques", { produto: { id }, deposito: { id: 1 }, operacao, quantidade });
    for (const [operation, count] of [
      ["B", 5],
      ["E", 3],
      ["S", 2],
    ] as const)
      await move(operation, count);
    const { body } = await ask<Data<{ saldoFisicoTotal: number }[]>>("GET", `/estoques/saldos?idsProdutos[]=${id}`);
    expect(body.data[0]!.saldoFisicoTotal).toBe(6);
  });
});

describe("sales orders (§4, §5)", () => {
  it("is made, and found by the shop's number; the same again is a second", async () => {
    const first = await anOrder();
    expect([first.status, first.body]).toEqual([201, { data: { id: expect.any(Number) as number, alertas: [] } }]);
    const contactId = bling.state.contacts.at(-1)!.id;
    await ask("POST", "/pedidos/vendas", order(contactId));
    const find = async (number: string) =>
      (
        await ask<Data<{ total: number; situacao: { id: number } }[]>>(
          "GET",
          `/pedidos/vendas?numerosLojas[]=${number}`,
        )
      ).body.data;
    expect(await find("1042")).toHaveLength(2);
    expect((await find("1042"))[0]).toMatchObject({ numeroLoja: "1042", total: 132.8, situacao: { id: 6 } });
    expect(await find("9")).toEqual([]);
  });

  it("after a 500 it may be there all the same", async () => {
    bling.faults.add({ kind: "error_after_success", path: `${API}/pedidos` });
    expect((await anOrder()).status).toBe(500);
    expect((await ask<Data<object[]>>("GET", "/pedidos/vendas?numerosLojas[]=1042")).body.data).toHaveLength(1);
  });

  it("wrong instalments are named one by one, inside the field that holds them", async () => {
    const parcelas = [{ dataVencimento: "2026-11-20", valor: 132.8, formaPagamento: { id: 1 } }];
    const { status, body } = (await anOrder({ parcelas })) as unknown as Spoken<Failed>;
    expect([status, body.error.fields]).toEqual([
      400,
      [
        {
          ...{ code: 49, msg: "Uma ou mais parcelas da venda possuem erros", element: "parcelas", namespace: "VENDAS" },
          collection: [
            {
              index: 1,
              code: 12,
              msg: "Id da forma de pagamento inválido.",
              element: "formaPagamento",
              namespace: "VENDAS",
            },
          ],
        },
      ],
    ]);
  });

  it.each([
    [
      "instalments that do not add up",
      { parcelas: [{ dataVencimento: "2026-11-20", valor: 132.79, formaPagamento: { id: 1234567 } }] },
      "parcelas",
    ],
    ["no day", { dataPrevista: undefined }, "dataPrevista"],
    ["nobody", { contato: { id: 1 } }, "contato"],
    ["a line without a price", { itens: [{ descricao: "Blusa", quantidade: 1 }], parcelas: [] }, "itens"],
    ["no lines", { itens: [], parcelas: [] }, "itens"],
  ])("with %s is refused", async (_, change, element) => {
    const { status, body } = (await anOrder(change)) as unknown as Spoken<Failed>;
    expect([status, body.error.fields!.map((field) => field.element)]).toEqual([
      400,
      expect.arrayContaining([element]),
    ]);
    expect(bling.state.orders).toEqual([]);
  });

  it("percentages count: of a line its own, of the order where it says so", async () => {
    const parcelas = [{ dataVencimento: "2026-11-20", valor: 103.58, formaPagamento: { id: 1234567 } }];
    const itens = [{ descricao: "Blusa", quantidade: 2, valor: 59.9, desconto: 25 }];
    // 119,80 less a quarter is 89,85; a tenth of it off is 80,86 (8,985 rounds up); carried for 22,71.
    const change = { itens, desconto: { valor: 10, unidade: "PERCENTUAL" }, transporte: { frete: 22.71 }, parcelas };
    expect((await anOrder(change)).status).toBe(400);
    const right = [{ ...parcelas[0], valor: 103.57 }];
    expect(
      (await ask("POST", "/pedidos/vendas", order(bling.state.contacts.at(-1)!.id, { ...change, parcelas: right })))
        .status,
    ).toBe(201);
  });

  it("goes only to situations that the account allows", async () => {
    const { id } = (await anOrder()).body.data;
    const modules = await ask<Data<{ id: number }[]>>("GET", "/situacoes/modulos");
    const situations = await ask<Data<{ id: number; nome: string }[]>>(
      "GET",
      `/situacoes/modulos/${modules.body.data[0]!.id}`,
    );
    expect(situations.body.data).toContainEqual(expect.objectContaining({ id: 9, nome: "Atendido" }));
    const turn = async (to: number) => (await ask("PATCH", `/pedidos/vendas/${id}/situacoes/${to}`)).status;
    expect([await turn(12), await turn(9), await turn(99), await turn(6), await turn(9)]).toEqual([
      204, 400, 400, 204, 204,
    ]);
  });

  it("takes stock and bills once, and gives both back", async () => {
    const productId = await aProduct();
    const item = { descricao: "Blusa", quantidade: 2, valor: 59.9, produto: { id: productId } };
    const { id } = (await anOrder({ itens: [item] })).body.data;
    const act = async (what: string) => (await ask("POST", `/pedidos/vendas/${id}/${what}`)).status;
    expect([await act("lancar-estoque"), await act("lancar-estoque")]).toEqual([204, 400]);
    expect(bling.state.products[0]!.stock).toBe(-2);
    expect([await act("estornar-estoque"), await act("estornar-estoque")]).toEqual([204, 400]);
    expect(bling.state.products[0]!.stock).toBe(0);
    expect([await act("lancar-contas"), await act("lancar-contas"), await act("estornar-contas")]).toEqual([
      204, 400, 204,
    ]);
  });

  it("a filter of more than a year is refused; what is gone is 404", async () => {
    expect((await ask("GET", "/pedidos/vendas?dataInicial=2025-01-01&dataFinal=2026-11-20")).status).toBe(400);
    const { id } = (await anOrder()).body.data;
    const found = await ask<Data<object[]>>("GET", "/pedidos/vendas?dataInicial=2026-11-01&dataFinal=2026-11-30");
    expect(found.body.data).toHaveLength(1);
    await ask("DELETE", `/pedidos/vendas/${id}`);
    expect((await ask<Failed>("GET", `/pedidos/vendas/${id}`)).body.error.type).toBe("RESOURCE_NOT_FOUND");
  });
});

it("notices are signed over the raw body with the client secret (§6)", async () => {
  const listener = await startListener();
  await speaker(bling.url)("PUT", "/_control/application", { webhookUrl: listener.url });
  const { id } = (await anOrder()).body.data;
  await ask("PATCH", `/pedidos/vendas/${id}/situacoes/9`);
  await bling.webhooks.settled();
  const news = listener.heard.map(({ body }) => JSON.parse(body) as { event: string; eventId: string });
  expect(news.map(({ event }) => event)).toEqual(["order.created", "order.updated"]);
  expect(new Set(news.map(({ eventId }) => eventId)).size).toBe(2);
  for (const { headers, body } of listener.heard)
    expect(headers["x-bling-signature-256"]).toBe(
      `sha256=${createHmac("sha256", SHOP.clientSecret).update(body).digest("hex")}`,
    );
});
