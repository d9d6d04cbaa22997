import { expect } from "vitest";
import type { Row } from "./row";
import { PAGE } from "./world";

const INTERNALS = [
  "oauth:begin",
  "oauth:beginRenewal",
  "oauth:connected",
  "oauth:notConnected",
  "oauth:notRenewed",
  "oauth:remember",
  "oauth:renew",
  "oauth:renewed",
  "oauth:sweep",
  "oauth:token",
  "quotes:keep",
  "quotes:origin",
  "quotes:sweep",
  "shipping:beginConnection",
  "shipping:place",
];

const PARCEL = { cep: "01310-930", weightGrams: 300, heightCm: 2, widthCm: 16, lengthCm: 20, insuredCents: null };

/** Connections to services, shipping settings, quotes. */
export const SHIPPING_ROWS: Record<string, Row> = {
  ...Object.fromEntries(INTERNALS.map((path) => [path, { who: "internal" as const }])),
  "quotes:ask": {
    who: "staff",
    args: () => ({ ...PARCEL, withPickup: true }),
    stranger: { returns: expect.objectContaining({ outcome: "failed" }) },
    own: (result) => expect(result).toMatchObject({ outcome: "failed", options: [{ optionId: "retirada" }] }),
  },
  "quotes:choose": {
    who: "staff",
    args: ({ a }) => ({ quoteId: a.quoteId, optionId: "1" }),
    stranger: { refusal: "quote_not_found" },
    own: (result) => expect(result).toBeNull(),
  },
  "quotes:list": {
    who: "staff",
    args: () => PAGE,
    stranger: { returns: expect.objectContaining({ page: [] }) },
    own: (result) => expect(result).toMatchObject({ page: [] }),
  },
  "quotes:remove": {
    who: "staff",
    args: ({ a }) => ({ quoteId: a.quoteId }),
    stranger: { refusal: "quote_not_found" },
    own: (result) => expect(result).toBeNull(),
  },
  "shipping:check": {
    who: "staff",
    args: () => ({}),
    stranger: { returns: expect.objectContaining({ isWorking: false }) },
    own: (result) => expect(result).toMatchObject({ isWorking: false }),
  },
  "shipping:connection": {
    who: "staff",
    args: () => ({}),
    stranger: { returns: expect.objectContaining({ state: "disconnected" }) },
    own: (result) => expect(result).toMatchObject({ state: "disconnected" }),
  },
};
