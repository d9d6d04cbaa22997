import { useEffect, useMemo, useRef } from "react";
import { notifyError, notifyNotice, notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { texts } from "./texts";
import { useAttention, useRetryMessage, type TroubledMessage } from "./useOrderMessages";

const NOBODY: readonly TroubledMessage[] = [];

/** The orders of which a message lately did not go out. */
export function useTroubledOrders(): {
  readonly ids: ReadonlySet<string>;
  readonly messages: readonly TroubledMessage[];
} {
  const attention = useAttention();
  const messages = attention.status === "ready" ? attention.value : NOBODY;
  const ids = useMemo(() => new Set<string>(messages.flatMap(({ orderId }) => orderId ?? [])), [messages]);
  return { ids, messages };
}

/**
 * Says to who marked an order paid that its confirmation did not go out, with another try. What had failed before the
 * order was marked is no news.
 *
 * @param own the orders this screen has marked
 * Source: specification §8 "Erro ao Enviar Mensagem"; product.md "Selling".
 */
export function useConfirmationTrouble(messages: readonly TroubledMessage[], own: ReadonlySet<string>): void {
  const retry = useRetryMessage();
  const known = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const before = known.current;
    known.current = new Set(messages.map(keyOf));
    for (const message of messages) {
      const isOwn = message.event === "paid" && message.orderId !== null && own.has(message.orderId);
      if (isOwn && !before.has(keyOf(message))) tell(message, retry);
    }
  }, [messages, own, retry]);
}

/** The same message may fail again after another try. */
function keyOf({ messageId, at }: TroubledMessage): string {
  return `${messageId}:${at}`;
}

function tell({ state, messageId }: TroubledMessage, retry: ReturnType<typeof useRetryMessage>): void {
  if (state === "in_doubt") return notifyNotice(texts.inDoubt);
  const takeAway = notifyError(texts.confirmationFailed, texts.sendFailedTitle, {
    label: texts.retry,
    take: () => {
      takeAway();
      retry({ messageId }).then(
        () => notifySuccess(texts.retried),
        (error: unknown) => reportError(error, texts.retryFailed),
      );
    },
  });
}
