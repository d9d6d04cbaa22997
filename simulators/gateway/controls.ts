import { CONTROL, commandOf, done } from "../server/control";
import { asList, asText, json, type Answer, type Request, type Route } from "../server/exchange";
import type { Surroundings } from "../server/simulator";
import type { Sending } from "./sending";
import type { Dialect, GatewayState, Instance } from "./state";

/** What can be commanded of the gateway beside what can be of every service. */
export class GatewayControls {
  constructor(
    private readonly around: Surroundings<GatewayState>,
    private readonly sending: Sending,
  ) {}

  routes(): Route[] {
    const { state } = this.around;
    const put = (path: string, handle: (request: Request) => Answer): Route => {
      return { method: "PUT", pattern: `${CONTROL}/${path}`, handle };
    };
    return [
      { method: "GET", pattern: `${CONTROL}/messages`, handle: () => json(200, state.messages) },
      { method: "GET", pattern: `${CONTROL}/labels`, handle: () => json(200, state.labels) },
      { method: "POST", pattern: `${CONTROL}/messages/:id`, handle: (request) => this.#turn(request) },
      { method: "POST", pattern: `${CONTROL}/incoming`, handle: (request) => this.#incoming(request) },
      put("instances", (request) => this.#setInstances(request)),
      put("dialect", (request) => this.#setDialect(request)),
      put("missing", (request) => {
        state.missing = asList(commandOf(request).numbers).map((number) => asText(number) ?? "");
        return done();
      }),
      put("orders", (request) => {
        // A test's own list, in the shape of the state.
        state.orders = asList(commandOf(request).orders) as GatewayState["orders"];
        return done();
      }),
      put("webhook", (request) => {
        const { url, secret } = commandOf(request);
        state.webhook = asText(url) ? { url: asText(url) ?? "", secret: asText(secret) ?? "" } : null;
        return done();
      }),
    ];
  }

  #setInstances(request: Request): Answer {
    const before = this.around.state.instances;
    const after = asList(commandOf(request).instances) as Instance[];
    this.around.state.instances = after;
    for (const instance of after) {
      const old = before.find(({ nome }) => nome === instance.nome);
      if (old?.status !== instance.status) this.sending.tell({ event: "instance.status", data: instance });
    }
    return json(200, after);
  }

  #setDialect(request: Request): Answer {
    const { state } = this.around;
    state.dialect = { ...state.dialect, ...(commandOf(request) as Partial<Dialect>) };
    return json(200, state.dialect);
  }

  #turn(request: Request): Answer {
    const message = this.around.state.messages.find(({ id }) => id === request.params.id);
    if (message === undefined) return json(404, { error: "No such message." });
    this.sending.turn(message, asText(commandOf(request).status) ?? message.status);
    return done();
  }

  /** Somebody writes to the shop: `SAIR`, or in a group of theirs. */
  #incoming(request: Request): Answer {
    const { from, text, group } = commandOf(request);
    const data = { from: asText(from) ?? "", text: asText(text) ?? "", ...(asText(group) ? { group } : {}) };
    this.sending.tell({ event: "message.received", data });
    return done();
  }
}
