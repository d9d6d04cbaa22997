import { Button } from "@radix-ui/themes";
import { useState } from "react";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { texts } from "./texts";
import { useRetry } from "./useRetry";
import type { MessageId } from "./useOrderMessages";

interface Props {
  readonly message: { readonly messageId: MessageId; readonly state: string };
  /** Which message it is, for who does not see what stands beside the button. */
  readonly what: string;
}

/** Another try by hand. One that may have arrived is sent again only after a warning. */
export function RetryButton({ message: { messageId, state }, what }: Props) {
  const { isBusy, retry } = useRetry(messageId);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        size="1"
        variant="soft"
        color="gray"
        highContrast
        className="min-h-6 pointer-coarse:min-h-11"
        aria-label={texts.retryOf(what)}
        aria-busy={isBusy}
        onClick={() => {
          if (state === "in_doubt") setIsAsking(true);
          else void retry(false).then((outcome) => outcome === "in_doubt" && setIsAsking(true));
        }}
      >
        {texts.retry}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={texts.sendAgainTitle}
          question={texts.sendAgainQuestion}
          confirmLabel={texts.sendAgain}
          onConfirm={async () => (await retry(true)) === "queued"}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
