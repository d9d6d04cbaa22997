import { Button } from "@radix-ui/themes";
import { notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { useBusy } from "../../lib/useBusy";
import { texts } from "./texts";
import { useResumeQueue } from "./useMessaging";

/** Has the paused queue look at once whether it can go on, instead of at its next time. */
export function ResumeButton() {
  const resume = useResumeQueue();
  const { keys, during } = useBusy<"resume">();
  const isBusy = keys.size > 0;
  return (
    <Button
      size="1"
      variant="soft"
      color="gray"
      highContrast
      className="min-h-6 pointer-coarse:min-h-11"
      aria-busy={isBusy}
      onClick={() => {
        if (isBusy) return;
        during("resume", resume({})).then(
          () => notifySuccess(texts.resumed),
          (error: unknown) => reportError(error, texts.resumeFailed),
        );
      }}
    >
      {texts.resume}
    </Button>
  );
}
