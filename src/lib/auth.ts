import type { FunctionReturnType } from "convex/server";
import { createContext, useContext } from "react";
import type { api } from "../../convex/_generated/api";
import type { RefusalCode } from "../../domain/errors";

export type Profile = FunctionReturnType<typeof api.profiles.me>;

/** Why signing in or up did not work: one of our refusals, or anything else (no network, a fault). */
export interface AuthFailure {
  readonly code: RefusalCode | "unknown";
}

/** Everything a screen may know about who is there. No screen knows which service proves it. */
export interface Auth {
  readonly status: "loading" | "signedOut" | "signedIn";
  readonly email: string | null;
  readonly profile: Profile | null;
  readonly isSuperAdmin: boolean;
  /** Null when it worked. */
  readonly signIn: (email: string, password: string) => Promise<AuthFailure | null>;
  /** Null when it worked; the person is signed in then. */
  readonly signUp: (email: string, password: string) => Promise<AuthFailure | null>;
  readonly signOut: () => Promise<void>;
}

export const AuthContext = createContext<Auth | null>(null);

/** Who is there. Throws outside its provider, as specified. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (auth === null) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}
