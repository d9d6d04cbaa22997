import { defineTable } from "convex/server";
import { v } from "convex/values";
import { CONNECTING_OUTCOMES, CONNECTION_PROBLEMS, CONNECTION_STATES, OAUTH_SERVICES } from "../../domain/oauth";
import { literals } from "./validators";

/** The tables of companies' connections to services where a person gives the permission. */

export const vOAuthService = literals(OAUTH_SERVICES);
export const vConnectionProblem = literals(CONNECTION_PROBLEMS);
export const vConnectingOutcome = literals(CONNECTING_OUTCOMES);

/** What the screens see of a connection. */
export const vConnection = v.object({
  state: literals(CONNECTION_STATES),
  problem: v.union(v.null(), vConnectionProblem),
  /** What is wrong and what to do. */
  message: v.union(v.null(), v.string()),
  expiresAt: v.union(v.null(), v.number()),
  connectedAt: v.union(v.null(), v.number()),
  connectedByName: v.union(v.null(), v.string()),
});

export const oauthTables = {
  /**
   * Somebody on the way to a service and back. Who comes back brings the state alone and does not say of which company,
   * so this stands apart from the companies' tables; the state itself is kept nowhere. Written by `model/oauthStates.ts`.
   */
  oauthStates: defineTable({
    /** SHA-256 of the state, hexadecimal. */
    hash: v.string(),
    service: vOAuthService,
    shopId: v.id("tenants"),
    profileId: v.id("profiles"),
    expiresAt: v.number(),
  })
    .index("by_hash", ["hash"])
    .index("by_expiresAt", ["expiresAt"]),

  /**
   * How a company's connection to a service stands; at most one row per service, from the first try on. The tokens are
   * in `secrets`. Written by `model/oauthConnections.ts`. `Connection` of domain/oauth.ts, and who and when.
   */
  oauthConnections: defineTable({
    tenantId: v.id("tenants"),
    service: vOAuthService,
    version: v.number(),
    madeFor: v.union(v.null(), v.object({ clientId: v.string(), baseUrl: v.string() })),
    expiresAt: v.union(v.null(), v.number()),
    connectedAt: v.union(v.null(), v.number()),
    connectedByName: v.union(v.null(), v.string()),
    problem: v.union(v.null(), vConnectionProblem),
    exchange: v.union(v.null(), v.object({ key: v.string() })),
    lease: v.union(v.null(), v.object({ key: v.string(), until: v.number() })),
    /** When its tokens are to be renewed in the background; null when never. */
    renewalDueAt: v.union(v.null(), v.number()),
  })
    .index("by_tenantId_and_service", ["tenantId", "service"])
    .index("by_tenantId_and_renewalDueAt", ["tenantId", "renewalDueAt"]),
};
