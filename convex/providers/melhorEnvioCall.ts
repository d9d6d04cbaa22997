import * as z from "zod/mini";
import { exchange, isPassingStatus, type Fetcher, type ProviderRequest } from "./exchange";

/**
 * One call to Melhor Envio: addresses, headers, and what its refusals mean.
 *
 * Source: contracts/melhor-envio.md §1, §8.
 */

const HOSTS = { production: "https://melhorenvio.com.br", sandbox: "https://sandbox.melhorenvio.com.br" } as const;
export type MelhorEnvioEnvironment = keyof typeof HOSTS;
const API_PATH = "/api/v2/me";
/** Its API answers at an address of its own, too; permissions are given at the main one alone. */
const API_HOST = "api.melhorenvio.com.br";
/** It asks several carriers in turn. */
const TIMEOUT_MS = 15_000;
export const SYSTEM = "Pedidos ao Vivo";

export interface MelhorEnvioAccess {
  /** Down to `/me`, without a slash at the end. */
  readonly apiUrl: string;
  readonly accessToken: string;
  /** The e-mail that the service writes to when something is wrong with our calls. */
  readonly contact: string;
  readonly fetcher: Fetcher;
}

/** The address of the API, from what a company or the operator has given: with its path or without. */
export function apiUrlOf(typed: string | null, environment: MelhorEnvioEnvironment): string {
  const base = (typed ?? HOSTS[environment]).replace(/\/+$/, "");
  if (base.endsWith("/me")) return base;
  return base.endsWith("/v2") ? `${base}/me` : base + API_PATH;
}

/** Where permissions are given and tokens fetched, from the same. */
export function oauthUrlOf(typed: string | null, environment: MelhorEnvioEnvironment): string {
  const { protocol, host } = new URL(typed ?? HOSTS[environment]);
  return host === API_HOST ? HOSTS.production : `${protocol}//${host}`;
}

/** `unavailable`: no answer, or a wall before the service. */
export const MELHOR_ENVIO_FAILURES = [
  "unavailable",
  "unauthorized",
  "forbidden",
  "not_found",
  "refused",
  "nonsense",
] as const;
export type MelhorEnvioFailure = (typeof MELHOR_ENVIO_FAILURES)[number];

export interface MelhorEnvioNo {
  readonly ok: false;
  readonly failure: MelhorEnvioFailure;
  /** Its own words, where it has said any. */
  readonly reason: string | null;
  /** Whether it may have been done all the same: then ask, do not send again. */
  readonly isLost: boolean;
}

export type MelhorEnvioAnswer<Value> = { readonly ok: true; readonly value: Value } | MelhorEnvioNo;

export interface MelhorEnvioCall {
  readonly method: ProviderRequest["method"];
  /** From `/me` on, with a slash in front. */
  readonly path: string;
  readonly body?: unknown;
  /** Whether it does no harm when it reaches the service twice. */
  readonly isRepeatable: boolean;
}

/** Asks, and hands the answer's JSON over as it came. */
export async function callMelhorEnvio(
  { apiUrl, accessToken, contact, fetcher }: MelhorEnvioAccess,
  { method, path, body, isRepeatable }: MelhorEnvioCall,
): Promise<MelhorEnvioAnswer<unknown>> {
  const request: ProviderRequest = {
    method,
    url: apiUrl + path,
    headers: {
      Accept: "application/json",
      "Content-Type": "application/json",
      Authorization: `Bearer ${accessToken}`,
      "User-Agent": `${SYSTEM} (${contact})`,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeoutMs: TIMEOUT_MS,
  };
  const said = await exchange(fetcher, request, { isRepeatable });
  if (said.kind === "lost") return no("unavailable", { isLost: true });
  const { status, json } = said;
  // Their firewall answers with a page of its own: that says nothing about the credentials, and nothing was done.
  if (json === undefined) return status < 300 ? nonsense() : no("unavailable", { isLost: status >= 500 });
  if (isPassingStatus(status)) return no("unavailable", { isLost: status >= 500 });
  if (status === 401) return no("unauthorized");
  if (status === 403) return no("forbidden");
  const reason = status >= 300 ? firstReason(json) : null;
  if (status === 404) return no("not_found", { reason });
  return status >= 300 ? no("refused", { reason }) : { ok: true, value: json };
}

/** An answer that nobody understands, to something that was done. */
export function nonsense(): MelhorEnvioNo {
  return no("nonsense", { isLost: true });
}

function no(
  failure: MelhorEnvioFailure,
  { reason = null, isLost = false }: Partial<MelhorEnvioNo> = {},
): MelhorEnvioNo {
  return { ok: false, failure, reason, isLost };
}

const vRefusal = z.object({
  message: z.optional(z.string()),
  error: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
});
const MAX_REASON = 200;

/** What is wrong with a field says more than that something is. */
function firstReason(json: unknown): string | null {
  const refusal = vRefusal.safeParse(json);
  if (!refusal.success) return null;
  const [ofField] = Object.values(refusal.data.errors ?? {}).flat();
  const reason = ofField ?? refusal.data.error ?? refusal.data.message ?? null;
  return reason === null ? null : reason.slice(0, MAX_REASON);
}
