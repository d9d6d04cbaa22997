import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { TenantReader } from "../lib/tenantDb";
import {
  apiUrlOf,
  type MelhorEnvioAccess,
  type MelhorEnvioAnswer,
  type MelhorEnvioFailure,
} from "../providers/melhorEnvioCall";
import { contactOf, isTypedAddress, readMelhorEnvioAddress } from "./oauthApps";
import { fetcherFor, withToken, type Work } from "./oauthWork";
import { readShipping } from "./shippingSettings";

/** Speaking to a company's Melhor Envio: where it is, with a token that works. */

export const vMelhorEnvioPlace = v.object({ apiUrl: v.string(), isTyped: v.boolean(), contact: v.string() });

/** Where the company's Melhor Envio is; no secret. */
export async function readMelhorEnvioPlace(db: TenantReader): Promise<typeof vMelhorEnvioPlace.type> {
  const settings = await readShipping(db);
  const given = await readMelhorEnvioAddress(db);
  return {
    apiUrl: apiUrlOf(given ?? (settings.apiBaseUrl || null), settings.environment),
    isTyped: isTypedAddress(settings, given),
    contact: contactOf(settings),
  };
}

export type ShippingFailure = MelhorEnvioFailure | "not_connected";
/** As a call answers, and where there is no connection to call with. */
export type ShippingAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: ShippingFailure; readonly reason: string | null; readonly isLost: boolean };

/**
 * Asks something of the company's Melhor Envio. A token that has ended is renewed before, one that is refused is renewed
 * and the question put once more; what stays refused is kept in mind and shown (`model/oauthConnections.ts`).
 */
export async function withMelhorEnvio<Value>(
  ctx: Work,
  tenantId: Id<"tenants">,
  ask: (access: MelhorEnvioAccess) => Promise<MelhorEnvioAnswer<Value>>,
): Promise<ShippingAnswer<Value>> {
  const { apiUrl, isTyped, contact } = await ctx.runQuery(internal.shipping.place, { tenantId });
  const fetcher = fetcherFor(ctx, isTyped);
  const tokened = await withToken(
    ctx,
    { tenantId, service: "melhor_envio" },
    (accessToken) => ask({ apiUrl, accessToken, contact, fetcher }),
    (answer) => {
      if (answer.ok) return "fine";
      return answer.failure === "unauthorized" || answer.failure === "forbidden" ? answer.failure : "fine";
    },
  );
  if (tokened.kind === "answered") return tokened.answer;
  return { ok: false, failure: tokened.failure, reason: null, isLost: false };
}
