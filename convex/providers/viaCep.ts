import * as z from "zod/mini";
import type { PostalAddress } from "../../domain/postalAddress";
import { exchange, plainFetch } from "./exchange";

/**
 * What a CEP stands for: ViaCEP, and BrasilAPI where ViaCEP gives no answer. Neither wants to know who asks.
 *
 * Source: contracts/viacep.md.
 */

export const VIA_CEP_URL = "https://viacep.com.br";
export const BRASIL_API_URL = "https://brasilapi.com.br";
const VIA_CEP_TIMEOUT_MS = 4_000;
const BRASIL_API_TIMEOUT_MS = 6_000;

export interface PostalServices {
  readonly viaCepUrl: string;
  readonly brasilApiUrl: string;
}

/** `unavailable`: nobody could say; it may exist. */
export type PostalAnswer =
  | { readonly kind: "found"; readonly address: PostalAddress }
  | { readonly kind: "not_found" }
  | { readonly kind: "unavailable" };

/** @param cep 8 digits */
export async function lookUpCep(services: PostalServices, cep: string): Promise<PostalAnswer> {
  const first = await askViaCep(services.viaCepUrl, cep);
  return first.kind === "unavailable" ? await askBrasilApi(services.brasilApiUrl, cep) : first;
}

const HEADERS = { Accept: "application/json" };

// `erro` is the text "true" today and was the flag before.
const vMissing = z.object({ erro: z.union([z.literal(true), z.literal("true")]) });
const vViaCep = z.object({ logradouro: z.string(), bairro: z.string(), localidade: z.string(), uf: z.string() });

async function askViaCep(baseUrl: string, cep: string): Promise<PostalAnswer> {
  const request = {
    method: "GET",
    url: `${baseUrl}/ws/${cep}/json/`,
    headers: HEADERS,
    timeoutMs: VIA_CEP_TIMEOUT_MS,
  } as const;
  // Not repeated: the other service is the quicker second try.
  const said = await exchange(plainFetch, request, { isRepeatable: false });
  if (said.kind === "lost" || said.status !== 200) return { kind: "unavailable" };
  if (vMissing.safeParse(said.json).success) return { kind: "not_found" };
  const found = vViaCep.safeParse(said.json);
  if (!found.success) return { kind: "unavailable" };
  // `complemento` describes the range of the CEP, never the customer's door: it stays here.
  const { logradouro: street, bairro: neighborhood, localidade: city, uf: state } = found.data;
  return { kind: "found", address: { street, neighborhood, city, state } };
}

const vText = z.optional(z.nullable(z.string()));
const vBrasilApi = z.object({ state: z.string(), city: z.string(), neighborhood: vText, street: vText });
const vBrasilApiError = z.object({
  type: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ message: z.string() }))),
});

async function askBrasilApi(baseUrl: string, cep: string): Promise<PostalAnswer> {
  const request = {
    method: "GET",
    url: `${baseUrl}/api/cep/v2/${cep}`,
    headers: HEADERS,
    timeoutMs: BRASIL_API_TIMEOUT_MS,
  } as const;
  const said = await exchange(plainFetch, request, { isRepeatable: false });
  if (said.kind === "lost") return { kind: "unavailable" };
  if (said.status === 404) return isSurelyMissing(said.json) ? { kind: "not_found" } : { kind: "unavailable" };
  const found = said.status === 200 ? vBrasilApi.safeParse(said.json) : null;
  if (found === null || !found.success) return { kind: "unavailable" };
  const { street, neighborhood, city, state } = found.data;
  return { kind: "found", address: { street: street ?? "", neighborhood: neighborhood ?? "", city, state } };
}

/** 404 says "not found" and "all services are down" alike; only the messages of the services tell which. */
function isSurelyMissing(json: unknown): boolean {
  const error = vBrasilApiError.safeParse(json);
  const messages = error.success ? (error.data.errors ?? []) : [];
  return messages.some(({ message }) => /n[aã]o encontrado|inexistente|inv[aá]lido/i.test(message));
}
