import { CONTROL, commandOf, done } from "../server/control";
import { asList, asText, json, type Answer, type Request, type Route } from "../server/exchange";
import type { Grants } from "../server/grants";
import { toCents } from "../server/money";
import type { Surroundings } from "../server/simulator";
import type { Labels } from "./labels";
import { EVENTS, type Notices } from "./notices";
import { SHOP, type MelhorEnvioState } from "./state";

/** What a person would do in the panel, a carrier on the road, and time by itself. */
export class MelhorEnvioControls {
  constructor(
    private readonly around: Surroundings<MelhorEnvioState>,
    private readonly grants: Grants,
    private readonly labels: Labels,
    private readonly notices: Notices,
  ) {}

  routes(): Route[] {
    const put = (path: string, handle: (request: Request) => Answer | Promise<Answer>): Route => {
      return { method: "PUT", pattern: `${CONTROL}/${path}`, handle };
    };
    return [
      { method: "GET", pattern: `${CONTROL}/orders`, handle: () => json(200, this.around.state.orders) },
      { method: "POST", pattern: `${CONTROL}/orders/:id`, handle: (request) => this.#happen(request) },
      { method: "POST", pattern: `${CONTROL}/revoke`, handle: () => done(this.grants.revokeAll(SHOP.account)) },
      put("wallet", (request) => this.#setBalance(request)),
      put("pace", (request) => this.#setPace(request)),
      put("application", (request) => this.#setApplication(request)),
      put("webhook-address", (request) => this.#register(request)),
      put("notices", (request) => this.#setSignature(request)),
    ];
  }

  #happen(request: Request): Answer {
    const order = this.around.state.orders.find(({ id }) => id === request.params.id);
    const event = EVENTS.find((one) => one === commandOf(request).event);
    if (order === undefined || event === undefined) return json(404, { error: `event: one of ${EVENTS.join(", ")}.` });
    this.labels.happen(order, event);
    return json(200, order);
  }

  #setBalance(request: Request): Answer {
    const { balance } = commandOf(request);
    for (const account of this.around.state.accounts) account.balanceCents = toCents(Number(balance));
    return done();
  }

  #setPace(request: Request): Answer {
    const { generateMs, advanceMs, trackingLagMs } = commandOf(request);
    const { pace } = this.labels;
    if (typeof generateMs === "number") pace.generateMs = generateMs;
    if (typeof advanceMs === "number" || advanceMs === null) pace.advanceMs = advanceMs;
    if (typeof trackingLagMs === "number") pace.trackingLagMs = trackingLagMs;
    return json(200, pace);
  }

  #setApplication(request: Request): Answer {
    const { clientId = SHOP.clientId, redirectUris, acceptsLoopback } = commandOf(request);
    const application = this.grants.application(asText(clientId) ?? "");
    if (application === undefined) return json(404, { error: "No such application." });
    if (redirectUris !== undefined) application.redirectUris = asList(redirectUris).map((uri) => asText(uri) ?? "");
    if (typeof acceptsLoopback === "boolean") application.acceptsLoopback = acceptsLoopback;
    return json(200, application);
  }

  /** "Novo Webhook" of the panel: the address must answer a call without a label first. */
  async #register(request: Request): Promise<Answer> {
    const { clientId = SHOP.clientId, url } = commandOf(request);
    const [client, address] = [asText(clientId) ?? "", asText(url) ?? ""];
    const body = JSON.stringify({ event: "webhook.test", data: {} });
    const headers = { "content-type": "application/json", ...this.notices.signed(client, body) };
    const answer = await fetch(address, { method: "POST", headers, body }).catch(() => null);
    if (answer === null || !answer.ok) return json(422, { error: "E-WBH-0002" });
    this.around.state.webhooks[client] = address;
    return done();
  }

  #setSignature(request: Request): Answer {
    const { signature } = commandOf(request);
    if (signature === "valid" || signature === "none" || signature === "bad") this.notices.signature = signature;
    return json(200, { signature: this.notices.signature });
  }
}
