import {
  asFields,
  asText,
  json,
  parseJson,
  type Answer,
  type Fields,
  type Request,
  type Route,
} from "../server/exchange";
import { invalid, notFound, type FieldError } from "./errors";
import { listed } from "./lists";
import { DEPOSIT, nextId, PAYMENT_FORMS, type BlingState, type Product } from "./state";

const API = "/Api/v3";
const KINDS = ["P", "S", "N"];
const FORMATS = ["S", "V", "E"];
const REQUIRED = 1;
const INVALID = 2;
const DUPLICATE = 4;

/** Source: contracts/bling.md §5 "Products", "Stock and receivables". */
export function productRoutes(state: BlingState): Route[] {
  return [
    { method: "GET", pattern: `${API}/produtos`, handle: (request) => find(state, request) },
    {
      method: "POST",
      pattern: `${API}/produtos`,
      handle: (request) => create(state, asFields(parseJson(request.body))),
    },
    {
      method: "GET",
      pattern: `${API}/produtos/:id`,
      handle: ({ params }) => {
        const product = state.products.find(({ id }) => String(id) === params.id);
        return product === undefined ? notFound() : json(200, { data: { ...product.fields, ...view(product) } });
      },
    },
    { method: "POST", pattern: `${API}/estoques`, handle: (request) => move(state, asFields(parseJson(request.body))) },
    { method: "GET", pattern: `${API}/estoques/saldos`, handle: (request) => balances(state, request) },
    { method: "GET", pattern: `${API}/depositos`, handle: (request) => listed(request, [DEPOSIT]) },
    { method: "GET", pattern: `${API}/formas-pagamentos`, handle: (request) => listed(request, PAYMENT_FORMS) },
  ];
}

function find(state: BlingState, request: Request): Answer {
  const codes = [...request.query.getAll("codigos[]"), ...request.query.getAll("codigo")];
  const found = state.products.filter(
    ({ fields }) => codes.length === 0 || codes.includes(asText(fields.codigo) ?? ""),
  );
  return listed(request, found.map(view));
}

function create(state: BlingState, fields: Fields): Answer {
  const errors: FieldError[] = [];
  const wrong = (element: string, code: number, msg: string): void =>
    void errors.push({ code, msg, element, namespace: "PRODUTOS" });
  if (!asText(fields.nome)?.trim()) wrong("nome", REQUIRED, "O nome do produto é obrigatório.");
  if (!KINDS.includes(asText(fields.tipo) ?? "")) wrong("tipo", INVALID, "O tipo do produto é inválido.");
  if (!["A", "I"].includes(asText(fields.situacao) ?? ""))
    wrong("situacao", INVALID, "A situação do produto é inválida.");
  if (!FORMATS.includes(asText(fields.formato) ?? "")) wrong("formato", INVALID, "O formato do produto é inválido.");
  const code = asText(fields.codigo);
  if (code && state.products.some((product) => product.fields.codigo === code))
    wrong("codigo", DUPLICATE, `O código ${code} já foi cadastrado para outro produto.`);
  if (errors.length > 0) return invalid("o produto", errors);
  const product = { id: nextId(state), fields, stock: 0 };
  state.products.push(product);
  return json(201, { data: { id: product.id, variations: null, warnings: [] } });
}

/** B sets the balance, E adds to it, S takes from it. */
function move(state: BlingState, { produto, operacao, quantidade }: Fields): Answer {
  const product = state.products.find(({ id }) => id === asFields(produto).id);
  const count = typeof quantidade === "number" ? quantidade : Number.NaN;
  if (product === undefined || !["B", "E", "S"].includes(asText(operacao) ?? "") || !(count >= 0))
    return invalid("o estoque", [
      { code: INVALID, msg: "Lançamento inválido.", element: "produto", namespace: "ESTOQUES" },
    ]);
  product.stock = operacao === "B" ? count : product.stock + (operacao === "E" ? count : -count);
  return json(201, { data: { id: nextId(state) } });
}

function balances(state: BlingState, request: Request): Answer {
  const ids = request.query.getAll("idsProdutos[]");
  const wanted = state.products.filter(({ id }) => ids.includes(String(id)));
  return json(200, {
    data: wanted.map(({ id, fields, stock }) => ({
      produto: { id, codigo: fields.codigo },
      ...{ saldoFisicoTotal: stock, saldoVirtualTotal: stock },
      depositos: [{ id: DEPOSIT.id, saldoFisico: stock, saldoVirtual: stock }],
    })),
  });
}

function view({ id, fields }: Product): Fields {
  const { nome, codigo, preco, tipo, situacao, formato } = fields;
  return { id, nome, codigo, preco, tipo, situacao, formato };
}
