import { v } from "convex/values";
import { connectingMessage } from "../domain/oauth";
import { internal } from "./_generated/api";
import {
  ownerAction,
  ownerMutation,
  ownerQuery,
  scopedQuery,
  systemMutation,
  tenantAction,
  tenantQuery,
} from "./lib/functions";
import { vConnectingOutcome, vConnection } from "./lib/oauthTables";
import { shippingFields } from "./lib/officeTables";
import { vMaskedSecret, vSeen } from "./lib/settingShapes";
import { readMelhorEnvioPlace, vMelhorEnvioPlace, withMelhorEnvio } from "./model/melhorEnvioAccess";
import { callbackUrlOf } from "./model/oauthApps";
import { beginConnecting, disconnect as forgetTokens, readConnection } from "./model/oauthConnections";
import { finishConnecting as finish } from "./model/oauthWork";
import { actorOf } from "./model/orderEvents";
import { readMask, saveSecrets } from "./model/secrets";
import { readShipping, saveShipping } from "./model/shippingSettings";
import { SHIPPING_FAILURES } from "./model/shippingFailures";
import { askWhoseAccount } from "./providers/melhorEnvioAccount";

/** What a company sends from and with, and its connection to Melhor Envio. */

/** Staff: how the connection stands, and what to do where it does not. */
export const connection = tenantQuery({
  args: {},
  returns: vConnection,
  handler: ({ db }) => readConnection(db, "melhor_envio"),
});

/** Owner: the whole shipping record, secrets masked. */
export const settings = ownerQuery({
  args: {},
  returns: v.object({
    ...shippingFields,
    tokenExpiresAt: v.union(v.null(), v.number()),
    clientSecret: vMaskedSecret,
    accessToken: vMaskedSecret,
    refreshToken: vMaskedSecret,
    /** What is to be registered at Melhor Envio as the address to come back to. */
    callbackUrl: v.string(),
    connection: vConnection,
  }),
  handler: async ({ db }) => {
    const state = await readConnection(db, "melhor_envio");
    return {
      ...(await readShipping(db)),
      tokenExpiresAt: state.expiresAt,
      clientSecret: await readMask(db, "melhor_envio.client_secret"),
      accessToken: await readMask(db, "melhor_envio.access_token"),
      refreshToken: await readMask(db, "melhor_envio.refresh_token"),
      callbackUrl: callbackUrlOf("melhor_envio"),
      connection: state,
    };
  },
});

/** Owner: saves what was given of it. Refused as `checkShippingFields` says, and with `changed_meanwhile`. */
export const saveSettings = ownerMutation({
  args: v
    .object({ ...shippingFields, clientSecret: v.union(v.null(), v.string()) })
    .partial()
    .extend({ seen: vSeen }),
  returns: v.null(),
  handler: async (ctx, { clientSecret, seen, ...fields }) => {
    const deed = { actor: actorOf(ctx.profile), at: Date.now() };
    await saveShipping(ctx.db, fields, deed, seen);
    await saveSecrets(ctx.db, { "melhor_envio.client_secret": clientSecret }, deed, seen);
    return null;
  },
});

/**
 * Owner: begins a connection. The page at the returned address asks for the permission and leads back to us with a state
 * that works once, for this company and person.
 *
 * Refused with `connection_incomplete`, `client_secret_missing`.
 * Source: specification §5 "Shipping config", contracts/melhor-envio.md §2.
 */
export const connect = ownerAction({
  args: {},
  returns: v.object({ url: v.string() }),
  handler: async (ctx): Promise<{ url: string }> => {
    const { tenantId, actor } = ctx;
    return await ctx.runMutation(internal.shipping.beginConnection, { tenantId, profileId: actor.profileId });
  },
});

export const beginConnection = systemMutation({
  args: { tenantId: v.id("tenants"), profileId: v.id("profiles") },
  returns: v.object({ url: v.string() }),
  handler: async (ctx, { tenantId, profileId }) => {
    return { url: await beginConnecting(ctx.db, { service: "melhor_envio", shopId: tenantId, profileId }, Date.now()) };
  },
});

/**
 * Owner: what the screen was opened with on the way back from Melhor Envio, where the registered address leads to it
 * rather than to ours. The state must be of this company and this person.
 */
export const finishConnecting = ownerAction({
  args: { code: v.string(), state: v.string() },
  returns: v.object({ outcome: vConnectingOutcome, message: v.string() }),
  handler: async (ctx, { code, state }) => {
    const by = { tenantId: ctx.tenantId, profileId: ctx.actor.profileId };
    const outcome = await finish(ctx, { service: "melhor_envio", state, code, by });
    return { outcome, message: connectingMessage("melhor_envio", outcome) };
  },
});

/** Owner: forgets the tokens. Source: specification §4 "Shipping connection". */
export const disconnect = ownerMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await forgetTokens(ctx.db, "melhor_envio", { actor: actorOf(ctx.profile), at: Date.now() });
    return null;
  },
});

/** Staff: asks Melhor Envio now whose account it is; what it refuses is kept in mind. */
export const check = tenantAction({
  args: {},
  returns: v.object({ isWorking: v.boolean(), message: v.string() }),
  handler: async (ctx): Promise<{ isWorking: boolean; message: string }> => {
    const answer = await withMelhorEnvio(ctx, ctx.tenantId, askWhoseAccount);
    if (!answer.ok) return { isWorking: false, message: SHIPPING_FAILURES[answer.failure] };
    return { isWorking: true, message: `Conectado ao Melhor Envio como ${answer.value}.` };
  },
});

/** Where the company's Melhor Envio is: for our own actions. */
export const place = scopedQuery({
  args: {},
  returns: vMelhorEnvioPlace,
  handler: ({ db }) => readMelhorEnvioPlace(db),
});
