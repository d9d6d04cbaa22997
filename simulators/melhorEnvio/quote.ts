import type { Fields } from "../server/exchange";
import { toDecimalText } from "../server/money";
import { boxOf, whyNot, type Parcel, type QuoteRequest } from "./parcels";
import { hundredKmBetween, SERVICES, type CarrierService } from "./services";
import type { Account } from "./state";

const NOT_REACHED = "Transportadora não atende este trecho.";
/** What the account saves over the counter's price. */
const DISCOUNT_PERCENT = 15;
const INSURANCE_PERCENT = 1;
/** Lighter is billed as this. */
const LEAST_GRAMS = 100;
const RECEIPT_CENTS = 690;
const OWN_HAND_CENTS = 830;

export interface Price {
  readonly cents: number;
  readonly discountCents: number;
  readonly days: readonly [least: number, most: number];
}

/** One entry for each service, good and bad mixed; the entry alone when one service was asked for. */
export function quote(request: QuoteRequest, account: Account, picturesUrl: string): Fields[] | Fields {
  const wanted = SERVICES.filter(({ id }) => request.services?.includes(id) ?? true);
  const entries = wanted.map((service) => entryOf(service, request, account, picturesUrl));
  const [only] = entries;
  return request.services?.length === 1 && only !== undefined ? only : entries;
}

/** @returns why not, or what it costs */
export function priceOf(service: CarrierService, request: QuoteRequest): Price | string {
  const { from, to, parcels, options } = request;
  if (service.unreached.some((prefix) => to.startsWith(prefix) || from.startsWith(prefix))) return NOT_REACHED;
  const reason = parcels.map((parcel) => whyNot(service, parcel)).find((why) => why !== null);
  if (reason !== undefined && reason !== null) return reason;
  const hundredKm = hundredKmBetween(from, to);
  const extras = (options.receipt ? RECEIPT_CENTS : 0) + (options.ownHand ? OWN_HAND_CENTS : 0);
  const cents = parcels.reduce((sum, parcel) => sum + parcelCents(service, parcel, hundredKm), extras);
  const most = Math.ceil(service.leastDays + (hundredKm / 10) * service.daysPerThousandKm);
  return {
    cents,
    discountCents: Math.round((cents * DISCOUNT_PERCENT) / (100 - DISCOUNT_PERCENT)),
    days: [Math.max(1, most - 1), most],
  };
}

function parcelCents(service: CarrierService, { grams, insuranceCents }: Parcel, hundredKm: number): number {
  const kilos = Math.max(grams, LEAST_GRAMS) / 1000;
  const carried = service.baseCents + service.centsPerHundredKm * hundredKm + service.centsPerKilo * kilos;
  return Math.round(carried + (insuranceCents * INSURANCE_PERCENT) / 100);
}

function entryOf(service: CarrierService, request: QuoteRequest, account: Account, picturesUrl: string): Fields {
  const { id, name, company, limits } = service;
  const shownCompany = { ...company, picture: `${picturesUrl}/${company.id}.svg` };
  const price = priceOf(service, request);
  if (typeof price === "string") return { id, name, error: price, company: shownCompany };
  const [least, most] = price.days;
  const { cents: moreCents, days: moreDays } = account.markup;
  const text = toDecimalText(price.cents);
  return {
    id,
    name,
    price: text,
    custom_price: toDecimalText(Math.max(0, price.cents + moreCents)),
    discount: toDecimalText(price.discountCents),
    currency: "R$",
    delivery_time: most,
    delivery_range: { min: least, max: most },
    custom_delivery_time: most + moreDays,
    custom_delivery_range: { min: least + moreDays, max: most + moreDays },
    packages: request.parcels.map((parcel) => {
      const box = boxOf(parcel, limits);
      return {
        price: text,
        discount: toDecimalText(price.discountCents),
        format: "box",
        dimensions: { height: box.heightCm, width: box.widthCm, length: box.lengthCm },
        weight: (parcel.grams / 1000).toFixed(2),
        insurance_value: toDecimalText(parcel.insuranceCents),
        ...(parcel.products.length > 0 ? { products: parcel.products } : {}),
      };
    }),
    additional_services: { receipt: request.options.receipt, own_hand: request.options.ownHand, collect: false },
    additional: { unit: { price: 0, delivery: 0 } },
    company: shownCompany,
  };
}
