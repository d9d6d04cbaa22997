import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from "jose";
import type { JWTPayload, JWTVerifyOptions } from "jose";
import type { AuthProvider } from "./authConfig";
import { normalizeIssuer } from "./authConfig";
import type { Caller } from "./contract";
import { AuthFailure } from "./contract";
import { callerOf, customJwtIdentity, oidcIdentity } from "./identity";
import type { FetchUrl, KeySet } from "./keySets";
import { KeySets } from "./keySets";

export { parseAuthConfig } from "./authConfig";
export type { AuthProvider } from "./authConfig";
export { adminCaller } from "./identity";
export type { FetchUrl } from "./keySets";

/** Verified tokens kept by their text; each until it expires, the oldest make room. */
const REMEMBERED_TOKENS = 10_000;
const CUSTOM_JWT_TOLERANCE_SECONDS = 5;
const OIDC_ALGORITHMS = ["RS256", "EdDSA"];

export interface TokenVerifier {
  /** The caller a bearer token stands for. @throws AuthFailure NoAuthProvider, InvalidAuthHeader, Unauthenticated… */
  verify(token: string): Promise<Caller>;
}

/**
 * Checks bearer tokens against the app's providers (contract §6.2).
 *
 * Holds the verified tokens and, through `KeySets`, the issuers' keys; knows no HTTP: `fetchUrl` does that.
 *
 * @param now epoch ms
 */
export function createTokenVerifier(options: {
  providers: readonly AuthProvider[];
  fetchUrl: FetchUrl;
  now: () => number;
}): TokenVerifier {
  const { providers, now } = options;
  const keySets = new KeySets(options.fetchUrl, now);
  const verified = new Map<string, Promise<Caller>>();

  async function check(token: string): Promise<Caller> {
    const claims = decode(token);
    const provider = chooseProvider(providers, claims);
    if (provider.type === "customJwt" && typeof protectedHeader(token).kid !== "string") {
      throw new AuthFailure("InvalidAuthHeader", "The token's header must name its key (kid)");
    }
    const toleranceSeconds = provider.type === "customJwt" ? CUSTOM_JWT_TOLERANCE_SECONDS : 0;
    const payload = await verifySignature(token, provider, {
      algorithms: provider.type === "customJwt" ? [provider.algorithm] : OIDC_ALGORITHMS,
      audience: provider.applicationId ?? undefined,
      clockTolerance: toleranceSeconds,
      requiredClaims: ["iss", "sub", "exp"],
      currentDate: new Date(now()),
    });
    const { iss, sub, exp } = payload;
    if (typeof iss !== "string" || typeof sub !== "string" || typeof exp !== "number") {
      throw new AuthFailure("Unauthenticated", "The token must carry iss, sub and exp");
    }
    const named = { ...payload, iss, sub };
    const identity = provider.type === "customJwt" ? customJwtIdentity(named) : oidcIdentity(named);
    return callerOf(identity, (exp + toleranceSeconds) * 1000);
  }

  async function verifySignature(token: string, provider: AuthProvider, expected: JWTVerifyOptions) {
    const address =
      provider.type === "customJwt"
        ? provider.jwks
        : await keySets.discover(provider.issuer, (found) => normalizeIssuer(found) === provider.issuer);
    const keySet = await keySets.at(address);
    try {
      return await verifyWith(keySet, token, expected);
    } catch (error) {
      // The issuer may have changed its keys since: look again once, then believe the refusal.
      const newer = mayBeNewKey(error) ? await keySets.newerThan(keySet, address) : null;
      if (newer === null) throw asAuthFailure(error);
      return await verifyWith(newer, token, expected).catch((again: unknown) => {
        throw asAuthFailure(again);
      });
    }
  }

  return {
    async verify(token) {
      const known = verified.get(token);
      if (known !== undefined) {
        const caller = await known;
        if (caller.expiresAt === null || now() <= caller.expiresAt) return caller;
        verified.delete(token);
      }
      const checking = check(token);
      verified.set(token, checking);
      checking.catch(() => {
        if (verified.get(token) === checking) verified.delete(token);
      });
      for (const oldest of verified.keys()) {
        if (verified.size <= REMEMBERED_TOKENS) break;
        verified.delete(oldest);
      }
      return checking;
    },
  };
}

function decode(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    throw new AuthFailure("InvalidAuthHeader", "Could not parse the token as a JWT");
  }
}

function protectedHeader(token: string): { kid?: string | undefined } {
  try {
    return decodeProtectedHeader(token);
  } catch {
    throw new AuthFailure("InvalidAuthHeader", "Could not parse the token's header");
  }
}

/**
 * The first provider whose issuer is the token's and, where it names an application, whose application the
 * token is for. An OIDC token must be for that application alone.
 */
function chooseProvider(providers: readonly AuthProvider[], claims: JWTPayload): AuthProvider {
  if (typeof claims.iss !== "string") throw new AuthFailure("InvalidAuthHeader", "The token names no issuer (iss)");
  const issuer = normalizeIssuer(claims.iss);
  const audiences = typeof claims.aud === "string" ? [claims.aud] : (claims.aud ?? []);
  const provider = providers.find(
    (candidate) =>
      candidate.issuer === issuer && (candidate.applicationId === null || audiences.includes(candidate.applicationId)),
  );
  if (provider === undefined) {
    throw new AuthFailure("NoAuthProvider", "No auth provider found matching the given token");
  }
  if (provider.type === "oidc" && audiences.length !== 1) {
    throw new AuthFailure("Unauthenticated", "The token must be for one audience only");
  }
  return provider;
}

async function verifyWith(keySet: KeySet, token: string, expected: JWTVerifyOptions): Promise<JWTPayload> {
  return (await jwtVerify(token, keySet.getKey, expected)).payload;
}

function mayBeNewKey(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed;
}

function asAuthFailure(error: unknown): AuthFailure {
  if (error instanceof AuthFailure) return error;
  if (error instanceof errors.JWTExpired) return new AuthFailure("Unauthenticated", "The token has expired");
  const reason = error instanceof errors.JOSEError ? error.message : "it could not be checked";
  return new AuthFailure("Unauthenticated", `Could not verify the token: ${reason}`);
}
