import { Button, Text } from "@radix-ui/themes";
import { useCallback, useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { useAuth } from "../../lib/auth";
import { useNow } from "../../lib/clock";
import { notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { sentenceOf } from "../../lib/refusal";
import { paths } from "../../lib/screens";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { Page } from "../../ui/Page";
import { RefusedState } from "../../ui/RefusedState";
import { CredentialsForm } from "../auth";
import { texts } from "./texts";
import { useAcceptInvite, useInviteCard, type InviteCard } from "./useInvite";

/** `/convite#<key>`: whoever was sent the link signs up (or in) here and joins the company. */
export function Component() {
  const token = useLocation().hash.slice(1);
  const { status } = useAuth();
  const card = useInviteCard(token);
  const now = useNow(30_000);
  const { isBusy, join } = useJoin(token);
  const [seen, setSeen] = useState<InviteCard | null>(null);
  if (card !== null && card !== undefined && !(card instanceof Error) && card !== seen) setSeen(card);
  // An accepted invitation is gone at once, a moment before this page has led away.
  const shown = card === null && isBusy ? seen : card;

  // Whoever came signed out and signs in with the form of this page has said by it that they join.
  const [cameSignedOut, setCameSignedOut] = useState(false);
  if (status === "signedOut" && !cameSignedOut) setCameSignedOut(true);

  if (status === "loading") return null;
  return (
    <Page title={texts.title} isNarrow>
      {shown instanceof Error ? (
        <RefusedState message={sentenceOf(shown, texts.failed)} />
      ) : shown === undefined ? (
        <ListSkeleton rows={2} label={texts.loading} />
      ) : shown === null || shown.expiresAt <= now ? (
        <Gone />
      ) : (
        <Invited card={shown} isBusy={isBusy} isDecided={cameSignedOut} onJoin={join} />
      )}
    </Page>
  );
}

function Gone() {
  return (
    <EmptyState
      line={`${texts.gone}. ${texts.askAnother}`}
      action={
        <Button asChild variant="soft">
          <Link to={paths.home}>{texts.toHome}</Link>
        </Button>
      }
    />
  );
}

interface InvitedProps {
  readonly card: InviteCard;
  readonly isBusy: boolean;
  readonly isDecided: boolean;
  readonly onJoin: (tenantName: string) => Promise<void>;
}

function Invited(invited: InvitedProps) {
  const { card } = invited;
  const { profile } = useAuth();
  return (
    <div className="flex w-full flex-col gap-4">
      <Text as="p" size="3">
        {texts.invited(card.tenantName, card.role)}
      </Text>
      {profile === null ? <SignUpOrIn /> : <Join {...invited} />}
    </div>
  );
}

function SignUpOrIn() {
  const [mode, setMode] = useState<"signup" | "login">("signup");
  const [email, setEmail] = useState("");
  const [isFirst, setIsFirst] = useState(true);
  return (
    <>
      <Text as="p" size="2" color="gray">
        {texts.makeAccount}
      </Text>
      <CredentialsForm
        key={mode}
        mode={mode}
        email={email}
        takesFocus={!isFirst}
        onSwitch={(typed) => {
          setEmail(typed);
          setMode(mode === "signup" ? "login" : "signup");
          setIsFirst(false);
        }}
      />
    </>
  );
}

function Join({ card: { tenantName }, isBusy, isDecided, onJoin }: InvitedProps) {
  const { email, profile, signOut } = useAuth();
  const hasBegun = useRef(false);
  const isElsewhere = profile !== null && (profile.tenant !== null || profile.isSuperAdmin);

  useEffect(() => {
    if (!isDecided || isElsewhere || hasBegun.current) return;
    hasBegun.current = true;
    void onJoin(tenantName);
  }, [isDecided, isElsewhere, onJoin, tenantName]);

  return (
    <>
      <Text as="p" size="2" color="gray">
        {texts.as(email ?? "")}
      </Text>
      {isElsewhere && !isBusy ? (
        <>
          <Text as="p" size="2" role="alert">
            {texts.otherCompany}
          </Text>
          <Button size="3" variant="soft" color="gray" highContrast onClick={() => void signOut()}>
            {texts.otherAccount}
          </Button>
        </>
      ) : (
        <Button size="3" aria-busy={isBusy} onClick={() => void onJoin(tenantName)}>
          {isBusy ? texts.joining : texts.join(tenantName)}
        </Button>
      )}
    </>
  );
}

/** Accepts the invitation once and leads to the start. */
function useJoin(token: string) {
  const accept = useAcceptInvite();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const isOnItsWay = useRef(false);
  const join = useCallback(
    async (tenantName: string) => {
      if (isOnItsWay.current) return;
      isOnItsWay.current = true;
      setIsBusy(true);
      try {
        await accept({ token });
        notifySuccess(texts.joined(tenantName));
        await navigate(paths.home, { replace: true });
      } catch (error) {
        reportError(error, texts.joinFailed);
      } finally {
        isOnItsWay.current = false;
        setIsBusy(false);
      }
    },
    [accept, navigate, token],
  );
  return { isBusy, join };
}
