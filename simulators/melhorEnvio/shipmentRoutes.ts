import { createHash } from "node:crypto";
import {
  asFields,
  asList,
  asText,
  json,
  page,
  parseJson,
  redirect,
  type Answer,
  type Request,
  type Route,
} from "../server/exchange";
import { html, renderPage } from "../server/markup";
import { textPdf } from "../server/pdf";
import type { Surroundings } from "../server/simulator";
import type { Access } from "./access";
import { businessError, failure, invalid, refuse, requiredField } from "./errors";
import type { Labels } from "./labels";
import { trackingView } from "./orderView";
import { SERVICES } from "./services";
import type { Account, MelhorEnvioState, Order } from "./state";

const API = "/api/v2/me";
/** Says that this browser is signed in to the simulated service. */
const COOKIE = "melhor_envio_simulado=1";
const CANCEL_REASON = "2";

/** What is done with labels that are bought. Source: contracts/melhor-envio.md §5.3 to §5.8. */
export class ShipmentRoutes {
  constructor(
    private readonly around: Surroundings<MelhorEnvioState>,
    private readonly access: Access,
    private readonly labels: Labels,
  ) {}

  routes(): Route[] {
    const post = (path: string, handle: (request: Request) => Answer): Route => {
      return { method: "POST", pattern: `${API}/shipment/${path}`, handle };
    };
    return [
      post("generate", (request) => this.#generate(request)),
      post("print", (request) => this.#print(request)),
      post("preview", (request) => this.#preview(request)),
      post("cancellable", (request) => this.#cancellable(request)),
      post("cancel", (request) => this.#cancel(request)),
      post("tracking", (request) => this.#track(request)),
      { method: "GET", pattern: `${API}/shipment/agencies`, handle: () => json(200, AGENCIES) },
      { method: "GET", pattern: `${API}/imprimir/pdf/:id`, handle: (request) => this.#file(request) },
      { method: "GET", pattern: API, handle: (request) => this.#me(request) },
      { method: "GET", pattern: "/imprimir/:mode/:code/:ids", handle: (request) => this.#showLabels(request) },
      { method: "GET", pattern: "/pre-impressao/:mode/:code/:ids", handle: (request) => this.#showLabels(request) },
      { method: "POST", pattern: "/entrar", handle: ({ query }) => signedIn(query.get("next") ?? "/") },
    ];
  }

  #generate(request: Request): Answer {
    const { orders } = this.#own(request, "shipping-generate");
    const outcomes = orders.map((order) => {
      const isAgain = order.generationAskedAt !== null;
      if (this.labels.generate(order)) return [order.id, { status: true, message: "Envio gerado com sucesso" }];
      const message = isAgain ? "O envio já está gerado" : "O envio não pode ser gerado";
      return [order.id, { status: false, message }];
    });
    return json(200, Object.fromEntries(outcomes));
  }

  #print(request: Request): Answer {
    const { orders, mode } = this.#own(request, "shipping-print");
    if (orders.some(({ generatedAt }) => generatedAt === null))
      return businessError(422, "Não é possível imprimir etiquetas que ainda não foram geradas.");
    return json(200, { url: this.#pageUrl("imprimir", mode, orders) });
  }

  #preview(request: Request): Answer {
    const { orders } = this.#own(request, "shipping-preview");
    if (orders.some(({ paidAt }) => paidAt === null))
      return businessError(
        404,
        "Não é possível imprimir etiquetas com o pagamento ainda não processado. Favor aguarde.",
      );
    return json(200, { url: this.#pageUrl("pre-impressao", "private", orders) });
  }

  #cancellable(request: Request): Answer {
    const { orders } = this.#own(request, "shipping-cancel");
    return json(
      200,
      Object.fromEntries(orders.map((order) => [order.id, { cancellable: this.labels.isCancellable(order), time: 0 }])),
    );
  }

  #cancel(request: Request): Answer {
    const { account } = this.access.require(request, "shipping-cancel");
    const { id, reason_id: reason } = asFields(asFields(parseJson(request.body)).order);
    if (asText(id) === undefined) return invalid({ "order.id": [requiredField("order.id")] });
    if (reason !== CANCEL_REASON && reason !== Number(CANCEL_REASON))
      return invalid({ "order.reason_id": ["O campo order.reason id selecionado é inválido."] });
    const order = this.labels.find(account, asText(id) ?? "");
    if (order === undefined) return failure(404);
    if (!this.labels.isCancellable(order)) return businessError(422, "Esta etiqueta não pode ser cancelada.");
    this.labels.cancel(order);
    return json(200, { [order.id]: { canceled: true } });
  }

  #track(request: Request): Answer {
    const { orders } = this.#own(request, "shipping-tracking");
    const until = this.around.clock.now() - this.labels.pace.trackingLagMs;
    return json(200, Object.fromEntries(orders.map((order) => [order.id, trackingView(order, until)])));
  }

  #me(request: Request): Answer {
    const { account } = this.access.require(request, "users-read");
    const [firstname = "", ...rest] = account.name.split(" ");
    return json(200, { id: account.id, firstname, lastname: rest.join(" "), email: account.email });
  }

  #file(request: Request): Answer {
    const { account } = this.access.require(request, "shipping-print");
    const order = this.labels.find(account, request.params.id ?? "");
    return order?.generatedAt ? pdf([order]) : failure(404);
  }

  /** The page behind a link: a private one asks for the account first. */
  #showLabels(request: Request): Answer {
    const { mode = "", code = "", ids = "" } = request.params;
    const orders = ids.split(",").map((id) => this.around.state.orders.find((order) => order.id === id));
    const known = orders.filter((order) => order !== undefined);
    if (code !== codeOf(ids) || known.length !== orders.length) return page(404, signInPage("Link inválido.", null));
    const isSignedIn = (request.headers.cookie ?? "").includes(COOKIE);
    if (mode !== "public" && !isSignedIn)
      return page(200, signInPage("Entre na sua conta para ver a etiqueta.", request.path));
    return pdf(known);
  }

  #own(request: Request, scope: string): { account: Account; orders: Order[]; mode: "private" | "public" } {
    const { account } = this.access.require(request, scope);
    const body = asFields(parseJson(request.body));
    const ids = asList(body.orders).map((id) => asText(id) ?? "");
    if (ids.length === 0) return refuse(invalid({ orders: [requiredField("orders")] }));
    const orders = ids.map(
      (id) => this.labels.find(account, id) ?? refuse(invalid({ orders: ["O campo orders selecionado é inválido."] })),
    );
    return { account, orders, mode: body.mode === "public" ? "public" : "private" };
  }

  #pageUrl(kind: string, mode: string, orders: readonly Order[]): string {
    const ids = orders.map(({ id }) => id).join(",");
    return `${this.around.ownUrl()}/${kind}/${mode}/${codeOf(ids)}/${ids}`;
  }
}

const CODE_LENGTH = 12;

/** Nobody guesses a link from a label's id. */
function codeOf(ids: string): string {
  return createHash("sha256").update(`imprimir ${ids}`).digest("base64url").slice(0, CODE_LENGTH);
}

function pdf(orders: readonly Order[]): Answer {
  const lines = orders.flatMap(({ protocol, serviceId, tracking, sent }) => {
    const to = asFields(sent.to);
    const text = (field: string): string => asText(to[field]) ?? "";
    return [
      `SIMULAÇÃO: etiqueta ${protocol}`,
      `${SERVICES.find(({ id }) => id === serviceId)?.name ?? ""}  ${tracking ?? ""}`,
      text("name"),
      `${text("address")}, ${text("number")} ${text("complement")}`,
      text("district"),
      `${text("city")} - ${text("state_abbr")}`,
      `CEP ${text("postal_code")}`,
      "",
    ];
  });
  return { status: 200, headers: { "content-type": "application/pdf" }, body: textPdf(lines) };
}

function signInPage(words: string, next: string | null): string {
  const form =
    next === null
      ? null
      : html`<form method="post" action="/entrar?next=${encodeURIComponent(next)}">
          <button class="main">Entrar como Loja Demo</button>
        </form>`;
  return renderPage({
    service: "Melhor Envio",
    title: "Etiqueta",
    body: html`<h1>Etiqueta</h1>
      <p>${words}</p>
      ${form}`,
  });
}

/** Only to pages of its own. */
function signedIn(next: string): Answer {
  const answer = redirect(/^\/(imprimir|pre-impressao)\//.test(next) ? next : "/");
  return { ...answer, headers: { ...answer.headers, "set-cookie": `${COOKIE}; Path=/; HttpOnly; SameSite=Lax` } };
}

const AGENCIES = [
  {
    id: 1,
    name: "Agência Central (simulada)",
    company: { id: 2, name: "Jadlog" },
    address: { address: "Rua das Agências, 10", city: { city: "Belo Horizonte", state: { state_abbr: "MG" } } },
  },
];
