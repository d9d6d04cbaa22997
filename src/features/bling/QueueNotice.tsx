import { Button } from "@radix-ui/themes";
import { useState, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { formatInstant } from "../../lib/ago";
import { notifyNotice, notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { paths } from "../../lib/screens";
import { texts } from "./texts";
import { useBlingDeeds, type BlingOverview } from "./useBling";

interface Props {
  readonly overview: BlingOverview;
  readonly isOwner: boolean;
}

/** Why nothing goes to Bling now, and what can be done about it; and all that failed, to be tried again. */
export function QueueNotice({ overview, isOwner }: Props) {
  const { isActive, queue } = overview;
  return (
    <>
      {!isActive && (
        <Notice>
          <p>{texts.inactive}</p>
          {isOwner ? (
            <Link to={`${paths.settings}?aba=integracoes`} className="underline underline-offset-2">
              {texts.turnOn}
            </Link>
          ) : (
            <p>{texts.askOwner}</p>
          )}
        </Notice>
      )}
      {isActive && queue.message !== null && <Paused queue={queue} />}
      {isActive && queue.failed > 0 && <RetryAll />}
    </>
  );
}

function Notice({ children }: { readonly children: ReactNode }) {
  return (
    <div
      role="status"
      className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-(--amber-a7) bg-(--amber-2) p-2 text-[14px]"
    >
      {children}
    </div>
  );
}

function Paused({ queue: { message, resumesAt } }: Pick<BlingOverview, "queue">) {
  const { resumeQueue } = useBlingDeeds();
  const request = useRequest();
  return (
    <Notice>
      <p>
        {message} {resumesAt !== null && texts.resumesAt(formatInstant(resumesAt))}
      </p>
      <Button
        variant="soft"
        color="gray"
        highContrast
        aria-busy={request.isBusy}
        onClick={() =>
          request.send(
            () => resumeQueue({}),
            () => notifySuccess(texts.resumed),
            texts.resumeFailed,
          )
        }
      >
        {texts.resume}
      </Button>
    </Notice>
  );
}

function RetryAll() {
  const { retryFailed } = useBlingDeeds();
  const request = useRequest();
  return (
    <div className="mb-3">
      <Button
        variant="soft"
        color="gray"
        highContrast
        aria-busy={request.isBusy}
        onClick={() =>
          request.send(
            () => retryFailed({}),
            ({ queued, more }) => {
              notifySuccess(texts.queued(queued));
              if (more) notifyNotice(texts.moreFailed);
            },
            texts.retryFailed,
          )
        }
      >
        {request.isBusy ? texts.retrying : texts.retryAll}
      </Button>
    </div>
  );
}

/** One request at a time: pressed twice is once. */
function useRequest() {
  const [isBusy, setIsBusy] = useState(false);
  return {
    isBusy,
    send: <T,>(request: () => Promise<T>, onDone: (answer: T) => void, failed: string) => {
      if (isBusy) return;
      setIsBusy(true);
      request()
        .then(onDone, (error: unknown) => reportError(error, failed))
        .finally(() => setIsBusy(false));
    },
  };
}
