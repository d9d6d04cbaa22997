import { Text } from "@radix-ui/themes";
import type { Id } from "../../../convex/_generated/dataModel";
import { formatInstant } from "../../lib/ago";
import { sentenceOf } from "../../lib/refusal";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RefusedState } from "../../ui/RefusedState";
import { RetryButton } from "./RetryButton";
import { texts } from "./texts";
import { useOrderMessages, type OrderMessage } from "./useOrderMessages";

interface Props {
  readonly orderId: Id<"orders">;
}

/** What the customer of one order was told, newest first: how each stands, why it did not arrive, and another try. */
export function OrderMessages({ orderId }: Props) {
  const messages = useOrderMessages(orderId);
  if (messages.status === "loading") return <ListSkeleton rows={2} label={texts.ofOrderLoading} />;
  if (messages.status === "refused") return <RefusedState message={sentenceOf(messages.error, texts.ofOrderFailed)} />;
  if (messages.value.length === 0)
    return (
      <Text as="p" size="2" color="gray">
        {texts.ofOrderEmpty}
      </Text>
    );
  return (
    <ul aria-label={texts.ofOrder}>
      {messages.value.map((message) => (
        <Message key={message.messageId} message={message} />
      ))}
    </ul>
  );
}

const TROUBLES: ReadonlySet<OrderMessage["state"]> = new Set(["failed", "expired", "in_doubt"]);

function Message({ message }: { readonly message: OrderMessage }) {
  const { event, state, text, queuedAt, settledAt, attempts, delivery, reason, canRetry } = message;
  const what = texts.events[event];
  const facts = [
    formatInstant(settledAt ?? queuedAt),
    ...(attempts > 1 ? [texts.attempts(attempts)] : []),
    ...(reason === null ? [] : [reason]),
  ];
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 border-t border-(--gray-a4) py-2 text-[14px]">
      <div className="min-w-0 flex-1">
        <p>
          <span className="font-medium">{what}</span>{" "}
          <span className={TROUBLES.has(state) ? "font-medium text-(--red-11)" : "text-(--gray-11)"}>
            · {stateText({ state, delivery })}
          </span>
        </p>
        <p className="text-[13px] text-(--gray-11)">{facts.join(" · ")}</p>
        {state === "in_doubt" && <p className="text-[13px]">{texts.inDoubt}</p>}
        {text !== null && (
          <details className="text-[13px]">
            <summary className="min-h-6 cursor-pointer">{texts.text}</summary>
            <p className="break-words whitespace-pre-wrap text-(--gray-11)">{text}</p>
          </details>
        )}
      </div>
      {canRetry && <RetryButton message={message} what={what} />}
    </li>
  );
}

function stateText({ state, delivery }: Pick<OrderMessage, "state" | "delivery">): string {
  return state === "sent" && delivery !== null ? texts.deliveries[delivery] : texts.states[state];
}
