import {
  startSimulator,
  type Service,
  type Simulator,
  type SimulatorOptions,
  type Surroundings,
} from "../server/simulator";
import type { DeliveryPolicy } from "../server/webhooks";
import { Access } from "./access";
import { CartRoutes } from "./cartRoutes";
import { MelhorEnvioControls } from "./controls";
import { failure, firewall } from "./errors";
import { Labels, type LabelPace } from "./labels";
import { Notices } from "./notices";
import { melhorEnvioGrants, oauthRoutes } from "./oauthRoutes";
import { quoteRoutes } from "./quoteRoutes";
import { ShipmentRoutes } from "./shipmentRoutes";
import { freshState, type MelhorEnvioState } from "./state";
import { WalletRoutes } from "./walletRoutes";

/** Melhor Envio as contracts/melhor-envio.md describes it. */
export interface MelhorEnvio extends Service {
  readonly labels: Labels;
  readonly notices: Notices;
}

const QUARTER_HOUR_MS = 900_000;

/** Five attempts, a quarter of an hour apart. Source: contracts/melhor-envio.md §7. */
const DELIVERIES: DeliveryPolicy = {
  retryDelaysMs: [QUARTER_HOUR_MS, QUARTER_HOUR_MS, QUARTER_HOUR_MS, QUARTER_HOUR_MS],
  timeoutMs: 6_000,
};

/** As in the sandbox, where labels go on by themselves every quarter of an hour. */
const SANDBOX: LabelPace = { generateMs: 2_000, advanceMs: QUARTER_HOUR_MS, trackingLagMs: 0 };

export function startMelhorEnvio({
  pace,
  ...options
}: SimulatorOptions & { readonly pace?: Partial<LabelPace> } = {}): Promise<Simulator<MelhorEnvioState, MelhorEnvio>> {
  const build = (around: Surroundings<MelhorEnvioState>): MelhorEnvio => buildService(around, { ...SANDBOX, ...pace });
  return startSimulator({ freshState, deliveries: DELIVERIES, build }, options);
}

function buildService(around: Surroundings<MelhorEnvioState>, pace: LabelPace): MelhorEnvio {
  const grants = melhorEnvioGrants(around);
  const access = new Access(around.state, grants, around.clock);
  const notices = new Notices(around);
  const labels = new Labels(around, notices, pace);
  return {
    routes: [
      ...oauthRoutes(grants),
      ...quoteRoutes(access, around.ownUrl),
      ...new CartRoutes(access, labels, around.ownUrl).routes(),
      ...new WalletRoutes(around, access, labels).routes(),
      ...new ShipmentRoutes(around, access, labels).routes(),
    ],
    controls: new MelhorEnvioControls(around, grants, labels, notices).routes(),
    failure,
    brokenPage: firewall,
    gate: (request, pass) => access.gate(request, pass),
    resume: () => labels.resume(),
    labels,
    notices,
  };
}
