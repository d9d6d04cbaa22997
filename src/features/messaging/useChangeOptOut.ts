import { notifyUndoable } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { useBusy } from "../../lib/useBusy";
import { texts } from "./texts";
import { useSetOptOut } from "./useMessaging";

/** Says of a phone whether it gets messages to many; for eight seconds it can be taken back. */
export function useChangeOptOut() {
  const setOptOut = useSetOptOut();
  const { keys, during } = useBusy<string>();

  function change(phone: string, isOptedOut: boolean) {
    if (keys.has(phone)) return;
    const send = (value: boolean) => during(phone, setOptOut({ phone, isOptedOut: value }));
    const report = (error: unknown) => reportError(error, texts.optOutFailed);
    send(isOptedOut).then(
      () =>
        notifyUndoable(isOptedOut ? texts.optOutDone : texts.letInDone, () => {
          send(!isOptedOut).catch(report);
        }),
      report,
    );
  }
  return { isBusy: (phone: string) => keys.has(phone), change };
}
