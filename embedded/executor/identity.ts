import type { Caller, Identity } from "./contract";

/**
 * From verified claims to the identity an app sees (contract §6.4), and to the caller that carries it.
 *
 * Built from entry lists, so that a claim named `__proto__` stays a plain field.
 */

type Claims = Readonly<Record<string, unknown>>;

/** Profile claims that OIDC names differently from the identity object. */
const PROFILE_FIELDS: ReadonlyMap<string, string> = new Map([
  ["name", "name"],
  ["given_name", "givenName"],
  ["family_name", "familyName"],
  ["nickname", "nickname"],
  ["preferred_username", "preferredUsername"],
  ["profile", "profileUrl"],
  ["picture", "pictureUrl"],
  ["website", "websiteUrl"],
  ["email", "email"],
  ["email_verified", "emailVerified"],
  ["gender", "gender"],
  ["birthdate", "birthday"],
  ["zoneinfo", "timezone"],
  ["locale", "language"],
  ["phone_number", "phoneNumber"],
  ["phone_number_verified", "phoneNumberVerified"],
  ["address", "address"],
  ["updated_at", "updatedAt"],
]);

/** No claim may stand in for these: they say who it is. */
const OWN_FIELDS = new Set(["tokenIdentifier", "issuer", "subject"]);
const OIDC_DROPPED = new Set(["iss", "sub", "jti", "nbf", "fva"]);
const REGISTERED = new Set(["iss", "sub", "aud", "exp", "nbf", "iat", "jti"]);

/** @param claims verified, with `iss` and `sub` */
export function oidcIdentity(claims: Claims & { iss: string; sub: string }): Identity {
  const custom: [string, unknown][] = [];
  const profile: [string, unknown][] = [];
  for (const [claim, value] of Object.entries(claims)) {
    if (OIDC_DROPPED.has(claim) || value === null || value === undefined) continue;
    const field = PROFILE_FIELDS.get(claim);
    if (field !== undefined) profile.push([field, profileValue(claim, value)]);
    else if (!OWN_FIELDS.has(claim)) custom.push([claim, value]);
  }
  // Later entries win: a profile field is never overshadowed by a custom claim of its name.
  return withOwnFields(claims.iss, claims.sub, [...custom, ...profile]);
}

/** Two profile claims have a shape of their own in OIDC; apps see text (inferred from the field types). */
function profileValue(claim: string, value: unknown): unknown {
  if (claim === "updated_at" && typeof value === "number") return new Date(value * 1000).toISOString();
  if (claim === "address" && typeof value === "object" && value !== null && "formatted" in value)
    return value.formatted;
  return value;
}

/** Custom tokens: every claim that is not registered, nested objects flattened to dotted keys. */
export function customJwtIdentity(claims: Claims & { iss: string; sub: string }): Identity {
  const fields: [string, unknown][] = [];
  for (const [claim, value] of Object.entries(claims)) {
    if (!REGISTERED.has(claim) && !OWN_FIELDS.has(claim)) flattenInto(fields, claim, value);
  }
  return withOwnFields(claims.iss, claims.sub, fields);
}

function flattenInto(fields: [string, unknown][], key: string, value: unknown): void {
  if (value === null || value === undefined) return;
  if (typeof value === "object" && !Array.isArray(value)) {
    for (const [inner, innerValue] of Object.entries(value)) flattenInto(fields, `${key}.${inner}`, innerValue);
    return;
  }
  fields.push([key, value]);
}

function withOwnFields(issuer: string, subject: string, fields: readonly [string, unknown][]): Identity {
  return {
    ...Object.fromEntries(fields),
    tokenIdentifier: `${issuer}|${subject}`,
    issuer,
    subject,
  };
}

/** @param expiresAt epoch ms after which the token no longer counts */
export function callerOf(identity: Identity, expiresAt: number): Caller {
  return { identity, key: JSON.stringify(identity), isAdmin: false, expiresAt };
}

/**
 * The operator, acting as nobody or as the user described.
 *
 * @param actingAs attributes of §6.4 with `issuer` and `subject`; `tokenIdentifier` is derived when absent
 */
export function adminCaller(actingAs?: Readonly<Record<string, unknown>>): Caller {
  if (actingAs === undefined) return { identity: null, key: "admin", isAdmin: true, expiresAt: null };
  const { issuer, subject, tokenIdentifier } = actingAs;
  const issuerText = typeof issuer === "string" ? issuer : "";
  const subjectText = typeof subject === "string" ? subject : "";
  const identity: Identity = {
    ...actingAs,
    tokenIdentifier: typeof tokenIdentifier === "string" ? tokenIdentifier : `${issuerText}|${subjectText}`,
    issuer: issuerText,
    subject: subjectText,
  };
  return { identity, key: `admin ${JSON.stringify(identity)}`, isAdmin: true, expiresAt: null };
}
