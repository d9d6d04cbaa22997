import type { ClerkProp } from "@clerk/clerk-react";
import type { ConvexReactClient } from "convex/react";
import { getFunctionName, type FunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import { refusalMessage, type PlainRefusalCode } from "../../../domain/errors";
import type { Profile } from "../../../src/lib/auth";
import { ANA } from "./screen";

interface Account {
  password: string;
  profile: Profile | null;
}

/** The accounts of a service, whichever it is, and who has a session. */
export class Accounts {
  private readonly accounts = new Map<string, Account>();
  private readonly sessions = new Map<string, string>();
  private readonly listeners = new Set<() => void>();
  private nextSession = 1;
  /** What was mailed last. */
  mailedCode: string | null = null;

  add(email: string, password: string, profile: Profile | null = { ...ANA, email }): void {
    this.accounts.set(email, { password, profile });
    this.changed();
  }
  get(email: string): Account | undefined {
    return this.accounts.get(email);
  }
  begin(email: string): string {
    const id = `session-${this.nextSession++}`;
    this.sessions.set(id, email);
    return id;
  }
  emailOf(session: string | null): string | null {
    return session === null ? null : (this.sessions.get(session) ?? null);
  }
  endSession(id: string): void {
    this.sessions.delete(id);
    this.changed();
  }
  /** As a new password does: every session of the account but one ends. */
  endSessions(email: string, except: string | null = null): void {
    for (const [id, owner] of this.sessions) if (owner === email && id !== except) this.sessions.delete(id);
    this.changed();
  }
  changed(): void {
    for (const listener of this.listeners) listener();
  }
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

function refusal(code: PlainRefusalCode) {
  return new ConvexError({ code, message: refusalMessage(code) });
}

type FetchToken = (options: { forceRefreshToken: boolean }) => Promise<string | null | undefined>;
type Args = Record<string, string>;

/**
 * Our backend as the sessions see it; a token is the name of a session. Built-in accounts are kept by it, with Clerk it
 * believes the tokens and keeps profiles alone.
 */
export class FakeConvex {
  readonly address = "http://localhost:1";
  /** What was called, in order. */
  readonly calls: { readonly name: string; readonly args: Args }[] = [];
  private token: string | null = null;
  private answer: Profile | Error | undefined;

  constructor(private readonly accounts: Accounts) {
    accounts.subscribe(() => this.look());
  }

  /** What the app is given for its client. */
  get client(): ConvexReactClient {
    return this as unknown as ConvexReactClient;
  }
  setAuth(fetchToken: FetchToken, onChange: (isAuthenticated: boolean) => void): void {
    void fetchToken({ forceRefreshToken: false }).then((token) => {
      this.token = token ?? null;
      this.accounts.changed();
      onChange(this.token !== null);
    });
  }
  clearAuth(): void {
    this.token = null;
    this.accounts.changed();
  }
  /** The live answer of `profiles.me`. */
  readonly me = (): Profile | Error | undefined => this.answer;

  private look(): void {
    const email = this.accounts.emailOf(this.token);
    const profile = email === null ? null : (this.accounts.get(email)?.profile ?? null);
    if (this.token === null) this.answer = undefined;
    else if (profile !== null) this.answer = profile;
    else if (!(this.answer instanceof Error)) this.answer = refusal("unauthenticated");
  }

  async mutation(reference: FunctionReference<"mutation">): Promise<unknown> {
    await Promise.resolve();
    const name = getFunctionName(reference);
    const email = this.accounts.emailOf(this.token);
    if (name !== "profiles:ensure" || email === null) throw refusal("unauthenticated");
    const account = this.accounts.get(email);
    this.accounts.add(email, account?.password ?? "", { ...ANA, email, tenant: null });
    return { created: true };
  }

  async action(reference: FunctionReference<"action"> | string, args: object = {}): Promise<unknown> {
    await Promise.resolve();
    const name = typeof reference === "string" ? reference : getFunctionName(reference);
    const given = "params" in args ? (args.params as Args) : (args as Args);
    this.calls.push({ name, args: given });
    switch (name) {
      case "auth:signIn":
        return given.flow === "signUp" ? this.signUp(given) : this.signIn(given);
      case "auth:signOut":
        if (this.token !== null) this.accounts.endSession(this.token);
        return null;
      case "recovery:request":
        if (this.accounts.get(given.email ?? "") !== undefined) this.accounts.mailedCode = "12345678";
        return null;
      case "recovery:confirm":
        return this.setPassword(
          given.email ?? "",
          given,
          "invalid_recovery_code",
          given.code === this.accounts.mailedCode,
        );
      case "profiles:changePassword": {
        const email = this.accounts.emailOf(this.token) ?? "";
        const isRight = this.accounts.get(email)?.password === given.currentPassword;
        return this.setPassword(email, given, "wrong_password", isRight);
      }
      default:
        throw new Error(name);
    }
  }

  private signIn({ email = "", password }: Args) {
    if (this.accounts.get(email)?.password !== password) throw refusal("invalid_credentials");
    return this.tokensOf(email);
  }
  private signUp({ email = "", password = "" }: Args) {
    if (this.accounts.get(email) !== undefined) throw refusal("email_in_use");
    this.accounts.add(email, password, { ...ANA, email, tenant: null });
    return this.tokensOf(email);
  }
  private tokensOf(email: string) {
    return { tokens: { token: this.accounts.begin(email), refreshToken: "refresh" } };
  }
  private setPassword(email: string, { newPassword = "" }: Args, code: PlainRefusalCode, isAllowed: boolean) {
    const account = this.accounts.get(email);
    if (account === undefined || !isAllowed) throw refusal(code);
    account.password = newPassword;
    this.accounts.endSessions(email);
    return null;
  }
}

/** Clerk's refusals come as a list of codes with English texts. */
function clerkError(code: string): Error {
  return Object.assign(new Error(code), { errors: [{ code, message: code, longMessage: `${code} in English` }] });
}

/** The stand-in object for Clerk's own script: what our screens and Convex ask of it. Source: toolchain.md §5.3. */
export class FakeClerk {
  readonly version = "stand-in";
  readonly loaded = true;
  private current: string | null = null;
  private readonly listeners = new Set<(resources: object) => void>();
  private pending: { email: string; password: string } | null = null;
  private recovering: string | null = null;

  constructor(private readonly accounts: Accounts) {
    accounts.subscribe(() => {
      if (this.current !== null && accounts.emailOf(this.current) === null) this.become(null);
    });
  }

  /** What the app is given instead of Clerk's script. */
  get standIn(): ClerkProp {
    return this as unknown as ClerkProp;
  }
  readonly load = (): Promise<void> => Promise.resolve();
  readonly on = (event: string, listener: (status: string) => void, options?: { notify?: boolean }): void => {
    if (event === "status" && options?.notify === true) listener("ready");
  };
  readonly off = (): void => {};
  readonly addListener = (listener: (resources: object) => void): (() => void) => {
    this.listeners.add(listener);
    listener(this.resources);
    return () => this.listeners.delete(listener);
  };
  readonly setActive = ({ session }: { session: string }): Promise<void> => {
    this.become(session);
    return Promise.resolve();
  };
  readonly signOut = (): Promise<void> => {
    if (this.current !== null) this.accounts.endSession(this.current);
    return Promise.resolve();
  };

  private become(session: string | null): void {
    this.current = session;
    for (const listener of [...this.listeners]) listener(this.resources);
  }
  private get resources(): object {
    return { client: this.client, session: this.session, user: this.user, organization: null };
  }
  get session() {
    const { current } = this;
    if (current === null) return null;
    return {
      id: current,
      status: "active",
      user: this.user,
      actor: null,
      factorVerificationAge: null,
      lastActiveToken: { jwt: { claims: { sid: current } } },
      getToken: ({ template }: { template?: string } = {}) => Promise.resolve(template === "convex" ? current : null),
    };
  }
  get user() {
    const email = this.accounts.emailOf(this.current);
    if (email === null) return null;
    return {
      id: email,
      organizationMemberships: [],
      updatePassword: (change: { currentPassword: string; newPassword: string; signOutOfOtherSessions: boolean }) => {
        const account = this.accounts.get(email);
        if (account?.password !== change.currentPassword)
          return Promise.reject(clerkError("form_password_validation_failed"));
        account.password = change.newPassword;
        if (change.signOutOfOtherSessions) this.accounts.endSessions(email, this.current);
        return Promise.resolve();
      },
    };
  }

  readonly client = {
    sessions: [],
    signIn: {
      create: (given: { identifier: string; password?: string; strategy?: string }) => {
        const account = this.accounts.get(given.identifier);
        if (account === undefined) return Promise.reject(clerkError("form_identifier_not_found"));
        if (given.strategy === "reset_password_email_code") {
          this.accounts.mailedCode = "12345678";
          this.recovering = given.identifier;
          return Promise.resolve({ status: "needs_first_factor", createdSessionId: null });
        }
        if (account.password !== given.password) return Promise.reject(clerkError("form_password_incorrect"));
        return Promise.resolve(this.complete(given.identifier));
      },
      attemptFirstFactor: ({ code, password }: { code: string; password: string }) => {
        const account = this.recovering === null ? undefined : this.accounts.get(this.recovering);
        if (account === undefined || code !== this.accounts.mailedCode)
          return Promise.reject(clerkError("form_code_incorrect"));
        account.password = password;
        return Promise.resolve(this.complete(this.recovering ?? ""));
      },
    },
    signUp: {
      create: ({ emailAddress, password }: { emailAddress: string; password: string }) => {
        if (this.accounts.get(emailAddress) !== undefined) return Promise.reject(clerkError("form_identifier_exists"));
        this.pending = { email: emailAddress, password };
        return Promise.resolve({
          status: "missing_requirements",
          createdSessionId: null,
          prepareEmailAddressVerification: () => {
            this.accounts.mailedCode = "424242";
            return Promise.resolve();
          },
        });
      },
      attemptEmailAddressVerification: ({ code }: { code: string }) => {
        if (this.pending === null || code !== this.accounts.mailedCode)
          return Promise.reject(clerkError("form_code_incorrect"));
        // Clerk knows the person now; we have no profile of theirs yet.
        this.accounts.add(this.pending.email, this.pending.password, null);
        return Promise.resolve(this.complete(this.pending.email));
      },
    },
  };

  private complete(email: string) {
    return { status: "complete", createdSessionId: this.accounts.begin(email) };
  }
}
