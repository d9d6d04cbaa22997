import type { Route } from "../server/exchange";
import {
  startSimulator,
  type Service,
  type Simulator,
  type SimulatorOptions,
  type Surroundings,
} from "../server/simulator";
import type { DeliveryPolicy } from "../server/webhooks";
import { Accounts } from "./accounts";
import { CheckoutRoutes, type CheckoutStyle } from "./checkoutRoutes";
import { MercadoPagoControls } from "./controls";
import { failure } from "./errors";
import { Idempotency } from "./idempotency";
import { merchantOrderRoutes } from "./merchantOrders";
import { Notifications } from "./notifications";
import { mercadoPagoGrants, oauthRoutes } from "./oauthRoutes";
import { PaymentRoutes } from "./paymentRoutes";
import { Payments } from "./payments";
import { Preferences } from "./preferences";
import type { PreferenceRules } from "./preferenceRules";
import { freshState, type MercadoPagoState } from "./state";

/** Mercado Pago as contracts/mercado-pago.md describes it. */
export interface MercadoPago extends Service {
  readonly payments: Payments;
  readonly preferences: Preferences;
  readonly notifications: Notifications;
  readonly checkout: CheckoutStyle;
}

export type MercadoPagoOptions = SimulatorOptions & Partial<CheckoutStyle & PreferenceRules>;

const QUARTER_HOUR_MS = 900_000;
const HOUR_MS = 3_600_000;

/** Every quarter of an hour, after the third time at growing distances. Source: contracts/mercado-pago.md §6.3. */
const DELIVERIES: DeliveryPolicy = {
  retryDelaysMs: [QUARTER_HOUR_MS, QUARTER_HOUR_MS, QUARTER_HOUR_MS, 6 * HOUR_MS, 48 * HOUR_MS, 96 * HOUR_MS],
  timeoutMs: 22_000,
};

export function startMercadoPago({
  autoReturnSeconds = 3,
  acceptsLoopback = true,
  ...options
}: MercadoPagoOptions = {}): Promise<Simulator<MercadoPagoState, MercadoPago>> {
  const build = (around: Surroundings<MercadoPagoState>): MercadoPago =>
    buildService(around, { autoReturnSeconds }, { acceptsLoopback });
  return startSimulator({ freshState, deliveries: DELIVERIES, build }, options);
}

function buildService(
  around: Surroundings<MercadoPagoState>,
  checkout: CheckoutStyle,
  rules: PreferenceRules,
): MercadoPago {
  const grants = mercadoPagoGrants(around);
  const accounts = new Accounts(around.state, grants);
  const idempotency = new Idempotency(around.state);
  const notifications = new Notifications(around, accounts);
  const payments = new Payments(around, notifications);
  const preferences = new Preferences(around, accounts, idempotency, rules);
  const controls = new MercadoPagoControls(around, accounts, preferences, payments, notifications);
  const routes: Route[] = [
    ...new CheckoutRoutes(accounts, preferences, payments, checkout).routes(),
    ...preferences.routes(),
    ...new PaymentRoutes(around, accounts, idempotency, payments).routes(),
    ...merchantOrderRoutes(around.state, accounts, payments),
    ...oauthRoutes(grants),
  ];
  return {
    routes,
    controls: controls.routes(),
    failure,
    resume: () => payments.resume(),
    payments,
    preferences,
    notifications,
    checkout,
  };
}
