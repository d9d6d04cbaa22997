import { ClerkProvider, useAuth, useClerk, type ClerkProp } from "@clerk/clerk-react";
import type { ConvexReactClient } from "convex/react";
import { ConvexProviderWithClerk } from "convex/react-clerk";
import { useCallback, useMemo, type ReactNode } from "react";
import { api } from "../../convex/_generated/api";
import type { AuthAnswer, AuthFailure, AuthService } from "./auth";
import { ProfileSession } from "./authProfile";
import { clerkFailure, isUnknownToClerk } from "./clerkFailure";

interface Props {
  readonly client: ConvexReactClient;
  /** Of the build, unless somebody else is to be asked. */
  readonly publishableKey?: string;
  /** Stands in for what is otherwise loaded from Clerk's host. */
  readonly clerk?: ClerkProp;
  readonly children: ReactNode;
}

const CONFIGURED_KEY = (import.meta.env.VITE_CLERK_PUBLISHABLE_KEY as string | undefined) ?? "";

/** `useAuth` over Clerk: it keeps passwords and sessions and mails its codes; our screens are the same. */
export function ClerkSession({ client, publishableKey = CONFIGURED_KEY, clerk, children }: Props) {
  return (
    <ClerkProvider
      publishableKey={publishableKey}
      telemetry={false}
      afterSignOutUrl="/"
      clerkJSVariant="headless"
      {...(clerk === undefined ? {} : { Clerk: clerk })}
    >
      <ConvexProviderWithClerk client={client} useAuth={useAuth}>
        <ClerkAccounts client={client}>{children}</ClerkAccounts>
      </ConvexProviderWithClerk>
    </ClerkProvider>
  );
}

function ClerkAccounts({ client, children }: { readonly client: ConvexReactClient; readonly children: ReactNode }) {
  const clerk = useClerk();
  const makeProfile = useCallback(() => client.mutation(api.profiles.ensure, {}), [client]);
  const service = useMemo<AuthService>(() => {
    /** A sign-in or sign-up that is complete has a session; it is taken up. */
    const enter = async ({ status, createdSessionId }: Attempt): AuthAnswer => {
      if (status !== "complete" || createdSessionId === null) return { code: "unknown" };
      await clerk.setActive({ session: createdSessionId });
      return null;
    };
    return {
      signIn: (identifier, password) =>
        answerOf(async () => enter(await clientOf(clerk).signIn.create({ identifier, password }))),
      signUp: (emailAddress, password) =>
        answerOf(async () => {
          const attempt = await clientOf(clerk).signUp.create({ emailAddress, password });
          if (attempt.status !== "missing_requirements") return await enter(attempt);
          await attempt.prepareEmailAddressVerification({ strategy: "email_code" });
          return { code: "email_code_needed" };
        }),
      confirmEmail: (code) =>
        answerOf(async () => enter(await clientOf(clerk).signUp.attemptEmailAddressVerification({ code }))),
      requestRecovery: (identifier) =>
        answerOf(async () => {
          await clientOf(clerk).signIn.create({ strategy: "reset_password_email_code", identifier });
          return null;
          // Who is asked about a stranger answers as about anybody.
        }, isUnknownToClerk),
      confirmRecovery: ({ code, newPassword: password }) =>
        answerOf(async () =>
          enter(
            await clientOf(clerk).signIn.attemptFirstFactor({ strategy: "reset_password_email_code", code, password }),
          ),
        ),
      changePassword: ({ currentPassword, newPassword }) =>
        answerOf(async () => {
          if (clerk.user === null || clerk.user === undefined) return { code: "unauthenticated" };
          await clerk.user.updatePassword({ currentPassword, newPassword, signOutOfOtherSessions: true });
          return null;
        }).then(asOwnPassword),
      signOut: () => clerk.signOut(),
    };
  }, [clerk]);
  return (
    <ProfileSession service={service} makeProfile={makeProfile}>
      {children}
    </ProfileSession>
  );
}

interface Attempt {
  readonly status: string | null;
  readonly createdSessionId: string | null;
}

function clientOf(clerk: ReturnType<typeof useClerk>) {
  const { client } = clerk;
  if (client === undefined) throw new Error("Clerk should be loaded before anybody can press a button");
  return client;
}

/** Clerk calls the current password wrong as it does that of a sign-in. */
function asOwnPassword(failure: AuthFailure | null): AuthFailure | null {
  return failure?.code === "invalid_credentials" ? { code: "wrong_password" } : failure;
}

async function answerOf(attempt: () => AuthAnswer, isFine?: (error: unknown) => boolean): AuthAnswer {
  try {
    return await attempt();
  } catch (error) {
    return isFine?.(error) === true ? null : clerkFailure(error);
  }
}
