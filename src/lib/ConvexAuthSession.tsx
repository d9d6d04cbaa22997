import { ConvexAuthProvider, useAuthActions } from "@convex-dev/auth/react";
import { useConvexAuth, type ConvexReactClient } from "convex/react";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { api } from "../../convex/_generated/api";
import type { AuthAnswer, AuthService } from "./auth";
import { ProfileSession } from "./authProfile";
import { createId } from "./createId";
import { readStored, storedKeys, writeStored } from "./localStore";
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
      <OwnAccounts client={client}>{children}</OwnAccounts>
    </ConvexAuthProvider>
  );
}

function OwnAccounts({ client, children }: Props) {
  const library = useAuthActions();
  const { isAuthenticated } = useConvexAuth();
  const [seen] = useState(() => new SeenSignedOut());
  useEffect(() => seen.tell(!isAuthenticated), [seen, isAuthenticated]);
  const service = useMemo(() => ownAccounts(client, library, seen), [client, library, seen]);
  return <ProfileSession service={service}>{children}</ProfileSession>;
}

/** Lets a sequence of steps wait until the page has really been signed out. */
class SeenSignedOut {
  private isOut = false;
  private waiting: (() => void)[] = [];

  tell(isOut: boolean): void {
    this.isOut = isOut;
    if (!isOut) return;
    for (const go of this.waiting) go();
    this.waiting = [];
  }
  wait(): Promise<void> {
    return this.isOut ? Promise.resolve() : new Promise((go) => void this.waiting.push(go));
  }
}

function ownAccounts(
  client: ConvexReactClient,
  library: ReturnType<typeof useAuthActions>,
  seen: SeenSignedOut,
): AuthService {
  let leaving: Promise<void> = Promise.resolve();

  async function enter(flow: "signIn" | "signUp", email: string, password: string): AuthAnswer {
    // A sign-out that is still on its way would take the new session with it.
    await leaving;
    const credentials = { email, password, flow };
    const { signingIn } = await library.signIn(
      "password",
      flow === "signIn" ? { ...credentials, device: deviceKey() } : credentials,
    );
    return signingIn ? null : { code: "unknown" };
  }

  function signOut(): Promise<void> {
    // Also without a connection nobody is to find the session here.
    for (const key of storedKeys("__convexAuth")) writeStored(key, null);
    leaving = library.signOut();
    return leaving;
  }

  return {
    signIn: (email, password) => answerOf(() => enter("signIn", email, password)),
    signUp: (email, password) => answerOf(() => enter("signUp", email, password)),
    // Our own sign-up asks for no code.
    confirmEmail: () => Promise.resolve({ code: "unknown" }),
    requestRecovery: (email) =>
      answerOf(async () => {
        await client.action(api.recovery.request, { email });
        return null;
      }),
    confirmRecovery: (recovery) =>
      answerOf(async () => {
        await client.action(api.recovery.confirm, { ...recovery });
        return await enter("signIn", recovery.email, recovery.newPassword);
      }),
    changePassword: ({ email, currentPassword, newPassword }) =>
      answerOf(async () => {
        await client.action(api.profiles.changePassword, { currentPassword, newPassword });
        // Every session has ended, this one too. The client takes a new token only after it was seen to have none.
        await signOut();
        await seen.wait();
        return await enter("signIn", email, newPassword);
      }),
    signOut,
  };
}

const DEVICE_KEY = "deviceKey";

/**
 * This browser's own random key. The server remembers (as a hash) which browsers have signed in to an e-mail, so that
 * strangers' guesses do not close the door of somebody who always works here (docs/decisions/016). It outlives sign-outs.
 */
function deviceKey(): string {
  const known = readStored(DEVICE_KEY);
  if (known !== null) return known;
  const made = createId();
  writeStored(DEVICE_KEY, made);
  return made;
}

async function answerOf(attempt: () => AuthAnswer): AuthAnswer {
  try {
    return await attempt();
  } catch (error) {
    return { code: refusalOf(error)?.code ?? "unknown" };
  }
}
