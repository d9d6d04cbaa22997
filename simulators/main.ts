import { join } from "node:path";
import { startBling } from "./bling/start";
import { SHOP as BLING_SHOP } from "./bling/state";
import { startEvolution } from "./evolution/start";
import { API_KEY, INSTANCE } from "./evolution/state";
import { startGateway } from "./gateway/start";
import { TOKEN as GATEWAY_TOKEN, WEBHOOK_SECRET as GATEWAY_WEBHOOK_SECRET } from "./gateway/state";
import type { SimulatorOptions } from "./server/simulator";
import { startMelhorEnvio } from "./melhorEnvio/start";
import { SHOP as SHIPPING_SHOP } from "./melhorEnvio/state";
import { startMercadoPago } from "./mercadoPago/start";
import { CLIENT_SECRET, SHOP as PAYMENT_SHOP } from "./mercadoPago/state";
import { startPostalCodes } from "./postalCodes/start";

/** What each is known by to whoever starts them, where it listens unless told otherwise, and how it begins. */
const SERVICES = {
  payment: { port: 3221, start: startMercadoPago },
  shipping: { port: 3222, start: startMelhorEnvio },
  postal: { port: 3223, start: startPostalCodes },
  bling: { port: 3224, start: startBling },
  evolution: { port: 3225, start: startEvolution },
  gateway: { port: 3333, start: startGateway },
} as const satisfies Readonly<
  Record<string, { readonly port: number; readonly start: (options: SimulatorOptions) => Promise<Started> }>
>;
type ServiceName = keyof typeof SERVICES;

/** What the demonstration's shop is registered with. They open nothing but the simulators. */
export const CREDENTIALS = {
  payment: {
    publicKey: PAYMENT_SHOP.publicKey,
    clientId: PAYMENT_SHOP.clientId,
    clientSecret: CLIENT_SECRET,
    accessToken: PAYMENT_SHOP.accessToken,
    webhookSecret: PAYMENT_SHOP.webhookSecret,
  },
  shipping: {
    clientId: SHIPPING_SHOP.clientId,
    clientSecret: SHIPPING_SHOP.clientSecret,
    accessToken: SHIPPING_SHOP.accessToken,
  },
  bling: { ...BLING_SHOP },
  evolution: { apiKey: API_KEY, instance: INSTANCE },
  gateway: { token: GATEWAY_TOKEN, webhookSecret: GATEWAY_WEBHOOK_SECRET },
} as const;

interface Started {
  readonly url: string;
  close(): Promise<void>;
}

export interface AllOptions {
  /** Where what they answered is kept; null: nowhere. */
  readonly keepIn: string | null;
  readonly ports?: Readonly<Partial<Record<ServiceName, number>>>;
}

export interface AllSimulators {
  readonly addresses: Readonly<Record<ServiceName, string>>;
  close(): Promise<void>;
}

/** Starts every service; one whose port is taken gets a free one. */
export async function startSimulators({ keepIn, ports = {} }: AllOptions): Promise<AllSimulators> {
  const names = Object.keys(SERVICES) as ServiceName[];
  const started = await Promise.all(
    names.map(async (name) => {
      const { port, start } = SERVICES[name];
      const keep = keepIn === null ? {} : { keepIn: join(keepIn, `${name}.json`) };
      return [name, await onPortOrAnother(ports[name] ?? port, (chosen) => start({ ...keep, port: chosen }))] as const;
    }),
  );
  return {
    // Every name has its entry.
    addresses: Object.fromEntries(started.map(([name, { url }]) => [name, url])) as Record<ServiceName, string>,
    close: async () => {
      await Promise.all(started.map(([, simulator]) => simulator.close()));
    },
  };
}

async function onPortOrAnother(port: number, start: (port: number) => Promise<Started>): Promise<Started> {
  try {
    return await start(port);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return await start(0);
    throw error;
  }
}

/** `SIMULATOR_PAYMENT_PORT` and its like. Throws for one that is no port. */
export function portsOf(
  environment: Readonly<Record<string, string | undefined>>,
): Partial<Record<ServiceName, number>> {
  const names = Object.keys(SERVICES) as ServiceName[];
  return Object.fromEntries(
    names.flatMap((name) => {
      const variable = `SIMULATOR_${name.toUpperCase()}_PORT`;
      const text = environment[variable];
      if (text === undefined) return [];
      if (!/^\d{1,5}$/.test(text) || Number(text) > LAST_PORT)
        throw new Error(`${variable} precisa ser um número de porta, não "${text}".`);
      return [[name, Number(text)]];
    }),
  );
}

const LAST_PORT = 65_535;

/**
 * The process that `npm start` starts beside the backend: says where everything listens, and ends with whoever started
 * it, however that one ended. Ctrl-C reaches both; the one who started it decides.
 */
async function runBeside(tell: (message: object) => void): Promise<void> {
  const all = await startSimulators({ keepIn: process.env.SIMULATOR_DIR ?? null, ports: portsOf(process.env) });
  const end = (): void => void all.close().finally(() => process.exit(0));
  process.on("SIGINT", () => undefined);
  process.once("SIGTERM", end);
  process.once("disconnect", end);
  tell({ addresses: all.addresses, credentials: CREDENTIALS });
  // It may have gone while this one was starting, before anybody listened for that.
  if (!process.connected) end();
}

// Only as a process of its own; whoever imports this file starts what it wants.
if (process.env.RUN_SIMULATORS === "1") await runBeside((message) => void process.send?.(message));
