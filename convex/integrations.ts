import { v } from "convex/values";
import { internal } from "./_generated/api";
import { ownerMutation, ownerQuery } from "./lib/functions";
import { vGatewayKind } from "./lib/messageTables";
import { vEnvironment, vSecretName } from "./lib/officeTables";
import { vMaskedSecret, vSecretChange, vSeen } from "./lib/settingShapes";
import {
  readBling,
  readMercadoPago,
  readWhatsapp,
  saveBling as keepBling,
  saveMercadoPago as keepMercadoPago,
  saveWhatsapp as keepWhatsapp,
} from "./model/integrations";
import { adoptTyped, replaceByTyped } from "./model/oauthConnections";
import { actorOf } from "./model/orderEvents";
import { webhookAddressOf } from "./model/providerAddresses";
import { readMask, revealSecret, saveSecrets } from "./model/secrets";
import { readShipping, saveShipping } from "./model/shippingSettings";

/** Null for the gateway's own. */
const vWanted = v.union(v.null(), v.number());

/** Owner: the four forms. Secrets are masked: whether set, and how they end; `webhookUrl` is what a company enters at the service. */
export const get = ownerQuery({
  args: {},
  returns: v.object({
    mercado_pago: v.object({
      publicKey: v.string(),
      clientId: v.string(),
      clientSecret: vMaskedSecret,
      accessToken: vMaskedSecret,
      webhookSecret: vMaskedSecret,
      webhookUrl: v.string(),
    }),
    melhor_envio: v.object({
      clientId: v.string(),
      originCep: v.string(),
      environment: vEnvironment,
      clientSecret: vMaskedSecret,
      accessToken: vMaskedSecret,
    }),
    bling: v.object({
      clientId: v.string(),
      environment: vEnvironment,
      isActive: v.boolean(),
      tokenExpiresAt: v.union(v.null(), v.number()),
      clientSecret: vMaskedSecret,
      accessToken: vMaskedSecret,
      refreshToken: vMaskedSecret,
    }),
    whatsapp: v.object({
      apiUrl: v.string(),
      instanceName: v.string(),
      isActive: v.boolean(),
      gateway: vGatewayKind,
      honoursKeys: v.boolean(),
      mergeItems: v.boolean(),
      intervalMs: vWanted,
      batchSize: vWanted,
      batchDelayMs: vWanted,
      dailyCeiling: vWanted,
      webhookSecret: vMaskedSecret,
      apiKey: vMaskedSecret,
    }),
  }),
  handler: async ({ db, tenant }) => {
    const { clientId, originCep, environment } = await readShipping(db);
    return {
      mercado_pago: {
        ...(await readMercadoPago(db)),
        clientSecret: await readMask(db, "mercado_pago.client_secret"),
        accessToken: await readMask(db, "mercado_pago.access_token"),
        webhookSecret: await readMask(db, "mercado_pago.webhook_secret"),
        webhookUrl: webhookAddressOf(tenant.slug),
      },
      melhor_envio: {
        clientId,
        originCep,
        environment,
        clientSecret: await readMask(db, "melhor_envio.client_secret"),
        accessToken: await readMask(db, "melhor_envio.access_token"),
      },
      bling: {
        ...(await readBling(db)),
        clientSecret: await readMask(db, "bling.client_secret"),
        accessToken: await readMask(db, "bling.access_token"),
        refreshToken: await readMask(db, "bling.refresh_token"),
      },
      whatsapp: {
        ...(await readWhatsapp(db)),
        webhookSecret: await readMask(db, "whatsapp.webhook_secret"),
        apiKey: await readMask(db, "whatsapp.api_key"),
      },
    };
  },
});

/** Owner. Refused with `value_too_long`, `changed_meanwhile`. */
export const saveMercadoPago = ownerMutation({
  args: {
    publicKey: v.optional(v.string()),
    clientId: v.optional(v.string()),
    clientSecret: vSecretChange,
    accessToken: vSecretChange,
    webhookSecret: vSecretChange,
    seen: vSeen,
  },
  returns: v.null(),
  handler: async (ctx, { clientSecret, accessToken, webhookSecret, seen, ...fields }) => {
    const deed = { actor: actorOf(ctx.profile), at: Date.now() };
    await keepMercadoPago(ctx.db, fields, deed, seen);
    const secrets = {
      "mercado_pago.client_secret": clientSecret,
      "mercado_pago.access_token": accessToken,
      "mercado_pago.webhook_secret": webhookSecret,
    };
    await saveSecrets(ctx.db, secrets, deed, seen);
    return null;
  },
});

/** Owner: the same record that Sistema and the shipping screen edit. Refused with `invalid_cep`, `value_too_long`, `changed_meanwhile`. */
export const saveMelhorEnvio = ownerMutation({
  args: {
    clientId: v.optional(v.string()),
    originCep: v.optional(v.string()),
    environment: v.optional(vEnvironment),
    clientSecret: vSecretChange,
    accessToken: vSecretChange,
    seen: vSeen,
  },
  returns: v.null(),
  handler: async (ctx, { clientSecret, accessToken, seen, ...fields }) => {
    const deed = { actor: actorOf(ctx.profile), at: Date.now() };
    await saveShipping(ctx.db, fields, deed, seen);
    const secrets = { "melhor_envio.client_secret": clientSecret, "melhor_envio.access_token": accessToken };
    await saveSecrets(ctx.db, secrets, deed, seen);
    if (accessToken !== undefined) await replaceByTyped(ctx.db, "melhor_envio", deed);
    return null;
  },
});

/** Owner. Refused with `value_too_long`, `changed_meanwhile`. */
export const saveBling = ownerMutation({
  args: {
    clientId: v.optional(v.string()),
    environment: v.optional(vEnvironment),
    isActive: v.optional(v.boolean()),
    clientSecret: vSecretChange,
    accessToken: vSecretChange,
    refreshToken: vSecretChange,
    seen: vSeen,
  },
  returns: v.null(),
  handler: async (ctx, { clientSecret, accessToken, refreshToken, seen, ...fields }) => {
    const deed = { actor: actorOf(ctx.profile), at: Date.now() };
    await keepBling(ctx.db, fields, deed, seen);
    const secrets = {
      "bling.client_secret": clientSecret,
      "bling.access_token": accessToken,
      "bling.refresh_token": refreshToken,
    };
    await saveSecrets(ctx.db, secrets, deed, seen);
    if (accessToken !== undefined || refreshToken !== undefined) await adoptTyped(ctx.db, "bling");
    return null;
  },
});

/** Owner. Refused with `invalid_url`, `invalid_measure`, `value_too_long`, `changed_meanwhile`. */
export const saveWhatsapp = ownerMutation({
  args: {
    apiUrl: v.optional(v.string()),
    instanceName: v.optional(v.string()),
    isActive: v.optional(v.boolean()),
    gateway: v.optional(vGatewayKind),
    honoursKeys: v.optional(v.boolean()),
    mergeItems: v.optional(v.boolean()),
    intervalMs: v.optional(vWanted),
    batchSize: v.optional(vWanted),
    batchDelayMs: v.optional(vWanted),
    dailyCeiling: v.optional(vWanted),
    webhookSecret: vSecretChange,
    apiKey: vSecretChange,
    seen: vSeen,
  },
  returns: v.null(),
  handler: async (ctx, { webhookSecret, apiKey, seen, ...fields }) => {
    const deed = { actor: actorOf(ctx.profile), at: Date.now() };
    await keepWhatsapp(ctx.db, fields, deed, seen);
    const secrets = { "whatsapp.webhook_secret": webhookSecret, "whatsapp.api_key": apiKey };
    await saveSecrets(ctx.db, secrets, deed, seen);
    // Switched off, what waits is dropped; mended, a paused queue goes on at once.
    await ctx.scheduler.runAfter(0, internal.messageSending.settingsChanged, { tenantId: ctx.tenant._id });
    return null;
  },
});

/** Owner: one secret in the clear, written down with who and when. Refused with `secret_unreadable`. */
export const reveal = ownerMutation({
  args: { secret: vSecretName },
  returns: v.object({ value: v.union(v.null(), v.string()) }),
  handler: async (ctx, { secret }) => ({
    value: await revealSecret(ctx.db, secret, { actor: actorOf(ctx.profile), at: Date.now() }),
  }),
});
