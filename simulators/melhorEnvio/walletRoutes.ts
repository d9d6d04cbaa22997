import { randomUUID } from "node:crypto";
import {
  asFields,
  asList,
  asText,
  formFields,
  json,
  page,
  parseJson,
  redirect,
  type Answer,
  type Fields,
  type Request,
  type Route,
} from "../server/exchange";
import { plainInBrasilia } from "../server/instants";
import { html, renderPage } from "../server/markup";
import { formatReais, toCents, toReais } from "../server/money";
import type { Surroundings } from "../server/simulator";
import type { Access } from "./access";
import { businessError, invalid, refuse, requiredField } from "./errors";
import type { Labels } from "./labels";
import type { Account, MelhorEnvioState, Order, PaymentLink } from "./state";

const API = "/api/v2/me";
/** The one way of paying by page that accounts have today. */
const GATEWAYS = ["yapay", "yapay-transparente"];

/** Buying labels, from the wallet or by a page, and filling the wallet. Source: contracts/melhor-envio.md §5.1, §5.2. */
export class WalletRoutes {
  constructor(
    private readonly around: Surroundings<MelhorEnvioState>,
    private readonly access: Access,
    private readonly labels: Labels,
  ) {}

  routes(): Route[] {
    return [
      { method: "POST", pattern: `${API}/shipment/checkout`, handle: (request) => this.#checkout(request) },
      { method: "GET", pattern: `${API}/balance`, handle: (request) => this.#balance(request) },
      { method: "POST", pattern: `${API}/balance`, handle: (request) => this.#topUp(request) },
      { method: "GET", pattern: "/pagamento/:id", handle: (request) => this.#showLink(request) },
      { method: "POST", pattern: "/pagamento/:id", handle: (request) => this.#payLink(request) },
    ];
  }

  #checkout(request: Request): Answer {
    const { account } = this.access.require(request, "shipping-checkout");
    const body = asFields(parseJson(request.body));
    const orders = this.#ordersOf(body, account);
    if (orders.some(({ paidAt }) => paidAt !== null))
      return invalid({ orders: ["Existe uma ou mais orders que já foram pagas."] });
    if (orders.some(({ status }) => status !== "pending"))
      return invalid({ orders: ["Existe uma ou mais orders que não podem ser pagas."] });
    const gateway = asText(body.gateway);
    return gateway === undefined
      ? this.#fromWallet(account, orders)
      : this.#byPage(account, orders, gateway, asText(body.redirect));
  }

  #fromWallet(account: Account, orders: readonly Order[]): Answer {
    const totalCents = sum(orders.map(({ priceCents }) => priceCents));
    if (account.balanceCents < totalCents)
      return businessError(
        422,
        `Seu saldo de ${formatReais(account.balanceCents)} é insuficiente para pagar as etiquetas.`,
      );
    account.balanceCents -= totalCents;
    for (const order of orders) this.labels.markPaid(order);
    return json(200, {
      purchase: this.#purchase(orders, "paid"),
      ...{ digitable: null, redirect: null, message: null, token: null, payment_id: null },
    });
  }

  #byPage(account: Account, orders: readonly Order[], gateway: string, back: string | undefined): Answer {
    const totalCents = sum(orders.map(({ priceCents }) => priceCents));
    const link = this.#newLink(
      account,
      gateway,
      totalCents,
      back,
      orders.map(({ id }) => id),
    );
    return json(200, {
      purchase: this.#purchase(orders, "pending"),
      ...{ digitable: null, redirect: this.#pageOf(link), message: null, token: null, payment_id: link.id },
    });
  }

  #balance(request: Request): Answer {
    const { account } = this.access.require(request, "users-read", "transactions-read");
    const { balanceCents, reservedCents, debtsCents } = account;
    return json(200, { balance: toReais(balanceCents), reserved: toReais(reservedCents), debts: toReais(debtsCents) });
  }

  #topUp(request: Request): Answer {
    const { account } = this.access.require(request, "users-read", "transactions-read");
    const { gateway, value, redirect_url: back } = asFields(parseJson(request.body));
    if (typeof value !== "number" || !(value > 0)) return invalid({ value: [requiredField("value")] });
    const link = this.#newLink(account, asText(gateway) ?? "", toCents(value), asText(back), []);
    return json(200, { object: { id: link.id, value }, redirect: this.#pageOf(link), message: "", digitable: {} });
  }

  #newLink(
    account: Account,
    gateway: string,
    valueCents: number,
    back: string | undefined,
    orders: readonly string[],
  ): PaymentLink {
    if (!GATEWAYS.includes(gateway)) refuse(businessError(422, `O meio de pagamento ${gateway} não está disponível.`));
    const link = { id: randomUUID(), account: account.id, orders, valueCents, redirect: back ?? null, isPaid: false };
    this.around.state.links.push(link);
    return link;
  }

  #showLink(request: Request): Answer {
    const link = this.around.state.links.find(({ id }) => id === request.params.id);
    if (link === undefined) return page(404, paymentPage(html`<h1>Não encontramos esta cobrança</h1>`));
    const what = link.orders.length === 0 ? "Saldo para a carteira" : `${link.orders.length} etiqueta(s)`;
    const back =
      link.redirect === null ? null : html`<a class="button main" href="${link.redirect}">Voltar ao site</a>`;
    const pay = html`<form method="post" action="/pagamento/${link.id}">
      <button class="main" name="decision" value="pay">Pagar</button>
    </form>`;
    return page(
      200,
      paymentPage(
        html`<h1>${link.isPaid ? "Pagamento aprovado" : "Pagar"}</h1>
          <section>
            <p>${what}</p>
            <p class="total"><span>Total</span><span>${formatReais(link.valueCents)}</span></p>
            ${link.isPaid ? back : pay}
          </section>`,
      ),
    );
  }

  #payLink(request: Request): Answer {
    const link = this.around.state.links.find(({ id }) => id === request.params.id);
    if (link !== undefined && !link.isPaid && formFields(request).decision === "pay") {
      link.isPaid = true;
      const account = this.around.state.accounts.find(({ id }) => id === link.account);
      if (account !== undefined && link.orders.length === 0) account.balanceCents += link.valueCents;
      for (const id of link.orders) {
        const order = account === undefined ? undefined : this.labels.find(account, id);
        if (order?.status === "pending") this.labels.markPaid(order);
      }
    }
    return redirect(`/pagamento/${request.params.id ?? ""}`);
  }

  #ordersOf({ orders }: Fields, account: Account): Order[] {
    const ids = asList(orders).map((id) => asText(id) ?? "");
    if (ids.length === 0) return refuse(invalid({ orders: [requiredField("orders")] }));
    return ids.map(
      (id) => this.labels.find(account, id) ?? refuse(invalid({ orders: ["O campo orders selecionado é inválido."] })),
    );
  }

  #pageOf({ id }: PaymentLink): string {
    return `${this.around.ownUrl()}/pagamento/${id}`;
  }

  #purchase(orders: readonly Order[], status: "paid" | "pending"): Fields {
    const now = plainInBrasilia(this.around.clock.now());
    const total = toReais(sum(orders.map(({ priceCents }) => priceCents)));
    this.around.state.lastProtocol += 1;
    const protocol = this.around.state.lastProtocol;
    return {
      id: randomUUID(),
      protocol: `PUR-${protocol}`,
      total,
      discount: toReais(sum(orders.map(({ discountCents }) => discountCents))),
      status,
      paid_at: status === "paid" ? now : null,
      canceled_at: null,
      created_at: now,
      updated_at: now,
      payment: null,
      transactions:
        status === "paid"
          ? [{ id: randomUUID(), protocol: `TRN-${protocol}`, value: total, type: "debit", status: "authorized" }]
          : [],
      orders: orders.map((order) => ({
        id: order.id,
        protocol: order.protocol,
        service_id: order.serviceId,
        status: order.status,
        price: toReais(order.priceCents),
      })),
      paypal_discounts: [],
    };
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const paymentPage = (body: ReturnType<typeof html>): string =>
  renderPage({ service: "Melhor Envio", title: "Pagamento", body });
