import * as z from "zod/mini";
import type { PlainRefusalCode } from "../../domain/errors";
import { env } from "../_generated/server";
import { refuseWith } from "../lib/errors";
import { randomHex } from "../lib/randomIds";

/**
 * Clerk's Backend API, where Clerk keeps the accounts: what is done there for somebody else. What people do themselves
 * (sign in, recover, change their password) goes from their browser to Clerk without us.
 *
 * Source: Clerk's OpenAPI description of the Backend API, version 2025-11-10; toolchain.md §5.3.
 */

const PRODUCTION_URL = "https://api.clerk.com";
const API_VERSION = "2025-11-10";
const TIMEOUT_MS = 10_000;
/** How long to wait before a call that may be repeated is repeated. */
const REPEAT_AFTER_MS = [250, 1_000];
const MAX_WAIT_MS = 5_000;
/** As many as Clerk gives at a time; far above what one person has open. */
const MAX_SESSIONS = 500;
/** What we make bears this in its `external_id`, which nobody sets from a browser. */
const OWN_MARK = "shop-account-";

export interface ClerkService {
  readonly url: string;
  readonly key: string;
}

/** Null where no secret key is configured: then nothing can be done at Clerk for somebody else. */
export function clerkService(): ClerkService | null {
  const { CLERK_SECRET_KEY: key = "", CLERK_API_URL: url = "" } = env;
  return key === "" ? null : { key, url: (url === "" ? PRODUCTION_URL : url).replace(/\/+$/, "") };
}

/** Refused with `no_local_password` where the account is Clerk's and no key is configured. */
export function requireClerkService(): ClerkService {
  return clerkService() ?? refuseWith("no_local_password");
}

const vEmailAddress = z.object({ id: z.string(), email_address: z.string() });
const vUser = z.object({
  id: z.string(),
  external_id: z.optional(z.nullable(z.string())),
  primary_email_address_id: z.nullable(z.string()),
  email_addresses: z.array(vEmailAddress),
});
const vUsers = z.array(vUser);
const vSessions = z.array(z.object({ id: z.string() }));
const vNothing = z.unknown();
const vErrors = z.object({ errors: z.array(z.object({ code: z.string() })) });

/**
 * Makes an account whose address counts as verified. Whether a lost answer had made it is found out by asking, and one that
 * an earlier try left behind is taken up again: a person is never told that an e-mail is in use by nobody.
 *
 * Refused with `email_in_use`, `password_not_accepted`, `invalid_email`, `accounts_unavailable`.
 *
 * @param email in its normal form
 * @returns the account's id at Clerk: the subject of its tokens
 */
export async function createClerkUser(
  service: ClerkService,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<string> {
  const external_id = `${OWN_MARK}${randomHex(12)}`;
  const body = { external_id, email_address: [email], password };
  const answer = await callOnce(service, { method: "POST", path: "/v1/users", body }, vUser);
  if (answer.kind === "done") return answer.value.id;
  if (answer.kind === "unknown") {
    const [made] = await call(service, { method: "GET", path: `/v1/users?${query({ external_id })}` }, vUsers);
    return made?.id ?? refuseWith("accounts_unavailable");
  }
  if (answer.code !== "form_identifier_exists") return refuseAs(answer);
  const [there] = await call(service, { method: "GET", path: `/v1/users?${query({ email_address: email })}` }, vUsers);
  if (there?.external_id?.startsWith(OWN_MARK) !== true) return refuseWith("email_in_use");
  await setClerkPassword(service, there.id, password);
  return there.id;
}

/**
 * Gives an account a new password and ends all its sessions.
 *
 * Refused with `person_not_found`, `password_not_accepted`, `accounts_unavailable`.
 *
 * @returns the sessions that were open
 */
export async function setClerkPassword(service: ClerkService, userId: string, password: string): Promise<string[]> {
  const open = await listSessions(service, userId);
  const body = { password, sign_out_of_other_sessions: true };
  await call(service, { method: "PATCH", path: userPath(userId), body }, vUser);
  return open;
}

/**
 * Makes an address the one an account signs in with, in place of another. May be repeated until it is through.
 *
 * Refused with `person_not_found`, `email_in_use`, `invalid_email`, `accounts_unavailable`.
 *
 * @param email in its normal form, `before` too
 */
export async function changeClerkEmail(
  service: ClerkService,
  userId: string,
  { email, before }: { readonly email: string; readonly before: string },
): Promise<void> {
  const user = await call(service, { method: "GET", path: userPath(userId) }, vUser);
  const known = findAddress(user, email);
  if (known === undefined) {
    const body = { user_id: userId, email_address: email, verified: true, primary: true };
    const answer = await callOnce(service, { method: "POST", path: "/v1/email_addresses", body }, vEmailAddress);
    if (answer.kind !== "done") {
      // The answer may have been lost, not the change.
      const now = await call(service, { method: "GET", path: userPath(userId) }, vUser);
      if (findAddress(now, email) === undefined)
        return answer.kind === "refused" ? refuseAs(answer) : refuseWith("accounts_unavailable");
    }
  } else if (known.id !== user.primary_email_address_id) {
    const body = { verified: true, primary: true };
    await call(service, { method: "PATCH", path: addressPath(known.id), body }, vEmailAddress);
  }
  const old = findAddress(user, before);
  if (old !== undefined && before !== email)
    await call(service, { method: "DELETE", path: addressPath(old.id) }, vNothing, ABSENT_IS_FINE);
}

/** Ends all sessions of an account. Refused with `accounts_unavailable`. @returns those that were open */
export async function endClerkSessions(service: ClerkService, userId: string): Promise<string[]> {
  const open = await listSessions(service, userId);
  for (const id of open) {
    const path = `/v1/sessions/${encodeURIComponent(id)}/revoke`;
    // One that has ended meanwhile cannot be ended again, and need not be.
    await call(service, { method: "POST", path }, vNothing, [400, 404, 422]);
  }
  return open;
}

/** The address an account signs in with, in its normal form; null when there is no such account. */
export async function findClerkUser(service: ClerkService, userId: string): Promise<{ email: string } | null> {
  const [user] = await call(service, { method: "GET", path: `/v1/users?${query({ user_id: userId })}` }, vUsers);
  const primary = user?.email_addresses.find(({ id }) => id === user.primary_email_address_id);
  return primary === undefined ? null : { email: primary.email_address.toLowerCase() };
}

/** Deletes an account; one that is gone is gone. Refused with `accounts_unavailable`. */
export async function deleteClerkUser(service: ClerkService, userId: string): Promise<void> {
  await call(service, { method: "DELETE", path: userPath(userId) }, vNothing, ABSENT_IS_FINE);
}

async function listSessions(service: ClerkService, userId: string): Promise<string[]> {
  const filter = query({ user_id: userId, status: "active", limit: String(MAX_SESSIONS) });
  return (await call(service, { method: "GET", path: `/v1/sessions?${filter}` }, vSessions)).map(({ id }) => id);
}

const ABSENT_IS_FINE = [404];
const userPath = (id: string) => `/v1/users/${encodeURIComponent(id)}`;
const addressPath = (id: string) => `/v1/email_addresses/${encodeURIComponent(id)}`;
const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

function findAddress({ email_addresses }: z.infer<typeof vUser>, email: string) {
  return email_addresses.find(({ email_address }) => email_address.toLowerCase() === email);
}

interface Call {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: object;
}

interface Refused {
  readonly kind: "refused";
  readonly status: number;
  /** The first of Clerk's codes; empty where it named none. */
  readonly code: string;
}

/** `unknown`: it may or may not have happened. */
type Answer<Value> =
  { readonly kind: "done"; readonly value: Value } | Refused | { readonly kind: "unknown"; readonly waitMs: number };

/**
 * A call that does no harm when it is repeated: busy and lost ones are, twice.
 *
 * @param fine statuses of a refusal that are as good as done; the value is undefined then, so only for `vNothing`
 */
async function call<Value>(
  service: ClerkService,
  request: Call,
  shape: z.ZodMiniType<Value>,
  fine: readonly number[] = [],
): Promise<Value> {
  for (let repeats = 0; ; repeats += 1) {
    const answer = await callOnce(service, request, shape);
    if (answer.kind === "done") return answer.value;
    if (answer.kind === "refused") {
      if (fine.includes(answer.status)) return shape.parse(undefined);
      return refuseAs(answer);
    }
    const waitMs = REPEAT_AFTER_MS[repeats];
    if (waitMs === undefined) return refuseWith("accounts_unavailable");
    await new Promise((go) => setTimeout(go, Math.max(waitMs, Math.min(answer.waitMs, MAX_WAIT_MS))));
  }
}

async function callOnce<Value>(
  { url, key }: ClerkService,
  { method, path, body }: Call,
  shape: z.ZodMiniType<Value>,
): Promise<Answer<Value>> {
  let status: number;
  let text: string;
  let waitMs = 0;
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        "Clerk-API-Version": API_VERSION,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    ({ status } = response);
    waitMs = (Number(response.headers.get("Retry-After")) || 0) * 1000;
    text = await response.text();
  } catch {
    return { kind: "unknown", waitMs };
  }
  // A key that is wrong or may not do this is the operator's to mend; nothing of it is the person's business.
  if (status === 429 || status >= 500 || status === 401 || status === 403) return { kind: "unknown", waitMs };
  const said = parseJson(text);
  if (status >= 400) {
    const errors = vErrors.safeParse(said);
    return { kind: "refused", status, code: errors.data?.errors[0]?.code ?? "" };
  }
  const value = shape.safeParse(said);
  return value.success ? { kind: "done", value: value.data } : { kind: "unknown", waitMs };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What Clerk's codes are in our words. Source: Clerk's list of Backend API errors. */
const CODES: Readonly<Record<string, PlainRefusalCode>> = {
  form_identifier_exists: "email_in_use",
  form_param_format_invalid: "invalid_email",
  form_password_length_too_short: "password_not_accepted",
  form_password_length_too_long: "password_not_accepted",
  form_password_size_in_bytes_exceeded: "password_not_accepted",
  form_password_not_strong_enough: "password_not_accepted",
  form_password_pwned: "password_not_accepted",
  form_password_validation_failed: "password_not_accepted",
  resource_not_found: "person_not_found",
};

function refuseAs({ status, code }: Refused): never {
  return refuseWith(CODES[code] ?? (status === 404 ? "person_not_found" : "accounts_unavailable"));
}
