import type { toast } from "sonner";

/** What shows messages. Its library comes after the first screen: nothing is said before somebody has done something. */
export type Toast = typeof toast;

let show: Toast | null = null;
const waiting: ((toast: Toast) => void)[] = [];
let onWanted: () => void = () => undefined;

/** Hands over what shows messages, now or as soon as it is there; in the order of the calls. */
export function withToast(say: (toast: Toast) => void): void {
  if (show !== null) return say(show);
  waiting.push(say);
  onWanted();
}

/** For the place where messages appear, once it is on the page. */
export function openToasts(toast: Toast): void {
  show = toast;
  for (const say of waiting.splice(0)) say(toast);
}

/** Calls back when the first message wants to be shown, at once when one waits already. @returns ends that */
export function whenToastsWanted(callback: () => void): () => void {
  onWanted = callback;
  if (waiting.length > 0) callback();
  return () => {
    onWanted = () => undefined;
  };
}
