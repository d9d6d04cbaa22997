import { defineTable } from "convex/server";
import { v } from "convex/values";
import { vQuotedOption } from "./paymentTables";
import { vCents } from "./validators";

/** The tables of quotes. Those of shipments are in `shipmentTables.ts`. */

/** A parcel as somebody measured it. `QuoteRequest` of domain/quotes.ts. */
export const parcelFields = {
  /** 8 digits. */
  cep: v.string(),
  weightGrams: v.number(),
  heightCm: v.number(),
  widthCm: v.number(),
  lengthCm: v.number(),
  /** Null where nothing was declared. */
  insuredCents: v.union(v.null(), vCents),
};

/** What carriers are asked about an order; `fingerprint` says whether it is still the same order. */
export const vQuoteQuestion = v.object({
  fromCep: v.string(),
  toCep: v.string(),
  products: v.array(
    v.object({
      id: v.string(),
      quantity: v.number(),
      unitPriceCents: vCents,
      weightGrams: v.number(),
      lengthCm: v.number(),
      heightCm: v.number(),
      widthCm: v.number(),
    }),
  ),
  fingerprint: v.string(),
});

export const shippingTables = {
  /**
   * What carriers ask for a parcel that somebody measured: kept while it is looked at, and from the choosing on.
   * Written by `model/parcelQuotes.ts`; those of which nothing was chosen are swept after a day.
   */
  freightQuotes: defineTable({
    tenantId: v.id("tenants"),
    ...parcelFields,
    /** Those that go there, with collecting where it was wanted. */
    options: v.array(vQuotedOption),
    askedAt: v.number(),
    askedByName: v.string(),
    /** What was chosen; null before. */
    chosen: v.union(v.null(), vQuotedOption),
    chosenAt: v.union(v.null(), v.number()),
    chosenByName: v.union(v.null(), v.string()),
  }).index("by_tenantId_and_chosenAt_and_askedAt", ["tenantId", "chosenAt", "askedAt"]),
};
