/** What companies entrust to us for speaking to outside services: `service.value`. */
export const SECRET_NAMES = [
  "mercado_pago.access_token",
  "mercado_pago.client_secret",
  "mercado_pago.webhook_secret",
  "melhor_envio.client_secret",
  "melhor_envio.access_token",
  "melhor_envio.refresh_token",
  "bling.client_secret",
  "bling.access_token",
  "bling.refresh_token",
  "whatsapp.webhook_secret",
  "whatsapp.api_key",
] as const;

export type SecretName = (typeof SECRET_NAMES)[number];

/** The services a company can connect. */
export const INTEGRATIONS = ["mercado_pago", "melhor_envio", "bling", "whatsapp"] as const;
export type Integration = (typeof INTEGRATIONS)[number];

const MASK = "••••••••";
/** Below this the last four would be too much of it. */
const SHORTEST_WITH_ENDING = 12;

/** What of a secret may be kept readable: its last four characters, or nothing of a short one. */
export function secretEnding(secret: string): string {
  return secret.length < SHORTEST_WITH_ENDING ? "" : secret.slice(-4);
}

/** `••••••••1a2b`. */
export function maskSecret(ending: string): string {
  return MASK + ending;
}
