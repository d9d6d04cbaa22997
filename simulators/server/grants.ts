import { randomBytes } from "node:crypto";
import type { Clock } from "./clock";

/** A program that was registered with a service, so that its users may connect their accounts to it. */
export interface Application {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where people come back to, to the letter. */
  redirectUris: string[];
  /** In a demonstration any address of this machine counts as registered: its ports are not known beforehand. */
  acceptsLoopback: boolean;
}

interface Code {
  readonly code: string;
  readonly clientId: string;
  readonly account: string;
  readonly scope: string;
  readonly redirectUri: string;
  readonly expiresAt: number;
  isUsed: boolean;
}

export interface Token {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly clientId: string;
  readonly account: string;
  readonly scope: string;
  readonly expiresAt: number;
  readonly refreshExpiresAt: number;
  /** A refresh token works once; what replaces it came with the answer. */
  isRefreshed: boolean;
  isRevoked: boolean;
}

export interface GrantState {
  applications: Application[];
  codes: Code[];
  tokens: Token[];
}

export interface GrantLifetimes {
  readonly codeMs: number;
  readonly accessMs: number;
  readonly refreshMs: number;
}

export interface TokenStyle {
  readonly access: (account: string) => string;
  readonly refresh: () => string;
}

export type GrantFailure =
  "unknown_client" | "bad_code" | "used_code" | "expired_code" | "wrong_redirect" | "bad_refresh_token";

export const LOOPBACK_ADDRESS = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9.-]+\.localhost)(:\d+)?(\/|$)/i;

/** OAuth's bookkeeping, the same with every service: codes that work once and not for long, tokens that rotate. */
export class Grants {
  constructor(
    private readonly state: GrantState,
    private readonly clock: Clock,
    private readonly lifetimes: GrantLifetimes,
    private readonly style: TokenStyle,
  ) {}

  application(clientId: string): Application | undefined {
    return this.state.applications.find((application) => application.clientId === clientId);
  }

  isRegistered({ redirectUris, acceptsLoopback }: Application, redirectUri: string): boolean {
    return redirectUris.includes(redirectUri) || (acceptsLoopback && LOOPBACK_ADDRESS.test(redirectUri));
  }

  issueCode(grant: Pick<Code, "clientId" | "account" | "scope" | "redirectUri">): string {
    const code = randomBytes(20).toString("hex");
    const expiresAt = this.clock.now() + this.lifetimes.codeMs;
    this.state.codes.push({ ...grant, code, expiresAt, isUsed: false });
    return code;
  }

  /** @param redirectUri undefined where the service does not ask for it */
  exchange(typed: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly code: string;
    readonly redirectUri?: string;
  }): Token | GrantFailure {
    if (!this.#isClient(typed)) return "unknown_client";
    const grant = this.state.codes.find(({ code, clientId }) => code === typed.code && clientId === typed.clientId);
    if (grant === undefined) return "bad_code";
    if (grant.isUsed) return "used_code";
    if (grant.expiresAt <= this.clock.now()) return "expired_code";
    if (typed.redirectUri !== undefined && typed.redirectUri !== grant.redirectUri) return "wrong_redirect";
    grant.isUsed = true;
    return this.issueToken(grant);
  }

  refresh(typed: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly refreshToken: string;
  }): Token | GrantFailure {
    if (!this.#isClient(typed)) return "unknown_client";
    const old = this.state.tokens.find(
      ({ refreshToken, clientId }) => refreshToken === typed.refreshToken && clientId === typed.clientId,
    );
    const isSpent = old === undefined || old.isRefreshed || old.isRevoked || old.refreshExpiresAt <= this.clock.now();
    if (isSpent) return "bad_refresh_token";
    old.isRefreshed = true;
    return this.issueToken(old);
  }

  issueToken({ clientId, account, scope }: Pick<Token, "clientId" | "account" | "scope">): Token {
    const now = this.clock.now();
    const token: Token = {
      accessToken: this.style.access(account),
      refreshToken: this.style.refresh(),
      clientId,
      account,
      scope,
      expiresAt: now + this.lifetimes.accessMs,
      refreshExpiresAt: now + this.lifetimes.refreshMs,
      isRefreshed: false,
      isRevoked: false,
    };
    this.state.tokens.push(token);
    return token;
  }

  /** @returns undefined for one that is unknown, expired or revoked */
  find(accessToken: string | undefined): Token | undefined {
    const token = this.state.tokens.find((other) => other.accessToken === accessToken);
    return token !== undefined && !token.isRevoked && token.expiresAt > this.clock.now() ? token : undefined;
  }

  /** The person takes the permission back in the service's panel. */
  revokeAll(account: string): void {
    for (const token of this.state.tokens) if (token.account === account) token.isRevoked = true;
  }

  #isClient({ clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string }): boolean {
    return this.application(clientId)?.clientSecret === clientSecret;
  }
}
