import { v } from "convex/values";
import { connectingMessage, EXCHANGE_LIFE_MS, OAUTH_SERVICES } from "../domain/oauth";
import { internal } from "./_generated/api";
import { isStillOwner } from "./lib/access";
import { httpEndpoint, scopedMutation, scopedQuery, systemAction, systemMutation } from "./lib/functions";
import { vConnectionProblem, vOAuthService } from "./lib/oauthTables";
import { TenantWriter } from "./lib/tenantDb";
import { CALLBACK_PATHS, readOAuthApp, TOKEN_SECRETS } from "./model/oauthApps";
import * as Connections from "./model/oauthConnections";
import { deleteStatesBefore, findState, useUp } from "./model/oauthStates";
import { finishConnecting, renew as renewTokens } from "./model/oauthWork";
import { closingPage } from "./model/oauthPage";
import { sweepTenants } from "./model/paymentSweep";
import { actorOf } from "./model/orderEvents";
import { readSecret } from "./model/secrets";

/** Connections to services where a person gives the permission: what goes on behind the screens. */

export const OAUTH_PREFIX = "/oauth/";

/**
 * Where a service sends a person back to: `GET /oauth/<service>?code=…&state=…`. Nobody is signed in here: the state says
 * for which company and by whom the way was begun, and that person must still be its owner.
 */
export const callback = httpEndpoint(async (ctx, request): Promise<Response> => {
  const url = new URL(request.url);
  const service = OAUTH_SERVICES.find((one) => CALLBACK_PATHS[one] === url.pathname);
  if (service === undefined) return new Response(null, { status: 404 });
  const code = url.searchParams.get("code");
  const outcome = await finishConnecting(ctx, { service, state: url.searchParams.get("state") ?? "", code, by: null });
  const isConnected = outcome === "connected";
  return closingPage(isConnected ? 200 : 400, {
    title: isConnected ? "Conexão concluída" : "Conexão não concluída",
    text: connectingMessage(service, outcome),
  });
});

const vConnectionKey = { service: vOAuthService };
const vTokens = v.object({
  accessToken: v.string(),
  refreshToken: v.union(v.null(), v.string()),
  expiresInMs: v.union(v.null(), v.number()),
});
const vApp = v.object({
  service: vOAuthService,
  clientId: v.string(),
  clientSecret: v.string(),
  redirectUri: v.string(),
  baseUrl: v.string(),
  isTyped: v.boolean(),
  contact: v.string(),
});

/**
 * Uses a state up and writes down what is under way; null where it opens nothing: unknown, used, over, another service's,
 * brought by somebody else than went, or by somebody who may not connect the company any more.
 */
export const begin = systemMutation({
  args: {
    ...vConnectionKey,
    state: v.string(),
    isDenied: v.boolean(),
    by: v.union(v.null(), v.object({ tenantId: v.id("tenants"), profileId: v.id("profiles") })),
  },
  returns: v.union(
    v.null(),
    v.object({ kind: v.literal("denied") }),
    v.object({
      kind: v.literal("begun"),
      tenantId: v.id("tenants"),
      profileId: v.id("profiles"),
      key: v.string(),
      app: vApp,
    }),
  ),
  handler: async (ctx, { service, state, isDenied, by }) => {
    const now = Date.now();
    const row = await findState(ctx.db, state, now);
    if (row === null || row.service !== service) return null;
    const { shopId: tenantId, profileId } = row;
    if (by !== null && (by.tenantId !== tenantId || by.profileId !== profileId)) return null;
    await useUp(ctx.db, row);
    if (!(await isStillOwner(ctx.db, { tenantId, profileId }))) return null;
    const db = new TenantWriter(ctx.db, tenantId);
    if (isDenied) {
      await Connections.rememberDenial(db, service);
      return { kind: "denied" } as const;
    }
    const key = await Connections.beginExchange(db, service);
    // Whoever dies now leaves nobody who would say so: by then there are tokens, or there never will be.
    const gone = { tenantId, service, key, problem: "interrupted" as const };
    await ctx.scheduler.runAfter(EXCHANGE_LIFE_MS, internal.oauth.notConnected, gone);
    return { kind: "begun", tenantId, profileId, key, app: await readOAuthApp(db, service) } as const;
  },
});

/** Keeps the tokens of a code. @returns whether they are the company's now */
export const connected = systemMutation({
  args: {
    ...vConnectionKey,
    tenantId: v.id("tenants"),
    profileId: v.id("profiles"),
    clientId: v.string(),
    baseUrl: v.string(),
    key: v.string(),
    tokens: vTokens,
  },
  returns: v.boolean(),
  handler: async (ctx, { tenantId, profileId, service, clientId, baseUrl, ...got }) => {
    const profile = await ctx.db.get("profiles", profileId);
    if (profile === null || !(await isStillOwner(ctx.db, { tenantId, profileId }))) return false;
    const deed = { actor: actorOf(profile), at: Date.now() };
    const db = new TenantWriter(ctx.db, tenantId);
    return await Connections.finishExchange(db, { service, clientId, baseUrl }, got, deed);
  },
});

export const notConnected = scopedMutation({
  args: { ...vConnectionKey, key: v.string(), problem: vConnectionProblem },
  returns: v.null(),
  handler: async ({ db }, { service, ...what }) => {
    await Connections.failExchange(db, service, what);
    return null;
  },
});

/** The token to ask with, or what is to be done for one; the clock is the asking action's. */
export const token = scopedQuery({
  args: { ...vConnectionKey, staleVersion: v.union(v.null(), v.number()), now: v.number() },
  returns: v.union(
    v.object({ advice: v.literal("use"), version: v.number(), accessToken: v.string() }),
    v.object({
      advice: v.union(v.literal("renew"), v.literal("wait"), v.literal("not_connected"), v.literal("unauthorized")),
      version: v.number(),
    }),
  ),
  handler: async ({ db }, { service, ...asked }) => {
    const { advice, version } = await Connections.adviseOn(db, service, asked);
    if (advice !== "use") return { advice, version };
    const accessToken = await readSecret(db, TOKEN_SECRETS[service].access);
    return accessToken === null ? { advice: "not_connected" as const, version } : { advice, version, accessToken };
  },
});

/** Takes the lease of renewing; null where nobody has to any more, or somebody else does. */
export const beginRenewal = scopedMutation({
  args: { ...vConnectionKey, version: v.number() },
  returns: v.union(v.null(), v.object({ key: v.string(), refreshToken: v.string(), app: vApp })),
  handler: async ({ db }, { service, version }) => {
    const key = await Connections.beginRenewal(db, service, version, Date.now());
    const refreshToken = key === null ? null : await readSecret(db, TOKEN_SECRETS[service].refresh);
    return key === null || refreshToken === null ? null : { key, refreshToken, app: await readOAuthApp(db, service) };
  },
});

export const renewed = scopedMutation({
  args: { ...vConnectionKey, version: v.number(), tokens: vTokens },
  returns: v.null(),
  handler: async ({ db }, { service, ...got }) => {
    await Connections.finishRenewal(db, service, got, Date.now());
    return null;
  },
});

export const notRenewed = scopedMutation({
  args: { ...vConnectionKey, version: v.number(), key: v.string(), isRefused: v.boolean() },
  returns: v.null(),
  handler: async ({ db }, { service, version, key, isRefused }) => {
    if (isRefused) await Connections.refuseRenewal(db, service, version);
    else await Connections.giveUpRenewal(db, service, key);
    return null;
  },
});

/** Keeps in mind what a service has refused to these tokens. */
export const remember = scopedMutation({
  args: { ...vConnectionKey, problem: vConnectionProblem, ofVersion: v.number() },
  returns: v.null(),
  handler: async ({ db }, { service, problem, ofVersion }) => {
    await Connections.rememberProblem(db, service, problem, ofVersion);
    return null;
  },
});

/** Renews in the background. */
export const renew = systemAction({
  args: { tenantId: v.id("tenants"), ...vConnectionKey, version: v.number() },
  returns: v.null(),
  handler: async (ctx, { version, ...key }): Promise<null> => {
    await renewTokens(ctx, key, version);
    return null;
  },
});

const STATES_PER_SWEEP = 500;
/** Bling blocks an address for an hour that asks for tokens more than twenty times in a minute. Source: contracts/bling.md §2. */
const BETWEEN_RENEWALS_MS = 6_000;

/** Every few minutes: tokens that end soon, states that nobody came back with. */
export const sweep = systemMutation({
  args: { cursor: v.optional(v.union(v.null(), v.string())) },
  returns: v.object({ started: v.number() }),
  handler: async (ctx, { cursor = null }) => {
    const now = Date.now();
    if (cursor === null) await deleteStatesBefore(ctx.db, now, STATES_PER_SWEEP);
    const { page, isDone, continueCursor } = await sweepTenants(ctx.db, cursor);
    let started = 0;
    for (const tenantId of page) {
      for (const due of await Connections.takeDue(new TenantWriter(ctx.db, tenantId), now)) {
        const afterMs = started * BETWEEN_RENEWALS_MS;
        await ctx.scheduler.runAfter(afterMs, internal.oauth.renew, { tenantId, ...due });
        started += 1;
      }
    }
    if (!isDone) await ctx.scheduler.runAfter(0, internal.oauth.sweep, { cursor: continueCursor });
    return { started };
  },
});
