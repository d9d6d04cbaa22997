import type { ConnectingOutcome, OAuthService } from "../../domain/oauth";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { plainFetch, type Fetcher } from "../providers/exchange";
import { driverOf } from "./oauthApps";

/** What of a connection speaks to the service: turning a code into tokens, and keeping a token that works. */

export type Work = Pick<ActionCtx, "runQuery" | "runMutation" | "runAction">;

/** What a company types is fetched where it can be looked at before it is spoken to. */
export function fetcherFor(ctx: Pick<ActionCtx, "runAction">, isTyped: boolean): Fetcher {
  if (!isTyped) return plainFetch;
  return (request) => ctx.runAction(internal.providers.guardedFetch.fetchGuarded, request);
}

/** What somebody came back from a service with. */
export interface Return {
  readonly service: OAuthService;
  readonly state: string;
  /** Null where the person gave no permission. */
  readonly code: string | null;
  /** Who brings it, where somebody is signed in there: it must be who went. */
  readonly by: { readonly tenantId: Id<"tenants">; readonly profileId: Id<"profiles"> } | null;
}

/**
 * Turns a code into tokens, once.
 *
 *   1. One transaction uses the state up and writes down that a code is being exchanged.
 *   2. The code is sent, once: it works once.
 *   3. One transaction keeps the tokens.
 *
 * Killed after 1 or 2, the connection says two minutes later that it was not concluded; what was connected before goes on
 * working.
 */
export async function finishConnecting(ctx: Work, { code, ...brought }: Return): Promise<ConnectingOutcome> {
  const begun = await ctx.runMutation(internal.oauth.begin, { ...brought, isDenied: code === null });
  if (begun === null) return "expired";
  if (code === null || begun.kind === "denied") return "denied";
  const { tenantId, profileId, key, app } = begun;
  const answer = await driverOf(brought.service).exchangeCode(app, fetcherFor(ctx, app.isTyped), code);
  if (!answer.ok) {
    const isRefused = answer.failure === "refused";
    const problem = isRefused ? "exchange_refused" : "interrupted";
    await ctx.runMutation(internal.oauth.notConnected, { tenantId, service: brought.service, key, problem });
    return isRefused ? "refused" : "unavailable";
  }
  const { clientId, baseUrl } = app;
  const made = { service: brought.service, clientId, baseUrl, key, tokens: answer.tokens };
  const isKept = await ctx.runMutation(internal.oauth.connected, { tenantId, profileId, ...made });
  return isKept ? "connected" : "superseded";
}

export interface ConnectionKey {
  readonly tenantId: Id<"tenants">;
  readonly service: OAuthService;
}

/** Why there is no token to ask with. */
export type NoToken = "not_connected" | "unauthorized" | "unavailable";
export type Tokened<Answer> =
  { readonly kind: "answered"; readonly answer: Answer } | { readonly kind: "no_token"; readonly failure: NoToken };

/** What an answer says of the token it was asked with. */
export type TokenVerdict = "fine" | "unauthorized" | "forbidden";

/**
 * Asks a service with a token that works: one that ends is renewed first; one that is refused is renewed and the question
 * put once more, since a service that refuses a token has done nothing. What stays refused is kept in mind.
 */
export async function withToken<Answer>(
  ctx: Work,
  key: ConnectionKey,
  ask: (accessToken: string) => Promise<Answer>,
  judge: (answer: Answer) => TokenVerdict,
): Promise<Tokened<Answer>> {
  let staleVersion: number | null = null;
  for (;;) {
    const got = await takeToken(ctx, key, staleVersion);
    if (got.kind === "no_token") {
      if (got.failure === "unauthorized") await remember(ctx, key, "revoked", got.version);
      return got;
    }
    const answer = await ask(got.accessToken);
    const verdict = judge(answer);
    if (verdict === "forbidden") await remember(ctx, key, "scope_missing", got.version);
    if (verdict !== "unauthorized") return { kind: "answered", answer };
    if (staleVersion !== null) {
      await remember(ctx, key, "revoked", got.version);
      return { kind: "answered", answer };
    }
    staleVersion = got.version;
  }
}

async function remember(
  ctx: Work,
  key: ConnectionKey,
  problem: "revoked" | "scope_missing",
  ofVersion: number,
): Promise<void> {
  await ctx.runMutation(internal.oauth.remember, { ...key, problem, ofVersion });
}

type Taken =
  | { readonly kind: "token"; readonly accessToken: string; readonly version: number }
  | { readonly kind: "no_token"; readonly failure: NoToken; readonly version: number };

/** How often whoever waits for another's renewal looks again. */
const LOOK_MS = 250;
/** Longer than a lease: then it is given up. */
const MAX_LOOKS = 180;

async function takeToken(ctx: Work, key: ConnectionKey, staleVersion: number | null): Promise<Taken> {
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const found = await ctx.runQuery(internal.oauth.token, { ...key, staleVersion, now: Date.now() });
    const { version } = found;
    if (found.advice === "use") return { kind: "token", accessToken: found.accessToken, version };
    if (found.advice === "not_connected" || found.advice === "unauthorized")
      return { kind: "no_token", failure: found.advice, version };
    if (found.advice === "renew") {
      const outcome = await renew(ctx, key, version);
      if (outcome === "unavailable") return { kind: "no_token", failure: "unavailable", version };
    } else await new Promise((go) => setTimeout(go, LOOK_MS));
  }
  return { kind: "no_token", failure: "unavailable", version: staleVersion ?? 0 };
}

export type Renewal = "renewed" | "refused" | "unavailable" | "not_ours";

/**
 * Renews the tokens of a version. Of two at once one does, the other finds it done.
 *
 * A lost answer leaves open whether the old refresh token is spent. It is tried again; if it is, the service says so, and
 * a person has to connect again before the access token ends.
 */
export async function renew(ctx: Work, key: ConnectionKey, version: number): Promise<Renewal> {
  const leased = await ctx.runMutation(internal.oauth.beginRenewal, { ...key, version });
  if (leased === null) return "not_ours";
  const { app, refreshToken } = leased;
  const answer = await driverOf(key.service).refreshTokens(app, fetcherFor(ctx, app.isTyped), refreshToken);
  if (answer.ok) {
    await ctx.runMutation(internal.oauth.renewed, { ...key, version, tokens: answer.tokens });
    return "renewed";
  }
  const isRefused = answer.failure === "refused";
  await ctx.runMutation(internal.oauth.notRenewed, { ...key, version, key: leased.key, isRefused });
  return isRefused ? "refused" : "unavailable";
}
