import {
  adviseOnToken,
  isForeign,
  renewalDueAt,
  RENEWAL_LEASE_MS,
  viewConnection,
  weightier,
  type Connection,
  type ConnectionProblem,
  type ConnectionView,
  type OAuthService,
  type TokenAdvice,
  type TokensKept,
} from "../../domain/oauth";
import type { Doc } from "../_generated/dataModel";
import type { DatabaseWriter } from "../_generated/server";
import { randomHex } from "../lib/randomIds";
import { refuseWith } from "../lib/errors";
import { TenantReader, type TenantWriter } from "../lib/tenantDb";
import type { OAuthApp, Tokens } from "../providers/oauthTokens";
import { driverOf, readMadeFor, readOAuthApp, TOKEN_SECRETS } from "./oauthApps";
import { createState, type StateOwner } from "./oauthStates";
import type { Deed } from "./orderEvents";
import { readMask, renewSecret, saveSecrets } from "./secrets";

/**
 * How a company's connections stand, and the transactions in which they change. Tokens are counted (`version`): whatever
 * comes back late from a service counts only while the tokens it belongs to are still the company's.
 */

type Row = Doc<"oauthConnections">;
type Fields = Omit<Row, "_id" | "_creationTime" | "tenantId" | "service" | "renewalDueAt">;

const NONE: Fields = {
  version: 0,
  madeFor: null,
  expiresAt: null,
  connectedAt: null,
  connectedByName: null,
  problem: null,
  exchange: null,
  lease: null,
};

export async function findConnection(db: TenantReader, service: OAuthService): Promise<Row | null> {
  return await db
    .query("oauthConnections")
    .withIndex("by_tenantId_and_service", (q) => q.eq("service", service))
    .unique();
}

async function readKept(db: TenantReader, service: OAuthService): Promise<TokensKept> {
  const { access, refresh } = TOKEN_SECRETS[service];
  return { hasAccess: (await readMask(db, access)).isSet, hasRefresh: (await readMask(db, refresh)).isSet };
}

export interface ConnectionShown extends ConnectionView {
  readonly problem: ConnectionProblem | null;
  readonly expiresAt: number | null;
  readonly connectedAt: number | null;
  readonly connectedByName: string | null;
}

/** For the screens: nothing of it is secret. */
export async function readConnection(db: TenantReader, service: OAuthService): Promise<ConnectionShown> {
  const row = await findConnection(db, service);
  const view = viewConnection(service, row, await readKept(db, service), await readMadeFor(db, service));
  const { problem, expiresAt, connectedAt, connectedByName } = row ?? NONE;
  return { ...view, problem, expiresAt, connectedAt, connectedByName };
}

export interface Advice {
  readonly advice: TokenAdvice;
  readonly version: number;
}

/** What to do for a token that works. */
export async function adviseOn(
  db: TenantReader,
  service: OAuthService,
  asked: { readonly staleVersion: number | null; readonly now: number },
): Promise<Advice> {
  const row = await findConnection(db, service);
  const version = row?.version ?? NONE.version;
  if (isForeign(row, await readMadeFor(db, service))) return { advice: "not_connected", version };
  return { advice: adviseOnToken(row, await readKept(db, service), asked), version };
}

/**
 * Sends somebody to a service, to give the permission there. @returns the page's address
 *
 * Refused with `connection_incomplete`, `client_secret_missing`.
 */
export async function beginConnecting(db: DatabaseWriter, owner: StateOwner, now: number): Promise<string> {
  const app = await readOAuthApp(new TenantReader(db, owner.shopId), owner.service);
  if (app.clientId === "" || app.redirectUri === "") return refuseWith("connection_incomplete");
  if (app.clientSecret === "") return refuseWith("client_secret_missing");
  return driverOf(owner.service).authorizeUrl(app, await createState(db, owner, now));
}

/** Somebody has come back with a code: who came last counts. @returns what its tokens are to be saved with */
export async function beginExchange(db: TenantWriter, service: OAuthService): Promise<string> {
  const key = randomHex(16);
  await put(db, service, { exchange: { key } });
  return key;
}

/** @returns whether they are the company's tokens now: nobody has disconnected or come back again meanwhile */
export async function finishExchange(
  db: TenantWriter,
  app: Pick<OAuthApp, "service" | "clientId" | "baseUrl">,
  { key, tokens }: { readonly key: string; readonly tokens: Tokens },
  deed: Deed,
): Promise<boolean> {
  const { service, clientId, baseUrl } = app;
  const row = await findConnection(db, service);
  if (row?.exchange?.key !== key) return false;
  const { access, refresh } = TOKEN_SECRETS[service];
  await saveSecrets(db, { [access]: tokens.accessToken, [refresh]: tokens.refreshToken }, deed);
  await put(db, service, {
    ...NONE,
    version: row.version + 1,
    madeFor: { clientId, baseUrl },
    expiresAt: tokens.expiresInMs === null ? null : deed.at + tokens.expiresInMs,
    connectedAt: deed.at,
    connectedByName: deed.actor.name,
  });
  return true;
}

/** The code came to nothing; what was connected before still is. */
export async function failExchange(
  db: TenantWriter,
  service: OAuthService,
  { key, problem }: { readonly key: string; readonly problem: ConnectionProblem },
): Promise<void> {
  const row = await findConnection(db, service);
  if (row?.exchange?.key === key) await put(db, service, { exchange: null, problem: weightier(row.problem, problem) });
}

/** Somebody came back without the permission. What is connected stays connected, so that there is nothing to say then. */
export async function rememberDenial(db: TenantWriter, service: OAuthService): Promise<void> {
  if (!(await readKept(db, service)).hasAccess) await rememberProblem(db, service, "denied", null);
}

/**
 * Keeps in mind what a service has refused.
 *
 * @param ofVersion of which tokens; null for any
 */
export async function rememberProblem(
  db: TenantWriter,
  service: OAuthService,
  problem: ConnectionProblem,
  ofVersion: number | null,
): Promise<void> {
  const row = await findConnection(db, service);
  if (ofVersion !== null && ofVersion !== (row?.version ?? NONE.version)) return;
  const before = row?.problem ?? null;
  const after = weightier(before, problem);
  if (after !== before) await put(db, service, { problem: after });
}

/** Clears the tokens; what a call under way brings back counts for nothing. */
export async function disconnect(db: TenantWriter, service: OAuthService, deed: Deed): Promise<void> {
  const row = await findConnection(db, service);
  const { access, refresh } = TOKEN_SECRETS[service];
  await saveSecrets(db, { [access]: null, [refresh]: null }, deed);
  if (row !== null) await put(db, service, { ...NONE, version: row.version + 1 });
}

/** Somebody has typed a token by hand: it takes the place of a connection and cannot be renewed. */
export async function replaceByTyped(db: TenantWriter, service: OAuthService, deed: Deed): Promise<void> {
  const row = await findConnection(db, service);
  await saveSecrets(db, { [TOKEN_SECRETS[service].refresh]: null }, deed);
  if (row !== null) await put(db, service, { ...NONE, version: row.version + 1 });
}

/** Somebody has typed tokens by hand, the one that renews among them: they take the place of a connection. */
export async function adoptTyped(db: TenantWriter, service: OAuthService): Promise<void> {
  const row = await findConnection(db, service);
  await put(db, service, { ...NONE, version: (row?.version ?? NONE.version) + 1 });
}

/** Takes the lease of renewing, where somebody still has to. @returns null where that is not so any more */
export async function beginRenewal(
  db: TenantWriter,
  service: OAuthService,
  version: number,
  now: number,
): Promise<string | null> {
  const row = await findConnection(db, service);
  if (row === null || row.version !== version) return null;
  const { advice } = await adviseOn(db, service, { staleVersion: version, now });
  if (advice !== "renew") return null;
  const key = randomHex(16);
  await put(db, service, { lease: { key, until: now + RENEWAL_LEASE_MS } });
  return key;
}

/**
 * New tokens for those of a version. They count also when the lease has run out meanwhile: the old ones are spent. Not
 * when the company has connected again or disconnected.
 */
export async function finishRenewal(
  db: TenantWriter,
  service: OAuthService,
  { version, tokens }: { readonly version: number; readonly tokens: Tokens },
  now: number,
): Promise<void> {
  const row = await findConnection(db, service);
  if (row === null || row.version !== version) return;
  const { access, refresh } = TOKEN_SECRETS[service];
  await renewSecret(db, access, tokens.accessToken, now);
  if (tokens.refreshToken !== null) await renewSecret(db, refresh, tokens.refreshToken, now);
  const expiresAt = tokens.expiresInMs === null ? null : now + tokens.expiresInMs;
  const problem = row.problem === "scope_missing" ? row.problem : null;
  await put(db, service, { version: version + 1, expiresAt, problem, lease: null });
}

/** They were refused: only a person can go on from here. */
export async function refuseRenewal(db: TenantWriter, service: OAuthService, version: number): Promise<void> {
  const row = await findConnection(db, service);
  if (row === null || row.version !== version) return;
  await put(db, service, { problem: weightier(row.problem, "renewal_refused"), lease: null });
}

/** Nobody knows, or nobody answered: somebody else may try. */
export async function giveUpRenewal(db: TenantWriter, service: OAuthService, key: string): Promise<void> {
  const row = await findConnection(db, service);
  if (row?.lease?.key === key) await put(db, service, { lease: null });
}

export interface Due {
  readonly service: OAuthService;
  readonly version: number;
}

/** How long a renewal that came to nothing waits for the next try. */
const TRY_AGAIN_MS = 60 * 60 * 1000;

/** The connections whose tokens are to be renewed now. */
export async function takeDue(db: TenantWriter, now: number): Promise<Due[]> {
  const rows = await db
    .query("oauthConnections")
    .withIndex("by_tenantId_and_renewalDueAt", (q) => q.gt("renewalDueAt", 0).lte("renewalDueAt", now))
    .collect();
  const due: Due[] = [];
  for (const row of rows) {
    await db.patch("oauthConnections", row, { renewalDueAt: now + TRY_AGAIN_MS });
    due.push({ service: row.service, version: row.version });
  }
  return due;
}

async function put(db: TenantWriter, service: OAuthService, fields: Partial<Fields>): Promise<void> {
  const row = await findConnection(db, service);
  const after: Connection & Fields = { ...NONE, ...row, ...fields };
  const dueAt = renewalDueAt(service, after, await readKept(db, service));
  if (row === null) await db.insert("oauthConnections", { ...NONE, ...fields, service, renewalDueAt: dueAt });
  else await db.patch("oauthConnections", row, { ...fields, renewalDueAt: dueAt });
}
