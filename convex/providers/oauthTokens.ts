import * as z from "zod/mini";
import type { OAuthService } from "../../domain/oauth";
import { exchange, isPassingStatus, type Fetcher } from "./exchange";

/** Turning a person's permission into tokens, and old tokens into new ones: what services have in common (RFC 6749). */

/** The company's own application at a service. */
export interface OAuthApp {
  readonly service: OAuthService;
  readonly clientId: string;
  readonly clientSecret: string;
  /** To the letter as it is registered there. */
  readonly redirectUri: string;
  /** Where the service is, without a slash at the end. */
  readonly baseUrl: string;
  /** Whether the company typed that address: then it is fetched with care. */
  readonly isTyped: boolean;
  /** An e-mail that the service may write to. */
  readonly contact: string;
}

export interface Tokens {
  readonly accessToken: string;
  /** Null where the service gave none: it cannot be renewed. */
  readonly refreshToken: string | null;
  /** Null where the service did not say. */
  readonly expiresInMs: number | null;
}

/** `unavailable`: no answer, so nobody knows whether it was done; `refused`: it was not. */
export type TokenFailure = "unavailable" | "refused" | "nonsense";
export type TokenAnswer =
  { readonly ok: true; readonly tokens: Tokens } | { readonly ok: false; readonly failure: TokenFailure };

/** A service as far as connecting to it goes. */
export interface OAuthDriver {
  /** The page on which a person gives the permission. */
  readonly authorizeUrl: (app: OAuthApp, state: string) => string;
  readonly exchangeCode: (app: OAuthApp, fetcher: Fetcher, code: string) => Promise<TokenAnswer>;
  readonly refreshTokens: (app: OAuthApp, fetcher: Fetcher, refreshToken: string) => Promise<TokenAnswer>;
}

/** Somebody waits, and whoever renews holds up the others. */
const TIMEOUT_MS = 15_000;

const vTokens = z.object({
  access_token: z.string().check(z.minLength(1)),
  refresh_token: z.optional(z.nullable(z.string())),
  expires_in: z.optional(z.nullable(z.union([z.number(), z.string()]))),
});

/**
 * Asks for tokens. Sent once: a code and a refresh token work once, so that a repeat after a lost answer could only be
 * refused.
 */
export async function askForTokens(
  fetcher: Fetcher,
  request: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly form: Readonly<Record<string, string>>;
  },
): Promise<TokenAnswer> {
  const said = await exchange(
    fetcher,
    {
      method: "POST",
      url: request.url,
      headers: { ...request.headers, "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(request.form).toString(),
      timeoutMs: TIMEOUT_MS,
    },
    { isRepeatable: false },
  );
  if (said.kind === "lost") return { ok: false, failure: "unavailable" };
  const { status, json } = said;
  // A wall in front of the service answers with a page of its own: that says nothing about the credentials.
  if (json === undefined) return { ok: false, failure: status < 300 ? "nonsense" : "unavailable" };
  if (isPassingStatus(status)) return { ok: false, failure: "unavailable" };
  if (status >= 300) return { ok: false, failure: "refused" };
  const tokens = vTokens.safeParse(json);
  return tokens.success ? { ok: true, tokens: toTokens(tokens.data) } : { ok: false, failure: "nonsense" };
}

function toTokens({ access_token, refresh_token, expires_in }: z.infer<typeof vTokens>): Tokens {
  const seconds = Number(expires_in ?? Number.NaN);
  return {
    accessToken: access_token,
    refreshToken: refresh_token || null,
    expiresInMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null,
  };
}
