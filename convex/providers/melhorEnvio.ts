import * as z from "zod/mini";
import type { FreightOption } from "../../domain/freight";
import { fromDecimal, toDecimalString, type Cents } from "../../domain/money";
import { callMelhorEnvio, nonsense, type MelhorEnvioAccess, type MelhorEnvioAnswer } from "./melhorEnvioCall";

/**
 * Melhor Envio: what carriers ask for a parcel. Its reais, kilograms and words stop in this file.
 *
 * Source: contracts/melhor-envio.md §1, §3, §8.
 */

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

/** What carriers ask for these things between two postal codes; those that do not go there are left out. */
export async function quoteFreight(
  access: MelhorEnvioAccess,
  parcel: { readonly fromCep: string; readonly toCep: string; readonly products: readonly QuotedProduct[] },
): Promise<MelhorEnvioAnswer<QuotedOption[]>> {
  const said = await callMelhorEnvio(access, {
    method: "POST",
    path: "/shipment/calculate",
    body: {
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
    },
    isRepeatable: true,
  });
  if (!said.ok) return said;
  // A question about one service is answered by one thing instead of a list.
  const entries = vEntries.safeParse(Array.isArray(said.value) ? said.value : [said.value]);
  return entries.success ? { ok: true, value: entries.data.flatMap(toOption) } : nonsense();
}

const GRAMS_PER_KG = 1_000;

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
