import type { FunctionReturnType } from "convex/server";
import { createContext, useContext } from "react";
import type { api } from "../../convex/_generated/api";
import type { RefusalCode } from "../../domain/errors";

export type Profile = FunctionReturnType<typeof api.profiles.me>;

/**
 * Why something about an account did not work: one of our refusals, a code that was mailed and is wanted first, or
 * anything else (no network, a fault).
 */
export interface AuthFailure {
  readonly code: RefusalCode | "email_code_needed" | "unknown";
}

/** Null when it worked. */
export type AuthAnswer = Promise<AuthFailure | null>;

export interface NewPasswordByCode {
  readonly email: string;
  readonly code: string;
  readonly newPassword: string;
}

export interface PasswordChange {
  readonly email: string;
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** What a service that proves who somebody is has to offer. There are two: our own accounts, and Clerk. */
export interface AuthService {
  readonly signIn: (email: string, password: string) => AuthAnswer;
  /** The person is signed in then, unless `email_code_needed` was answered. */
  readonly signUp: (email: string, password: string) => AuthAnswer;
  /** The code that the service mailed at sign-up. The person is signed in then. */
  readonly confirmEmail: (code: string) => AuthAnswer;
  /** Mails a code that sets a new password. The answer is the same whether there is such an account. */
  readonly requestRecovery: (email: string) => AuthAnswer;
  /** The person is signed in then. */
  readonly confirmRecovery: (recovery: NewPasswordByCode) => AuthAnswer;
  /** Every other session of the account ends; this one goes on. */
  readonly changePassword: (change: PasswordChange) => AuthAnswer;
  readonly signOut: () => Promise<void>;
}

/** Everything a screen may know about who is there. No screen knows which service proves it. */
export interface Auth extends Omit<AuthService, "changePassword"> {
  readonly status: "loading" | "signedOut" | "signedIn";
  readonly email: string | null;
  readonly profile: Profile | null;
  readonly isSuperAdmin: boolean;
  readonly changePassword: (change: Omit<PasswordChange, "email">) => AuthAnswer;
  /** The session has run out: as `signOut`, but what is kept on this device for the person stays. */
  readonly expire: () => Promise<void>;
}

export const AuthContext = createContext<Auth | null>(null);

/** Who is there. Throws outside its provider, as specified. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (auth === null) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}
