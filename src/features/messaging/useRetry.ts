import { notifySuccess } from "../../lib/notify";
import { refusalOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { useBusy } from "../../lib/useBusy";
import { texts } from "./texts";
import { useRetryMessage, type MessageId } from "./useOrderMessages";

/** `in_doubt`: it may have arrived after all, so somebody has to say yes first. */
export type RetryOutcome = "queued" | "in_doubt" | "failed";

export interface Retry {
  readonly isBusy: boolean;
  /** @param sendAgain somebody knows that it may arrive twice, and wants it */
  readonly retry: (sendAgain: boolean) => Promise<RetryOutcome>;
}

/** Puts a message that did not go out back in the queue. */
export function useRetry(messageId: MessageId): Retry {
  const retryMessage = useRetryMessage();
  const { keys, during } = useBusy<"retry">();
  const isBusy = keys.size > 0;
  return {
    isBusy,
    retry: async (sendAgain) => {
      if (isBusy) return "failed";
      try {
        await during("retry", retryMessage({ messageId, ...(sendAgain ? { sendAgain } : {}) }));
      } catch (error) {
        if (!sendAgain && refusalOf(error)?.code === "message_in_doubt") return "in_doubt";
        reportError(error, texts.retryFailed);
        return "failed";
      }
      notifySuccess(texts.retried);
      return "queued";
    },
  };
}
