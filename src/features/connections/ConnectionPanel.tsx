import { Badge, Button, Heading, Link as ExternalLink } from "@radix-ui/themes";
import { useId, useState } from "react";
import type { ConnectionState } from "../../../domain/oauth";
import { formatInstant } from "../../lib/ago";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { Fact, FactList } from "../../ui/FactList";
import { texts } from "./texts";
import { useConnecting } from "./useConnecting";

/** How a connection stands, as the server tells it. */
export interface Connection {
  readonly state: ConnectionState;
  /** What is wrong and what to do, as whole sentences. */
  readonly message: string | null;
  readonly expiresAt: number | null;
  readonly connectedAt: number | null;
  readonly connectedByName: string | null;
}

export interface ConnectionCheck {
  readonly isWorking: boolean;
  readonly message: string;
}

export interface ConnectionDeeds {
  readonly connect: (args: object) => Promise<{ readonly url: string }>;
  readonly disconnect: (args: object) => Promise<unknown>;
  /** Asks the service now. */
  readonly check: (args: object) => Promise<ConnectionCheck>;
}

interface Props {
  /** As people call it. */
  readonly service: string;
  readonly connection: Connection;
  readonly deeds: ConnectionDeeds;
  /** What connecting is good for, said while there is no connection. */
  readonly purpose: string;
  /** What follows from disconnecting. */
  readonly consequence: string;
  /** Only the owner connects and disconnects. */
  readonly mayChange: boolean;
  readonly mayCheck?: boolean;
  /** What is typed is not what would be connected with. */
  readonly isUnsaved?: boolean;
}

const COLORS = {
  disconnected: "gray",
  connecting: "blue",
  connected: "jade",
  attention: "amber",
  broken: "red",
} as const satisfies Record<ConnectionState, string>;

/** Whether the company is connected to a service, and what one can do about it. */
export function ConnectionPanel(props: Props) {
  const { service, connection, purpose } = props;
  const { state, message } = connection;
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3 text-[14px]">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Heading as="h2" id={id} size="3">
          {texts.title(service)}
        </Heading>
        <span role="status">
          <Badge color={COLORS[state]} highContrast>
            {texts.states[state]}
          </Badge>
        </span>
      </div>
      {message !== null && <Problem state={state} message={message} />}
      {message === null && state === "disconnected" && <p className="text-(--gray-11)">{purpose}</p>}
      {(state === "connected" || state === "attention") && <Known connection={connection} />}
      <Deeds {...props} />
    </section>
  );
}

function Problem({ state, message }: { readonly state: ConnectionState; readonly message: string }) {
  const look = state === "broken" ? "border-(--red-a7) bg-(--red-2)" : "border-(--amber-a7) bg-(--amber-2)";
  return (
    <p role="status" className={`rounded-md border p-2 ${look}`}>
      {message}
    </p>
  );
}

function Known({ connection: { connectedAt, connectedByName, expiresAt } }: Pick<Props, "connection">) {
  if (connectedAt === null) return <p className="text-(--gray-11)">{texts.typedToken}</p>;
  return (
    <FactList>
      {connectedByName !== null && <Fact name={texts.by}>{texts.at(connectedByName, formatInstant(connectedAt))}</Fact>}
      {expiresAt !== null && <Fact name={texts.expires}>{formatInstant(expiresAt)}</Fact>}
    </FactList>
  );
}

function Deeds({ service, connection, deeds, consequence, mayChange, mayCheck = true, isUnsaved = false }: Props) {
  const { state } = connection;
  const doing = useConnecting({ service, connection, deeds });
  const [isAsking, setIsAsking] = useState(false);
  const isConnected = state !== "disconnected" && state !== "connecting";
  const isFine = state === "connected";
  return (
    <>
      {doing.waitsAt !== null && (
        <p role="status" className="text-(--gray-11)">
          {texts.waiting}{" "}
          <ExternalLink href={doing.waitsAt} target="_blank" rel="noreferrer" highContrast underline="always">
            {texts.openPage}
          </ExternalLink>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {mayChange && (
          <Button
            {...(isFine ? ({ variant: "soft", color: "gray", highContrast: true } as const) : {})}
            aria-busy={doing.isConnecting}
            onClick={() => doing.connect(isUnsaved)}
          >
            {doing.isConnecting ? texts.connecting : isConnected ? texts.connectAgain : texts.connect}
          </Button>
        )}
        {isConnected && mayCheck && (
          <Button variant="soft" color="gray" highContrast aria-busy={doing.isChecking} onClick={doing.check}>
            {doing.isChecking ? texts.checking : texts.check}
          </Button>
        )}
        {mayChange && isConnected && (
          <Button variant="soft" color="red" highContrast onClick={() => setIsAsking(true)}>
            {texts.disconnect}
          </Button>
        )}
      </div>
      <p role="status" className={doing.checked?.isWorking === false ? "text-(--red-11)" : "text-(--accent-11)"}>
        {doing.checked?.message}
      </p>
      {isAsking && (
        <ConfirmDialog
          title={texts.disconnectFrom(service)}
          question={texts.disconnectQuestion(service)}
          confirmLabel={texts.disconnectFrom(service)}
          isDestructive
          onConfirm={doing.disconnect}
          onClose={() => setIsAsking(false)}
          focusAfter={() => document.querySelector<HTMLElement>("h1")}
        >
          <p className="mt-2 text-[14px] text-(--gray-11)">{consequence}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
