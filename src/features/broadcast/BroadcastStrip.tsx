import { Cross2Icon } from "@radix-ui/react-icons";
import { Button, IconButton } from "@radix-ui/themes";
import { Suspense, useEffect, useRef, useState } from "react";
import { isOver, isUnderWay } from "../../../domain/broadcasts";
import { useAuth } from "../../lib/auth";
import { notifyError, notifySuccess } from "../../lib/notify";
import { useCalm } from "../../lib/useCalm";
import { ProgressBar } from "../../ui/ProgressBar";
import { BroadcastDialog } from "./lazyParts";
import { doneOf, pauseSentence } from "./progress";
import { texts } from "./texts";
import { useBroadcast, type Broadcast, type BroadcastId } from "./useBroadcast";

interface Props {
  readonly broadcastId: BroadcastId;
}

/** One line about the broadcast that runs, for everybody on the staff; whoever began it also learns how it ended. */
export function BroadcastStrip({ broadcastId }: Props) {
  const live = useBroadcast(broadcastId);
  const { profile } = useAuth();
  const [isOpen, setIsOpen] = useState(false);
  const [isDismissed, setIsDismissed] = useState(false);
  const broadcast = live.status === "ready" ? live.value : null;
  const isOwn = broadcast !== null && (broadcast.startedByName ?? broadcast.createdByName) === profile?.name;
  useAnnouncedEnd(broadcast, isOwn);

  const isShown = broadcast !== null && (isUnderWay(broadcast.state) || (isOwn && !isDismissed));
  return (
    <>
      {isShown && (
        <Line
          broadcast={broadcast}
          isOwn={isOwn}
          onSee={() => setIsOpen(true)}
          onDismiss={() => setIsDismissed(true)}
        />
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <BroadcastDialog broadcastId={broadcastId} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Said once, to who began it and has seen it run. Source: specification §8 "Broadcast finished". */
function useAnnouncedEnd(broadcast: Broadcast | null, isOwn: boolean): void {
  const hasRun = useRef(false);
  const state = broadcast?.state ?? null;
  useEffect(() => {
    if (broadcast === null || state === null) return;
    if (isUnderWay(state)) hasRun.current = true;
    const { result } = broadcast;
    if (result === null || !hasRun.current || !isOwn) return;
    hasRun.current = false;
    if (result.isDestructive) notifyError(result.text, result.title);
    else notifySuccess(result.text, result.title);
  }, [broadcast, state, isOwn]);
}

interface LineProps {
  readonly broadcast: Broadcast;
  readonly isOwn: boolean;
  readonly onSee: () => void;
  readonly onDismiss: () => void;
}

function Line({ broadcast, isOwn, onSee, onDismiss }: LineProps) {
  const { state, total, result, startedByName, createdByName } = broadcast;
  const done = useCalm(doneOf(broadcast));
  const isPaused = pauseSentence(broadcast) !== null;
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-(--gray-a2) py-1 pr-2 pl-3 text-[14px]">
      <span className="font-medium">{result?.title ?? (isPaused ? texts.stripPaused : texts.stripRunning)}</span>
      {!isOwn && <span className="text-(--gray-11)">{texts.stripBy(startedByName ?? createdByName)}</span>}
      {result === null ? (
        <>
          <span className="w-24 sm:w-40">
            <ProgressBar label={texts.stripRunning} done={done} total={total} />
          </span>
          <span className="whitespace-nowrap">{texts.progress(done, total)}</span>
        </>
      ) : (
        <span role="status">{result.text}</span>
      )}
      <span className="ml-auto flex items-center gap-2">
        <Button
          size="1"
          variant="soft"
          color="gray"
          highContrast
          className="min-h-6 pointer-coarse:min-h-11"
          onClick={onSee}
        >
          {texts.seeSending}
        </Button>
        {isOver(state) && (
          <IconButton
            size="1"
            variant="ghost"
            color="gray"
            aria-label={texts.dismiss}
            className="m-0 size-6 pointer-coarse:size-11"
            onClick={onDismiss}
          >
            <Cross2Icon width="14" height="14" />
          </IconButton>
        )}
      </span>
    </div>
  );
}
