import * as z from "zod/mini";
import type { FreightOption } from "../../domain/freight";
import { fromDecimal, toDecimalString, type Cents } from "../../domain/money";
import { exchange, isPassingStatus, type Fetcher, type ProviderRequest } from "./exchange";

/**
 * Melhor Envio: what carriers ask for a parcel. Its reais, kilograms and words stop in this file.
 *
 * Source: contracts/melhor-envio.md §1, §3, §8.
 */

const HOSTS = { production: "https://melhorenvio.com.br", sandbox: "https://sandbox.melhorenvio.com.br" } as const;
const API_PATH = "/api/v2/me";
/** It asks several carriers in turn. */
const TIMEOUT_MS = 15_000;
const SYSTEM = "Pedidos ao Vivo";

export interface MelhorEnvioAccess {
  /** Down to `/me`, without a slash at the end. */
  readonly apiUrl: string;
  readonly accessToken: string;
  /** The e-mail that the service writes to when something is wrong with our calls. */
  readonly contact: string;
  readonly fetcher: Fetcher;
}

/** The address of the API, from what a company or the operator has given: with its path or without. */
export function apiUrlOf(typed: string | null, environment: keyof typeof HOSTS): string {
  const base = (typed ?? HOSTS[environment]).replace(/\/+$/, "");
  return base.endsWith("/me") ? base : base + API_PATH;
}

export interface QuotedProduct {
  readonly id: string;
  readonly quantity: number;
  readonly unitPriceCents: Cents;
  readonly weightGrams: number;
  readonly lengthCm: number;
  readonly heightCm: number;
  readonly widthCm: number;
}

/** What the label of a chosen option is bought with. */
export interface QuotedPackage {
  readonly weightGrams: number;
  readonly lengthCm: number;
  readonly heightCm: number;
  readonly widthCm: number;
  readonly insuredCents: Cents;
}

export interface QuotedOption extends FreightOption {
  readonly packages: readonly QuotedPackage[];
}

/** `unavailable`: no answer, or a wall before the service. */
export type QuoteFailure = "unavailable" | "unauthorized" | "forbidden" | "refused" | "nonsense";
export type QuoteAnswer =
  | { readonly ok: true; readonly options: QuotedOption[] }
  | { readonly ok: false; readonly failure: QuoteFailure; readonly reason: string | null };

/** What carriers ask for these things between two postal codes; those that do not go there are left out. */
export async function quoteFreight(
  access: MelhorEnvioAccess,
  parcel: { readonly fromCep: string; readonly toCep: string; readonly products: readonly QuotedProduct[] },
): Promise<QuoteAnswer> {
  const request: ProviderRequest = {
    method: "POST",
    url: `${access.apiUrl}/shipment/calculate`,
    headers: {
      Accept: "application/json",
      "Content-Type": "application/json",
      Authorization: `Bearer ${access.accessToken}`,
      "User-Agent": `${SYSTEM} (${access.contact})`,
    },
    body: JSON.stringify({
      from: { postal_code: parcel.fromCep },
      to: { postal_code: parcel.toCep },
      products: parcel.products.map((product) => ({
        id: product.id,
        width: product.widthCm,
        height: product.heightCm,
        length: product.lengthCm,
        weight: Number((product.weightGrams / GRAMS_PER_KG).toFixed(3)),
        insurance_value: Number(toDecimalString(product.unitPriceCents)),
        quantity: product.quantity,
      })),
      options: { receipt: false, own_hand: false },
    }),
    timeoutMs: TIMEOUT_MS,
  };
  const said = await exchange(access.fetcher, request, { isRepeatable: true });
  if (said.kind === "lost") return fail("unavailable");
  const { status, json } = said;
  // Their firewall answers with a page of its own: that says nothing about the credentials.
  if (json === undefined) return fail(status < 300 ? "nonsense" : "unavailable");
  if (isPassingStatus(status)) return fail("unavailable");
  if (status === 401) return fail("unauthorized");
  if (status === 403) return fail("forbidden");
  if (status >= 400) return fail("refused", firstReason(json));
  // A question about one service is answered by one thing instead of a list.
  const entries = vEntries.safeParse(Array.isArray(json) ? json : [json]);
  return entries.success ? { ok: true, options: entries.data.flatMap(toOption) } : fail("nonsense");
}

const GRAMS_PER_KG = 1_000;

function fail(failure: QuoteFailure, reason: string | null = null): QuoteAnswer {
  return { ok: false, failure, reason };
}

const vDecimal = z.optional(z.nullable(z.union([z.string(), z.number()])));
const vDays = z.optional(z.nullable(z.number()));
const vPackage = z.object({
  dimensions: z.object({
    height: z.union([z.string(), z.number()]),
    width: z.union([z.string(), z.number()]),
    length: z.union([z.string(), z.number()]),
  }),
  weight: z.union([z.string(), z.number()]),
  insurance_value: vDecimal,
});
const vEntry = z.object({
  id: z.union([z.number(), z.string()]),
  name: z.string(),
  error: z.optional(z.nullable(z.string())),
  price: vDecimal,
  custom_price: vDecimal,
  delivery_time: vDays,
  custom_delivery_time: vDays,
  company: z.optional(z.nullable(z.object({ name: z.string() }))),
  packages: z.optional(z.nullable(z.array(vPackage))),
});
const vEntries = z.array(vEntry);
type Entry = z.infer<typeof vEntry>;

/** None where the carrier does not go, or names no price that can be read. */
function toOption(entry: Entry): QuotedOption[] {
  if (isFilled(entry.error)) return [];
  // The seller's own price is the one that counts, also when it is nothing: a free delivery is "0.00".
  const price = isFilled(entry.custom_price) ? entry.custom_price : entry.price;
  const priceCents = isFilled(price) ? fromDecimal(price) : null;
  if (priceCents === null) return [];
  return [
    {
      optionId: String(entry.id),
      name: entry.name,
      company: entry.company?.name ?? "",
      priceCents,
      deliveryDays: entry.custom_delivery_time ?? entry.delivery_time ?? null,
      packages: (entry.packages ?? []).map(toPackage),
    },
  ];
}

function toPackage({ dimensions, weight, insurance_value }: z.infer<typeof vPackage>): QuotedPackage {
  return {
    weightGrams: Math.round(Number(weight) * GRAMS_PER_KG),
    lengthCm: Number(dimensions.length),
    heightCm: Number(dimensions.height),
    widthCm: Number(dimensions.width),
    insuredCents: (isFilled(insurance_value) ? fromDecimal(insurance_value) : null) ?? 0,
  };
}

function isFilled<Value>(value: Value | null | undefined): value is Value {
  return value !== undefined && value !== null && value !== "";
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
