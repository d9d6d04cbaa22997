import {
  asFields,
  empty,
  json,
  parseJson,
  type Answer,
  type Fields,
  type Request,
  type Route,
} from "../server/exchange";
import type { Access } from "./access";
import { failure, refuse } from "./errors";
import type { Labels } from "./labels";
import { orderView } from "./orderView";
import type { Order } from "./state";

const API = "/api/v2/me";
const PER_PAGE = 20;

/** The cart, and everything that was ever bought. Source: contracts/melhor-envio.md §4, §5.8. */
export class CartRoutes {
  constructor(
    private readonly access: Access,
    private readonly labels: Labels,
    private readonly ownUrl: () => string,
  ) {}

  routes(): Route[] {
    return [
      { method: "POST", pattern: `${API}/cart`, handle: (request) => this.#insert(request) },
      { method: "GET", pattern: `${API}/cart`, handle: (request) => this.#list(request, "cart-read", isInCart) },
      {
        method: "GET",
        pattern: `${API}/cart/:id`,
        handle: (request) => json(200, orderView(this.#inCart(request, "cart-read"))),
      },
      { method: "DELETE", pattern: `${API}/cart/:id`, handle: (request) => this.#remove(request) },
      { method: "GET", pattern: `${API}/orders`, handle: (request) => this.#orders(request) },
      { method: "GET", pattern: `${API}/orders/search`, handle: (request) => this.#search(request) },
      { method: "GET", pattern: `${API}/orders/:id`, handle: (request) => this.#order(request) },
    ];
  }

  #insert(request: Request): Answer {
    const caller = this.access.require(request, "cart-write");
    return json(201, orderView(this.labels.insert(caller, asFields(parseJson(request.body)))));
  }

  #remove(request: Request): Answer {
    this.labels.remove(this.#inCart(request, "cart-write"));
    return empty(204);
  }

  #orders(request: Request): Answer {
    const status = request.query.get("status");
    return this.#list(request, "orders-read", (order) => status === null || order.status === status);
  }

  #order(request: Request): Answer {
    const { account } = this.access.require(request, "orders-read");
    const order = this.labels.find(account, request.params.id ?? "");
    return order === undefined ? failure(404) : json(200, orderView(order));
  }

  #search(request: Request): Answer {
    const { account } = this.access.require(request, "orders-read");
    const wanted = (request.query.get("q") ?? "").toLowerCase();
    const found = this.labels.ofAccount(account).filter((order) => wanted !== "" && mentions(order, wanted));
    return found.length === 0 ? failure(404) : json(200, found.map(orderView));
  }

  #inCart(request: Request, scope: string): Order {
    const { account } = this.access.require(request, scope);
    const order = this.labels.find(account, request.params.id ?? "");
    return order !== undefined && isInCart(order) ? order : refuse(failure(404));
  }

  #list(request: Request, scope: string, isWanted: (order: Order) => boolean): Answer {
    const { account } = this.access.require(request, scope);
    const wanted = this.labels.ofAccount(account).filter(isWanted).reverse();
    return json(
      200,
      paged(wanted.map(orderView), Number(request.query.get("page") ?? 1), `${this.ownUrl()}${request.path}`),
    );
  }
}

const isInCart = ({ status }: Order): boolean => status === "pending";

function mentions({ id, protocol, tracking, sent }: Order, text: string): boolean {
  return [id, protocol, tracking ?? "", JSON.stringify(asFields(sent.options).tags ?? [])].some((where) =>
    where.toLowerCase().includes(text),
  );
}

function paged(all: readonly Fields[], page: number, path: string): Fields {
  const from = (page - 1) * PER_PAGE;
  const last = Math.max(1, Math.ceil(all.length / PER_PAGE));
  const data = all.slice(from, from + PER_PAGE);
  return {
    current_page: page,
    data,
    first_page_url: `${path}?page=1`,
    from: data.length === 0 ? null : from + 1,
    last_page: last,
    last_page_url: `${path}?page=${last}`,
    next_page_url: page < last ? `${path}?page=${page + 1}` : null,
    path,
    per_page: PER_PAGE,
    prev_page_url: page > 1 ? `${path}?page=${page - 1}` : null,
    to: data.length === 0 ? null : from + data.length,
    total: all.length,
  };
}
