import {
  asFields,
  asList,
  empty,
  json,
  parseJson,
  type Answer,
  type Fields,
  type Request,
  type Route,
} from "../server/exchange";
import { toReais } from "../server/money";
import { badRequest, notFound, refuse } from "./errors";
import { listed, period } from "./lists";
import type { Notices } from "./notices";
import { checkOrder } from "./orderRules";
import { nextId, type BlingState, type SalesOrder } from "./state";

const API = "/Api/v3";
const PATH = `${API}/pedidos/vendas`;
const SALES_MODULE = { id: 98_310, nome: "Vendas", descricao: "Vendas", criarSituacoes: true };

const OPEN = 6;
const DONE = 9;
const CANCELLED = 12;
const UNDER_WAY = 15;
const BEING_TYPED = 21;
const VERIFIED = 24;

const SITUATIONS: readonly { readonly id: number; readonly nome: string; readonly leadsTo: readonly number[] }[] = [
  { id: OPEN, nome: "Em aberto", leadsTo: [DONE, CANCELLED, UNDER_WAY, VERIFIED] },
  { id: DONE, nome: "Atendido", leadsTo: [CANCELLED, OPEN] },
  { id: CANCELLED, nome: "Cancelado", leadsTo: [OPEN] },
  { id: UNDER_WAY, nome: "Em andamento", leadsTo: [DONE, CANCELLED, VERIFIED, OPEN] },
  { id: BEING_TYPED, nome: "Em digitação", leadsTo: [OPEN, CANCELLED] },
  { id: VERIFIED, nome: "Verificado", leadsTo: [DONE, CANCELLED] },
];

/** Sales orders. Making one is not idempotent: the same again is a second. Source: contracts/bling.md §5. */
export class SalesOrders {
  constructor(
    private readonly state: BlingState,
    private readonly notices: Notices,
  ) {}

  routes(): Route[] {
    const at = (method: string, rest: string, handle: (order: SalesOrder, request: Request) => Answer): Route => {
      return { method, pattern: `${PATH}/:id${rest}`, handle: (request) => handle(this.#find(request), request) };
    };
    return [
      { method: "GET", pattern: PATH, handle: (request) => this.#search(request) },
      { method: "POST", pattern: PATH, handle: (request) => this.#create(bodyOf(request)) },
      at("GET", "", (order) => json(200, { data: view(order) })),
      at("PUT", "", (order, request) => this.#change(order, bodyOf(request))),
      at("DELETE", "", (order) => this.#remove(order)),
      at("PATCH", "/situacoes/:situacao", (order, request) => this.#turn(order, Number(request.params.situacao))),
      at("POST", "/lancar-estoque", (order) => this.#postStock(order, true)),
      at("POST", "/lancar-estoque/:deposito", (order) => this.#postStock(order, true)),
      at("POST", "/estornar-estoque", (order) => this.#postStock(order, false)),
      at("POST", "/lancar-contas", (order) => bill(order, true)),
      at("POST", "/estornar-contas", (order) => bill(order, false)),
      { method: "GET", pattern: `${API}/situacoes/modulos`, handle: () => json(200, { data: [SALES_MODULE] }) },
      { method: "GET", pattern: `${API}/situacoes/modulos/:id`, handle: situationsOf },
    ];
  }

  #search(request: Request): Answer {
    const numbers = request.query.getAll("numerosLojas[]");
    const between = period(request);
    const found = this.state.orders.filter(({ fields }) => {
      if (numbers.length > 0 && !numbers.includes(String(fields.numeroLoja))) return false;
      const day = String(fields.data);
      return between === null || (between.from <= day && day <= between.to);
    });
    return listed(request, found.map(shortView));
  }

  #create(fields: Fields): Answer {
    const totalCents = checkOrder(fields, this.state);
    const order: SalesOrder = {
      id: nextId(this.state),
      numero: this.state.orders.length + 1,
      ...{ fields, totalCents, situacao: OPEN, isStockPosted: false, isBilled: false },
    };
    this.state.orders.push(order);
    this.notices.tell("order.created", { id: order.id, numero: order.numero, situacao: { id: OPEN } });
    return json(201, { data: { id: order.id, alertas: [] } });
  }

  #change(order: SalesOrder, fields: Fields): Answer {
    order.totalCents = checkOrder(fields, this.state);
    order.fields = fields;
    return json(200, { data: { id: order.id, alertas: [] } });
  }

  #remove(order: SalesOrder): Answer {
    this.state.orders = this.state.orders.filter((other) => other !== order);
    return empty(204);
  }

  #turn(order: SalesOrder, wanted: number): Answer {
    const current = SITUATIONS.find(({ id }) => id === order.situacao);
    if (!SITUATIONS.some(({ id }) => id === wanted)) return badRequest("A situação informada não existe.");
    if (current?.leadsTo.includes(wanted) !== true)
      return badRequest("Não é permitida a transição para a situação informada.");
    order.situacao = wanted;
    this.notices.tell("order.updated", { id: order.id, numero: order.numero, situacao: { id: wanted } });
    return empty(204);
  }

  #postStock(order: SalesOrder, isPosting: boolean): Answer {
    if (order.isStockPosted === isPosting)
      return badRequest(isPosting ? "O estoque da venda já foi lançado." : "O estoque da venda não foi lançado.");
    order.isStockPosted = isPosting;
    for (const { produto, quantidade } of asList(order.fields.itens).map(asFields)) {
      const product = this.state.products.find(({ id }) => id === asFields(produto).id);
      if (product === undefined) continue;
      product.stock += (isPosting ? -1 : 1) * Number(quantidade);
      this.notices.tell("stock.updated", { produto: { id: product.id }, saldoFisicoTotal: product.stock });
    }
    return empty(204);
  }

  #find(request: Request): SalesOrder {
    return this.state.orders.find(({ id }) => String(id) === request.params.id) ?? refuse(notFound());
  }
}

function bodyOf({ body }: Request): Fields {
  return asFields(parseJson(body));
}

function bill(order: SalesOrder, isBilling: boolean): Answer {
  if (order.isBilled === isBilling)
    return badRequest(isBilling ? "As contas da venda já foram lançadas." : "As contas da venda não foram lançadas.");
  order.isBilled = isBilling;
  return empty(204);
}

function situationsOf({ params }: Request): Answer {
  if (Number(params.id) !== SALES_MODULE.id) return notFound();
  return json(200, { data: SITUATIONS.map(({ id, nome }) => ({ id, nome, idHerdado: 0, cor: "" })) });
}

function shortView({ id, numero, fields, totalCents, situacao }: SalesOrder): Fields {
  const { numeroLoja, data, contato } = fields;
  return { id, numero, numeroLoja, data, total: toReais(totalCents), contato, situacao: { id: situacao, valor: 0 } };
}

function view(order: SalesOrder): Fields {
  return { ...order.fields, ...shortView(order) };
}
