import { useRef, useState } from "react";
import type { AuthAnswer, AuthFailure } from "../../lib/auth";
import { notifyError } from "../../lib/notify";
import { sentenceOfFailure } from "./failureText";

interface Attempt {
  readonly isBusy: boolean;
  /**
   * Sends once; a second press meanwhile does nothing. The message of an earlier failure goes when the next try begins.
   *
   * @returns undefined while another try is on its way, else null when it worked, else why not
   */
  readonly attempt: (send: () => AuthAnswer) => Promise<AuthFailure | null | undefined>;
  /** Shows a failure under its title. @returns the sentence shown, for the field it belongs to */
  readonly tell: (failure: AuthFailure, title: string, fallback: string) => string;
}

export function useAttempt(): Attempt {
  const [isBusy, setIsBusy] = useState(false);
  const takeFailureAway = useRef<() => void>(null);
  return {
    isBusy,
    attempt: async (send) => {
      if (isBusy) return undefined;
      setIsBusy(true);
      takeFailureAway.current?.();
      return await send().finally(() => setIsBusy(false));
    },
    tell: (failure, title, fallback) => {
      const message = sentenceOfFailure(failure, fallback);
      takeFailureAway.current = notifyError(message, title);
      return message;
    },
  };
}
