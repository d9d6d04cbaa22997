import { ConvexAuthProvider, useAuthActions } from "@convex-dev/auth/react";
import { useConvexAuth, useQueries, type ConvexReactClient, type RequestForQueries } from "convex/react";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { api } from "../../convex/_generated/api";
import { AuthContext, type Auth, type AuthFailure, type Profile } from "./auth";
import { forgetPersonal } from "./localStore";
import { refusalOf } from "./refusal";

interface Props {
  readonly client: ConvexReactClient;
  readonly children: ReactNode;
}

/**
 * `useAuth` over our own accounts. The session is kept in local storage and refreshed by the library.
 *
 * A `?code=` in the address is never taken for a sign-in code: payment and shipping returns use that name too.
 */
export function ConvexAuthSession({ client, children }: Props) {
  return (
    <ConvexAuthProvider client={client} shouldHandleCode={false}>
      <ProfileSession>{children}</ProfileSession>
    </ConvexAuthProvider>
  );
}

function ProfileSession({ children }: { readonly children: ReactNode }) {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const { signIn, signOut } = useAuthActions();
  const answer = useProfileAnswer(isAuthenticated);
  const isRevoked = answer instanceof Error && refusalOf(answer)?.code === "unauthenticated";
  const profile = useLastKnown(answer instanceof Error ? undefined : answer, !isLoading && !isAuthenticated);

  useEffect(() => {
    // The session was ended elsewhere (new password, removed account): its token is of no use any more.
    if (isRevoked) void signOut();
  }, [isRevoked, signOut]);

  if (answer instanceof Error && !isRevoked) throw answer;

  const auth = useMemo<Auth>(() => {
    const isSignedOut = isRevoked || (!isLoading && !isAuthenticated);
    const known = isSignedOut ? null : profile;
    const enter = (flow: "signIn" | "signUp") => (email: string, password: string) =>
      failureOf(signIn("password", { email, password, flow }));
    return {
      status: isSignedOut ? "signedOut" : known === null ? "loading" : "signedIn",
      email: known?.email ?? null,
      profile: known,
      isSuperAdmin: known?.isSuperAdmin ?? false,
      signIn: enter("signIn"),
      signUp: enter("signUp"),
      // Only a person's own leaving forgets what is theirs; a session that ran out must not cost them a launch.
      signOut: () => {
        forgetPersonal();
        return signOut();
      },
    };
  }, [isRevoked, isLoading, isAuthenticated, profile, signIn, signOut]);

  return <AuthContext value={auth}>{children}</AuthContext>;
}

const OWN_PROFILE: RequestForQueries = { me: { query: api.profiles.me, args: {} } };
const NOTHING: RequestForQueries = {};

/** The profile, undefined while it loads, or the error with which the server refused it. */
function useProfileAnswer(isAuthenticated: boolean): Profile | Error | undefined {
  const queries = isAuthenticated ? OWN_PROFILE : NOTHING;
  return useQueries(queries).me as Profile | Error | undefined;
}

/** A reconnection loads the profile again; the screens stay meanwhile. Forgotten when the person signs out. */
function useLastKnown(profile: Profile | undefined, isForgotten: boolean): Profile | null {
  const [last, setLast] = useState<Profile | null>(null);
  const current = isForgotten ? null : (profile ?? last);
  if (current !== last) setLast(current);
  return current;
}

async function failureOf(attempt: Promise<{ signingIn: boolean }>): Promise<AuthFailure | null> {
  try {
    const { signingIn } = await attempt;
    return signingIn ? null : { code: "unknown" };
  } catch (error) {
    return { code: refusalOf(error)?.code ?? "unknown" };
  }
}
