import { v } from "convex/values";

/** `MaskedSecret` of model/secrets.ts. */
export const vMaskedSecret = v.object({
  isSet: v.boolean(),
  masked: v.union(v.null(), v.string()),
  updatedAt: v.union(v.null(), v.number()),
});

/** What a form sends for a secret: a text sets, an empty one or null clears, absent keeps. */
export const vSecretChange = v.optional(v.union(v.null(), v.string()));

/** `SeenValues` of domain/seenValues.ts; left out where nobody looked at a screen. */
export const vSeen = v.optional(v.record(v.string(), v.union(v.null(), v.string(), v.number())));
