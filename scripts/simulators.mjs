// The outside services' simulators, in one process beside the backend: for the demonstration company alone.
import { fork } from "node:child_process";
import { join } from "node:path";
import { buildSimulators } from "./build.mjs";

/**
 * @returns where they listen, what Loja Demo is registered with, and how to end them; null when they did not start: a shop
 * works without them, only its services do not answer
 */
export async function startSimulators(dataDir) {
  const file = await buildSimulators();
  const child = fork(file, {
    env: { ...process.env, RUN_SIMULATORS: "1", SIMULATOR_DIR: join(dataDir, "simulators") },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    // Whatever Node was told for the caller (to watch, to profile) is not meant for this one.
    execArgv: [],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const ready = await Promise.race([new Promise((resolve) => child.once("message", resolve)), ended.then(() => null)]);
  if (ready === null) {
    console.error("Os serviços simulados da Loja Demo não iniciaram; o que está acima diz por quê.");
    return null;
  }
  return {
    ...ready,
    close: () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

/** Where the demonstration company finds them, and with what: the arguments of `seed:connectSimulators`. */
export function demoConnections({ addresses, credentials }) {
  const { payment, shipping, bling, evolution, gateway } = credentials;
  const { clientId, clientSecret, accessToken, refreshToken } = bling;
  return {
    addresses: {
      mercadoPago: addresses.payment,
      melhorEnvio: addresses.shipping,
      viaCep: addresses.postal,
      brasilApi: addresses.postal,
      bling: addresses.bling,
      whatsapp: addresses.gateway,
      evolution: addresses.evolution,
    },
    instanceName: evolution.instance,
    carrierClientId: shipping.clientId,
    erp: { clientId, clientSecret, accessToken, refreshToken },
    secrets: {
      "mercado_pago.access_token": payment.accessToken,
      "mercado_pago.client_secret": payment.clientSecret,
      "mercado_pago.webhook_secret": payment.webhookSecret,
      "melhor_envio.access_token": shipping.accessToken,
      "melhor_envio.client_secret": shipping.clientSecret,
      // Evolution API asks for its key; the other gateway asks for none.
      "whatsapp.api_key": evolution.apiKey,
      "whatsapp.webhook_secret": gateway.webhookSecret,
    },
  };
}

/** Registers where the simulated ERP leads people back to, as an owner has done at theirs: an address that is asked for counts for nothing. */
export async function registerErp({ addresses }, siteUrl) {
  await fetch(`${addresses.bling}/_control/application`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ redirectUri: `${siteUrl}/oauth/bling` }),
  });
}

/** Has the simulated gateway tell its news to Loja Demo, as a seller has set it at theirs. Evolution API is told by the product. */
export async function hearGateway({ addresses, credentials }, siteUrl) {
  await fetch(`${addresses.gateway}/_control/webhook`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ url: `${siteUrl}/webhooks/wa/lojademo`, secret: credentials.gateway.webhookSecret }),
  });
}

/** Has the simulated carriers' service tell its news to Loja Demo, as an owner has registered it in their panel: it tries the address first. */
export async function hearCarrier({ addresses }, siteUrl) {
  await fetch(`${addresses.shipping}/_control/webhook-address`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ url: `${siteUrl}/webhooks/me/lojademo` }),
  });
}
