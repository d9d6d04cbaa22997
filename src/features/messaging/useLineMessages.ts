import { useCallback, useEffect, useRef } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { notifyError, notifyNotice, notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { texts } from "./texts";
import { useOrderMessages, useRetryMessage, type OrderMessage } from "./useOrderMessages";

/** What somebody does to an order's lines that its customer is told. */
export type LineEvent = "item_added" | "item_removed";

const OPEN: ReadonlySet<OrderMessage["state"]> = new Set(["waiting", "taken", "sending", "asking"]);

/**
 * Says to who changed an order's lines what became of the customer's message, as long as the dialog is open. A line
 * changed by somebody else is their news.
 *
 * @returns to be called before a line is added or removed here; what it returns, where that came to nothing
 * Source: specification §8 "Edit dialog and orders list".
 */
export function useLineMessages(orderId: Id<"orders"> | null): (event: LineEvent) => () => void {
  const live = useOrderMessages(orderId);
  const retry = useRetryMessage();
  const messages = live.status === "ready" ? live.value : null;
  const expected = useRef<LineEvent[]>([]);
  const followed = useRef<Set<string>>(new Set());
  const known = useRef<ReadonlySet<string> | null>(null);

  useEffect(() => {
    if (messages === null) return;
    const before = known.current;
    known.current = new Set(messages.map(({ messageId }) => messageId));
    // Oldest first: what was done first is told first.
    for (const message of [...messages].reverse()) {
      const at = expected.current.findIndex((event) => event === message.event);
      if (before !== null && !before.has(message.messageId) && at !== -1) {
        expected.current.splice(at, 1);
        followed.current.add(message.messageId);
      }
      if (!followed.current.has(message.messageId) || OPEN.has(message.state)) continue;
      followed.current.delete(message.messageId);
      tell(message, () => {
        retry({ messageId: message.messageId }).then(
          () => followed.current.add(message.messageId),
          (error: unknown) => reportError(error, texts.retryFailed),
        );
      });
    }
  }, [messages, retry]);

  return useCallback((event: LineEvent) => {
    expected.current.push(event);
    return () => {
      const at = expected.current.lastIndexOf(event);
      if (at !== -1) expected.current.splice(at, 1);
    };
  }, []);
}

function tell({ event, state }: OrderMessage, retry: () => void): void {
  const words = texts.ofLines[event === "item_added" ? "item_added" : "item_removed"];
  switch (state) {
    case "sent":
      return notifySuccess(words.sent);
    case "in_doubt":
      return notifyNotice(texts.inDoubt);
    case "failed":
    case "expired": {
      const takeAway = notifyError(words.failed, undefined, {
        label: texts.retry,
        take: () => {
          takeAway();
          retry();
        },
      });
      return;
    }
    default:
      // Withdrawn: what it was about did not happen.
      return;
  }
}
