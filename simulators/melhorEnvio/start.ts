import {
  startSimulator,
  type Service,
  type Simulator,
  type SimulatorOptions,
  type Surroundings,
} from "../server/simulator";
import type { DeliveryPolicy } from "../server/webhooks";
import { Access } from "./access";
import { failure, firewall } from "./errors";
import { melhorEnvioGrants, oauthRoutes } from "./oauthRoutes";
import { quoteRoutes } from "./quoteRoutes";
import { freshState, type MelhorEnvioState } from "./state";

const QUARTER_HOUR_MS = 900_000;

/** Five attempts, a quarter of an hour apart. Source: contracts/melhor-envio.md §7. */
const DELIVERIES: DeliveryPolicy = {
  retryDelaysMs: [QUARTER_HOUR_MS, QUARTER_HOUR_MS, QUARTER_HOUR_MS, QUARTER_HOUR_MS],
  timeoutMs: 6_000,
};

/** Melhor Envio as contracts/melhor-envio.md describes it. */
export function startMelhorEnvio(options: SimulatorOptions = {}): Promise<Simulator<MelhorEnvioState, Service>> {
  return startSimulator({ freshState, deliveries: DELIVERIES, build }, options);
}

function build(around: Surroundings<MelhorEnvioState>): Service {
  const grants = melhorEnvioGrants(around);
  const access = new Access(around.state, grants, around.clock);
  return {
    routes: [...oauthRoutes(grants), ...quoteRoutes(access, around.ownUrl)],
    failure,
    brokenPage: firewall,
    gate: (request, pass) => access.gate(request, pass),
  };
}
