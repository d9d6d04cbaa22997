import { CONTROL, commandOf, done } from "../server/control";
import { asText, json, type Request, type Route } from "../server/exchange";
import type { Grants } from "../server/grants";
import {
  startSimulator,
  type Service,
  type Simulator,
  type SimulatorOptions,
  type Surroundings,
} from "../server/simulator";
import type { DeliveryPolicy } from "../server/webhooks";
import { Access } from "./access";
import { contactRoutes } from "./contacts";
import { failure } from "./errors";
import { Limits } from "./limits";
import { Notices } from "./notices";
import { blingGrants, oauthRoutes } from "./oauthRoutes";
import { SalesOrders } from "./orders";
import { productRoutes } from "./products";
import { freshState, SHOP, type BlingState } from "./state";

/** Five seconds for an answer; how it repeats is not written anywhere. */
const DELIVERIES: DeliveryPolicy = { retryDelaysMs: [60_000, 300_000, 900_000], timeoutMs: 5_000 };

/** Bling's API v3 as contracts/bling.md describes it. */
export function startBling(options: SimulatorOptions = {}): Promise<Simulator<BlingState, Service>> {
  return startSimulator({ freshState, deliveries: DELIVERIES, build }, options);
}

function build(around: Surroundings<BlingState>): Service {
  const { state } = around;
  const grants = blingGrants(around);
  const limits = new Limits(around.clock);
  const access = new Access(grants, limits);
  return {
    routes: [
      ...oauthRoutes(grants, limits),
      ...contactRoutes(state),
      ...productRoutes(state),
      ...new SalesOrders(state, new Notices(around)).routes(),
    ],
    controls: controls(state, grants),
    failure,
    gate: (request, pass) => access.gate(request, pass),
  };
}

/** What a person would do in the panel. */
function controls(state: BlingState, grants: Grants): Route[] {
  const setApplication = (request: Request) => {
    const { redirectUri, webhookUrl } = commandOf(request);
    const application = grants.application(SHOP.clientId);
    if (application !== undefined && asText(redirectUri)) application.redirectUris = [asText(redirectUri) ?? ""];
    if (webhookUrl !== undefined) state.webhookUrl = asText(webhookUrl) ?? null;
    return json(200, { redirectUris: application?.redirectUris, webhookUrl: state.webhookUrl });
  };
  return [
    { method: "GET", pattern: `${CONTROL}/orders`, handle: () => json(200, state.orders) },
    { method: "GET", pattern: `${CONTROL}/contacts`, handle: () => json(200, state.contacts) },
    { method: "GET", pattern: `${CONTROL}/products`, handle: () => json(200, state.products) },
    { method: "PUT", pattern: `${CONTROL}/application`, handle: setApplication },
    { method: "POST", pattern: `${CONTROL}/revoke`, handle: () => done(grants.revokeAll(SHOP.account)) },
  ];
}
