import { useConvexAuth, useQueries, type RequestForQueries } from "convex/react";
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { api } from "../../convex/_generated/api";
import { AuthContext, type Auth, type AuthAnswer, type AuthService, type Profile } from "./auth";
import { ListMemory, ListMemoryContext } from "./listMemory";
import { forgetPersonal, useStored } from "./localStore";
import { notifyError } from "./notify";
import { refusalOf, sentenceOf } from "./refusal";

interface Props {
  /** The same object as long as nothing about it changed. */
  readonly service: AuthService;
  /** Makes the profile of who is signed in and has none yet; left out where every account has one. */
  readonly makeProfile?: () => Promise<unknown>;
  readonly children: ReactNode;
}

/**
 * `useAuth` over any service: adds the profile, and lets go of a session that the server does not know any more.
 *
 *   loading ── the profile came ──▶ signedIn ── left, or ended elsewhere ──▶ signedOut
 *      ▲                                                                        │
 *      └──────────────────────────── signed in ◀────────────────────────────────┘
 */
export function ProfileSession({ service, makeProfile, children }: Props) {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const answer = useProfileAnswer(isAuthenticated);
  const isUnknown = answer instanceof Error && refusalOf(answer)?.code === "unauthenticated";
  const isNobody = !isLoading && !isAuthenticated;
  const profile = useLastKnown(answer instanceof Error ? undefined : answer, isNobody);
  const { isRenewing, duringRenewal } = useRenewal(isAuthenticated && !isUnknown);
  const { isLeaving, leave } = useLeaving(service.signOut);
  const isBeingMade = useFirstProfile(isUnknown, isNobody, makeProfile);
  const isRevoked = isUnknown && !isRenewing && !isBeingMade && !isLeaving;
  useLeaveRevoked(isRevoked, profile !== null, leave);

  if (answer instanceof Error && !isUnknown) throw answer;

  const isOut = isLeaving || isRevoked || (isNobody && !isRenewing);
  const here = isOut || isUnknown || isNobody ? null : profile;
  const auth = useMemo<Auth>(
    () => ({
      ...service,
      status: isOut ? "signedOut" : here === null ? "loading" : "signedIn",
      email: here?.email ?? null,
      profile: here,
      isSuperAdmin: here?.isSuperAdmin ?? false,
      changePassword: (change) => duringRenewal(() => service.changePassword({ ...change, email: here?.email ?? "" })),
      // Only a person's own leaving forgets what is theirs; a session that ran out must not cost them a launch.
      signOut: () => {
        forgetPersonal();
        return leave();
      },
      expire: leave,
    }),
    [service, isOut, here, duringRenewal, leave],
  );

  return (
    <AuthContext value={auth}>
      <ListsOf person={here?.profileId ?? null}>{children}</ListsOf>
    </AuthContext>
  );
}

/** What lists showed is one person's: who signs in next finds none of it. */
function ListsOf({ person, children }: { readonly person: string | null; readonly children: ReactNode }) {
  const memory = useMemo(() => (person === null ? null : new ListMemory()), [person]);
  return <ListMemoryContext value={memory}>{children}</ListMemoryContext>;
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

/** Signed out from the press on: whether the server hears of it now or when the connection is back. */
function useLeaving(signOut: () => Promise<void>): { isLeaving: boolean; leave: () => Promise<void> } {
  const [isLeaving, setIsLeaving] = useState(false);
  const pending = useRef<Promise<void>>(null);
  const leave = useCallback(() => {
    setIsLeaving(true);
    pending.current ??= signOut().finally(() => {
      pending.current = null;
      setIsLeaving(false);
    });
    return pending.current;
  }, [signOut]);
  return { isLeaving, leave };
}

/** Lets go of a session that was ended elsewhere: a new password, a removed person. Says so to who was at work. */
function useLeaveRevoked(isRevoked: boolean, isSomebodyKnown: boolean, leave: () => Promise<void>): void {
  const wasAtWork = useRef(false);
  useEffect(() => {
    wasAtWork.current = isSomebodyKnown;
  }, [isSomebodyKnown]);
  useEffect(() => {
    if (!isRevoked) return;
    if (wasAtWork.current) notifyError("Entre de novo para continuar.", "Sua sessão foi encerrada");
    void leave();
  }, [isRevoked, leave]);
}

const RENEWING_KEY = "renewingSession";
/** A tab that was closed in the middle of it must not keep the others waiting for long. */
const RENEWAL_MS = 30_000;

/**
 * Changing the own password ends every session of the account and begins a new one. Meanwhile nobody is signed out, in
 * no tab: another tab that let go of the ended session would erase the new one, because tabs share where it is kept.
 */
function useRenewal(isSignedIn: boolean) {
  const [renewing, setRenewing] = useStored(RENEWING_KEY);
  const [isArriving, setIsArriving] = useState(false);
  const isRenewing = renewing !== null;
  if (isArriving && !isRenewing) setIsArriving(false);

  useEffect(() => {
    if (isArriving && isSignedIn) setRenewing(null);
  }, [isArriving, isSignedIn, setRenewing]);
  useEffect(() => {
    if (!isRenewing) return;
    const timer = window.setTimeout(() => setRenewing(null), RENEWAL_MS);
    return () => window.clearTimeout(timer);
  }, [isRenewing, setRenewing]);

  const duringRenewal = useCallback(
    async (change: () => AuthAnswer): AuthAnswer => {
      setRenewing("1");
      const failure = await change().catch((): { code: "unknown" } => ({ code: "unknown" }));
      if (failure === null) setIsArriving(true);
      else setRenewing(null);
      return failure;
    },
    [setRenewing],
  );
  return { isRenewing, duringRenewal };
}

/**
 * Whether the first profile of who is signed in is still to be made: an outside service knows people before we do. When it
 * cannot be made they are told why and signed out.
 */
function useFirstProfile(isUnknown: boolean, isNobody: boolean, makeProfile?: () => Promise<unknown>): boolean {
  const [isTried, setIsTried] = useState(false);
  const hasBegun = useRef(false);
  if (isNobody && isTried) setIsTried(false);
  useEffect(() => {
    if (isNobody) hasBegun.current = false;
    if (!isUnknown || makeProfile === undefined || hasBegun.current) return;
    hasBegun.current = true;
    makeProfile()
      .catch((error: unknown) => notifyError(sentenceOf(error, "Verifique suas credenciais."), "Erro ao entrar"))
      .finally(() => setIsTried(true));
  }, [isUnknown, isNobody, makeProfile]);
  return makeProfile !== undefined && isUnknown && !isTried;
}
