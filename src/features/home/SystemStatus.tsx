import { CheckCircledIcon, CrossCircledIcon, UpdateIcon } from "@radix-ui/react-icons";
import { Card, Heading, Text } from "@radix-ui/themes";
import { useState } from "react";
import { agoText, formatInstant } from "../../lib/ago";
import { useNow } from "../../lib/clock";
import { useConnection } from "../../lib/connection";
import { texts } from "./texts";
import { useApiCheck } from "./useApiCheck";

type State = "up" | "down" | "unknown";

/** What was measured and how long ago, never a fixed text. Source: specification §2 "Home", UX conventions E5. */
export function SystemStatus() {
  const now = useNow(1_000);
  const connection = useConnection();
  const database: State = connection === "live" ? "up" : connection === "offline" ? "down" : "unknown";
  const since = useSince(database, now);
  const check = useApiCheck();
  const api: State = check === null ? "unknown" : check.isUp ? "up" : "down";
  return (
    <Card asChild size="3" mt="5">
      <section aria-label={texts.status}>
        <Heading as="h2" size="4" mb="3">
          {texts.status}
        </Heading>
        <dl className="flex flex-col gap-2">
          <Fact
            name={texts.database}
            state={database}
            words={{ up: texts.connected, down: texts.disconnected, unknown: texts.connecting }}
            at={since}
            now={now}
          />
          <Fact
            name={texts.api}
            state={api}
            words={{ up: texts.operational, down: texts.failing, unknown: texts.measuring }}
            at={check?.at ?? null}
            now={now}
            detail={check?.isUp === true ? `${check.tookMs} ms` : undefined}
          />
        </dl>
      </section>
    </Card>
  );
}

/** Since when the state holds: the socket tells every change at once, so what it said last is true now. */
function useSince(state: State, now: number): number {
  const [since, setSince] = useState({ state, at: now });
  if (since.state !== state) setSince({ state, at: now });
  return since.at;
}

interface FactProps {
  readonly name: string;
  readonly state: State;
  readonly words: Readonly<Record<State, string>>;
  readonly at: number | null;
  readonly now: number;
  readonly detail?: string;
}

const LOOKS = {
  up: { Icon: CheckCircledIcon, color: "text-(--jade-11)" },
  down: { Icon: CrossCircledIcon, color: "text-(--red-11)" },
  unknown: { Icon: UpdateIcon, color: "text-(--gray-11)" },
} as const;

function Fact({ name, state, words, at, now, detail }: FactProps) {
  const { Icon, color } = LOOKS[state];
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-[14px]">
      <dt className="w-24">{name}</dt>
      <dd className="flex flex-wrap items-center gap-x-2">
        <Icon aria-hidden width="16" height="16" className={color} />
        <span className="font-medium">{words[state]}</span>
        {at !== null && state !== "unknown" && (
          <Text color="gray" size="2" title={formatInstant(at)}>
            {[detail, agoText(at, now)].filter((part) => part !== undefined).join(" · ")}
          </Text>
        )}
      </dd>
    </div>
  );
}
