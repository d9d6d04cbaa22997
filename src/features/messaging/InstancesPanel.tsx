import { Badge, Button, Callout, Flex, Heading, Text } from "@radix-ui/themes";
import { useState } from "react";
import { Link } from "react-router-dom";
import { INSTANCE_STATE_LABELS, NO_NUMBER, type InstanceState } from "../../../domain/messagesInstances";
import { formatPhone } from "../../../domain/phone";
import { agoText, formatInstant } from "../../lib/ago";
import { useAuth } from "../../lib/auth";
import { useNow } from "../../lib/clock";
import { notifyInfo } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { mayOpenSettings, paths } from "../../lib/screens";
import { useBusy } from "../../lib/useBusy";
import { ConnectionTest } from "./ConnectionTest";
import { QrCode } from "./QrCode";
import { texts } from "./texts";
import { useConnect, type InstanceRow, type MessagingStatus } from "./useMessaging";

interface Props {
  readonly status: MessagingStatus;
}

/** The shop's telephones as they were found last, and when that was (UX conventions E5). */
export function InstancesPanel({ status }: Props) {
  const { isActive, isConfigured, instances, problem, checkedAt, qr } = status;
  const { profile } = useAuth();
  const maySetUp = profile !== null && mayOpenSettings(profile);
  return (
    <section aria-labelledby="instances" className="flex flex-col gap-3">
      <Flex align="baseline" justify="between" gap="3" wrap="wrap">
        <Heading as="h2" id="instances" size="4">
          {texts.instances}
        </Heading>
        {isConfigured && <Checked at={checkedAt} />}
      </Flex>
      {!isConfigured && <Notice text={maySetUp ? texts.notConfigured : texts.notConfiguredStaff} maySetUp={maySetUp} />}
      {isConfigured && !isActive && <Notice text={texts.inactive} maySetUp={maySetUp} />}
      {problem !== null && (
        <Callout.Root color="red" highContrast size="1" role="alert">
          <Callout.Text>{problem}</Callout.Text>
        </Callout.Root>
      )}
      {isConfigured && problem === null && instances.length === 0 && checkedAt !== null && (
        <Text as="p" size="2" color="gray">
          {texts.noInstances}
        </Text>
      )}
      {instances.length > 0 && (
        <ul aria-label={texts.instancesList} className="border-t border-(--gray-a4)">
          {instances.map((instance) => (
            <Instance key={instance.name} instance={instance} />
          ))}
        </ul>
      )}
      {qr !== null && <QrCode qr={qr} />}
      {maySetUp && isConfigured && <ConnectionTest />}
    </section>
  );
}

function Checked({ at }: { readonly at: number | null }) {
  const now = useNow(1_000, at !== null);
  return (
    <Text as="p" size="2" color="gray" title={at === null ? undefined : formatInstant(at)}>
      {at === null ? texts.notChecked : texts.checked(agoText(at, now))}
    </Text>
  );
}

function Notice({ text, maySetUp }: { readonly text: string; readonly maySetUp: boolean }) {
  return (
    <Callout.Root color="amber" highContrast size="1">
      <Callout.Text>
        {text}{" "}
        {maySetUp && (
          <Link to={`${paths.settings}?aba=integracoes`} className="font-medium whitespace-nowrap underline">
            {texts.configure}
          </Link>
        )}
      </Callout.Text>
    </Callout.Root>
  );
}

const STATE_COLORS: Readonly<Record<InstanceState, "jade" | "amber" | "blue" | "gray" | "red">> = {
  online: "jade",
  qr_code: "amber",
  authenticated: "blue",
  offline: "gray",
  auth_failure: "red",
  unknown: "gray",
};

/** A telephone that is on, or about to be, needs nobody. */
const CONNECTED: ReadonlySet<InstanceState> = new Set<InstanceState>(["online", "authenticated"]);

function Instance({ instance }: { readonly instance: InstanceRow }) {
  const { name, number, state } = instance;
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-b border-(--gray-a4) py-2 text-[14px]">
      <span className="min-w-0 font-semibold break-words">{name}</span>
      <span className={`whitespace-nowrap ${number === null ? "text-(--gray-11)" : ""}`}>
        {number === null ? NO_NUMBER : formatPhone(number)}
      </span>
      <span className="ml-auto flex items-center gap-3">
        {!CONNECTED.has(state) && <ConnectButton name={name} />}
        <Badge color={STATE_COLORS[state]} highContrast>
          {INSTANCE_STATE_LABELS[state]}
        </Badge>
      </span>
    </li>
  );
}

/** Asks for a code to scan; it comes with the status, or stands on the gateway's own screen. */
function ConnectButton({ name }: { readonly name: string }) {
  const connect = useConnect();
  const { keys, during } = useBusy<"connect">();
  const [isShownThere, setIsShownThere] = useState(false);
  const isBusy = keys.size > 0;

  function press() {
    if (isBusy) return;
    setIsShownThere(false);
    during("connect", connect({ instanceName: name })).then(
      ({ shown }) => {
        if (shown) return;
        setIsShownThere(true);
        notifyInfo(texts.connectOf(name), texts.shownThere);
      },
      (error: unknown) => reportError(error, texts.connectFailed),
    );
  }
  return (
    <Button
      size="1"
      variant="soft"
      color="gray"
      highContrast
      className="min-h-6 pointer-coarse:min-h-11"
      aria-label={texts.connectOf(name)}
      aria-busy={isBusy}
      title={isShownThere ? texts.shownThere : undefined}
      onClick={press}
    >
      {isBusy ? texts.connecting : texts.connect}
    </Button>
  );
}
