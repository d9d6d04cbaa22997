import {
  asFields,
  asList,
  asText,
  bearerToken,
  empty,
  json,
  parseJson,
  type Answer,
  type Fields,
  type Request,
  type Route,
} from "../server/exchange";
import type { Surroundings } from "../server/simulator";
import { paced, type Pace } from "../messaging/pacing";
import { gatewayError, type Sending } from "./sending";
import { BROADCAST_KEY, TOKEN, type GatewayState } from "./state";

/** The twelve addresses. Source: contracts/whatsapp.md Part 1. */
export class GatewayRoutes {
  constructor(
    private readonly around: Surroundings<GatewayState>,
    private readonly sending: Sending,
  ) {}

  routes(): Route[] {
    const { state } = this.around;
    const post = (pattern: string, handle: (fields: Fields, pattern: string) => Answer): Route => {
      return {
        method: "POST",
        pattern,
        handle: (request) => this.#once(request, () => handle(fieldsOf(request), pattern)),
      };
    };
    return [
      post("/api/test/item-added", (fields, route) => this.#product(fields, route, "adicionado")),
      post("/api/test/item-cancelled", (fields, route) => this.#product(fields, route, "cancelado")),
      post("/api/test/order-created", (fields, route) => this.#orderCreated(fields, route)),
      post("/api/broadcast/by-phones", (fields, route) => this.#byPhones(fields, route)),
      post("/api/broadcast/orders", (fields, route) => this.#toOrders(fields, route)),
      post("/send", (fields, route) => this.#send(fields, route)),
      post("/send-message", (fields, route) => this.#send(fields, route)),
      post("/add-label", (fields) => this.#addLabel(fields)),
      post("/api/send-config", (fields, route) => this.#sendConfig(fields, route)),
      { method: "GET", pattern: "/api/status", handle: () => json(200, { instancias: state.instances }) },
      { method: "GET", pattern: "/api/logs", handle: () => json(200, state.logs.map(atIso)) },
      { method: "GET", pattern: "/api/message-status", handle: () => json(200, state.messages.map(statusView)) },
    ];
  }

  /** In strict mode: who asks, and the same key once. The old gateway knows neither. */
  #once(request: Request, perform: () => Answer): Answer {
    const { dialect, answersByKey } = this.around.state;
    if (!dialect.isStrict) return perform();
    if (bearerToken(request) !== TOKEN) return gatewayError(401, "Não autorizado");
    const key = request.headers["x-idempotency-key"];
    if (typeof key !== "string" || key === "") return gatewayError(400, "Campo obrigatório: X-Idempotency-Key");
    const name = `${request.path} ${key}`;
    const kept = answersByKey[name];
    if (kept !== undefined) return { ...kept, headers: { "content-type": "application/json; charset=utf-8" } };
    const answer = perform();
    answersByKey[name] = { status: answer.status, body: String(answer.body) };
    return answer;
  }

  #send(fields: Fields, route: string): Answer {
    const { dialect } = this.around.state;
    if (!dialect.routes.includes(route)) return gatewayError(404, `Cannot POST ${route}`);
    const field = dialect.fields.find((name) => asText(fields[name]));
    if (field === undefined) return gatewayError(400, `Campo obrigatório: ${dialect.fields.join(" ou ")}`);
    const text = asText(fields.message);
    if (!text) return gatewayError(400, "Campo obrigatório: message");
    const { id } = this.sending.send(asText(fields[field]) ?? "", text, route);
    return dialect.answersWithBody ? json(200, { success: true, id }) : empty(200);
  }

  #product({ phone, product }: Fields, route: string, deed: string): Answer {
    const { name, code, qty, price } = asFields(product);
    if (!asText(phone) || !asText(name)) return gatewayError(400, "Campo obrigatório: phone e product");
    const text = `Produto ${deed}: ${asText(name) ?? ""} (${asText(code) ?? ""}) x${Number(qty)} R$ ${Number(price).toFixed(2)}`;
    return json(200, { success: true, id: this.sending.send(asText(phone) ?? "", text, route).id });
  }

  #orderCreated({ phone, customer_name: name, order_id: order, total_amount: total }: Fields, route: string): Answer {
    if (!asText(phone)) return gatewayError(400, "Campo obrigatório: phone");
    const text = `Olá ${asText(name) ?? ""}, seu pedido ${JSON.stringify(order)} foi criado. Total: ${Number(total).toFixed(2)}`;
    return json(200, { success: true, id: this.sending.send(asText(phone) ?? "", text, route).id });
  }

  #byPhones(fields: Fields, route: string): Answer {
    const phones = asList(fields.phones).map((phone) => asText(phone) ?? "");
    return this.#broadcast(fields, phones, route);
  }

  /** It reads the orders itself. */
  #toOrders(fields: Fields, route: string): Answer {
    const { status } = fields;
    if (status !== "all" && status !== "paid" && status !== "unpaid")
      return gatewayError(400, "Campo inválido: status");
    const wanted = this.around.state.orders.filter(({ isPaid }) => status === "all" || isPaid === (status === "paid"));
    return this.#broadcast(fields, [...new Set(wanted.map(({ phone }) => phone))], route);
  }

  #broadcast(fields: Fields, phones: readonly string[], route: string): Answer {
    if (fields.key !== BROADCAST_KEY) return gatewayError(401, "Chave inválida");
    const message = asText(fields.message);
    if (!message) return gatewayError(400, "Campo obrigatório: message");
    if (!this.around.state.instances.some(({ status }) => status === "online"))
      return gatewayError(503, "Nenhuma instância online");
    paced(this.around.clock, phones, paceOf(fields), (phone) => this.sending.trySend(phone, message, route));
    return json(200, { success: true, total: phones.length });
  }

  #addLabel({ phone, label }: Fields): Answer {
    if (!asText(phone) || !asText(label)) return gatewayError(400, "Campo obrigatório: phone e label");
    this.around.state.labels.push({ phone: asText(phone) ?? "", label: asText(label) ?? "" });
    return json(200, { success: true });
  }

  /** JSON inside JSON: numbers, and for each its message or one for all. */
  #sendConfig({ data }: Fields, route: string): Answer {
    const config = asFields(parseJson(asText(data) ?? ""));
    const numbers = asList(config.numeros).map((number) => asText(number) ?? "");
    const texts = asList(config.mensagens).map((text) => asText(text) ?? "");
    if (numbers.length === 0 || texts.length === 0) return gatewayError(400, "Campo inválido: data");
    const items = numbers.map((number, at) => ({ number, text: texts[at % texts.length] ?? "" }));
    paced(this.around.clock, items, paceOf(config), ({ number, text }) => this.sending.trySend(number, text, route));
    return json(200, { success: true, total: numbers.length });
  }
}

function fieldsOf({ body }: Request): Fields {
  return asFields(parseJson(body));
}

function paceOf({ interval, batchSize, batchDelay }: Fields): Pace {
  return {
    intervalMs: Number(interval ?? 0),
    batchSize: Number(batchSize ?? 0),
    batchDelayMs: Number(batchDelay ?? 0),
  };
}

function atIso<Entry extends { readonly at: number }>(entry: Entry): object {
  return { ...entry, at: new Date(entry.at).toISOString() };
}

function statusView({ id, number, status, at }: GatewayState["messages"][number]): object {
  return { id, number, status, at: new Date(at).toISOString() };
}
