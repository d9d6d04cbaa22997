import { Button, Callout, Text } from "@radix-ui/themes";
import { useState } from "react";
import { useNow } from "../../lib/clock";
import { reportError } from "../../lib/reportError";
import { useBusy } from "../../lib/useBusy";
import { useCalm } from "../../lib/useCalm";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { ProgressBar } from "../../ui/ProgressBar";
import { aboutText, whenText } from "./instants";
import { doneOf, pauseSentence } from "./progress";
import { Tally } from "./Over";
import { texts } from "./texts";
import { useBroadcastChanges, type Broadcast } from "./useBroadcast";

interface Props {
  readonly broadcast: Broadcast;
}

const CLOCK_MS = 30_000;

/** How far it is, why it waits if it does, and when it will have ended. */
export function Going({ broadcast }: Props) {
  const { total, nextAt, estimatedEndAt, startedByName, createdByName } = broadcast;
  const now = useNow(CLOCK_MS);
  const done = useCalm(doneOf(broadcast));
  const pause = pauseSentence(broadcast);
  return (
    <div className="flex flex-col gap-3 text-[14px]">
      <Text as="p" size="2" color="gray">
        {texts.startedBy(startedByName ?? createdByName)}
      </Text>
      {pause !== null && (
        <Callout.Root color="amber" highContrast size="1" role="status">
          <Callout.Text>{pause}</Callout.Text>
        </Callout.Root>
      )}
      <ProgressBar label={texts.title} done={done} total={total} />
      <p className="font-medium">{texts.progress(done, total)}</p>
      <Tally broadcast={broadcast} />
      {pause === null && estimatedEndAt !== null && <p>{texts.endsAt(aboutText(estimatedEndAt, now))}</p>}
      {pause === null && nextAt !== null && nextAt > now + CLOCK_MS && <p>{texts.goesOnAt(whenText(nextAt, now))}</p>}
      <p className="text-(--gray-11)">{texts.goesOn}</p>
    </div>
  );
}

/** Pause, resume, and the end before its time, which asks first. */
export function GoingButtons({ broadcast }: Props) {
  const { broadcastId, state, waiting } = broadcast;
  const { pause, resume, cancel } = useBroadcastChanges();
  const { keys: busy, during } = useBusy<"pause" | "resume">();
  const [isAsking, setIsAsking] = useState(false);
  const isPaused = state === "paused";

  function turn() {
    if (busy.size > 0) return;
    const [key, change, failed] = isPaused
      ? (["resume", resume, texts.resumeFailed] as const)
      : (["pause", pause, texts.pauseFailed] as const);
    during(key, change({ broadcastId })).catch((error: unknown) => reportError(error, failed));
  }
  async function stop(): Promise<boolean> {
    try {
      await cancel({ broadcastId });
      return true;
    } catch (error) {
      reportError(error, texts.stopFailed);
      return false;
    }
  }
  return (
    <>
      <Button variant="soft" color="red" highContrast onClick={() => setIsAsking(true)}>
        {texts.stop}
      </Button>
      <Button aria-busy={busy.size > 0} onClick={turn}>
        {isPaused ? texts.resume : texts.pause}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={texts.stopTitle}
          question={texts.stopQuestion(waiting)}
          confirmLabel={texts.stop}
          isDestructive
          onConfirm={stop}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
