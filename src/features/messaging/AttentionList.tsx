import { Link } from "react-router-dom";
import { formatPhone } from "../../../domain/phone";
import { formatInstant } from "../../lib/ago";
import { sentenceOf } from "../../lib/refusal";
import { paths } from "../../lib/screens";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RecordList } from "../../ui/RecordList";
import { RefusedState } from "../../ui/RefusedState";
import { RetryButton } from "./RetryButton";
import { texts } from "./texts";
import { useAttention, type TroubledMessage } from "./useOrderMessages";

/** What of the last two days did not go out, each with its reason and another try. */
export function AttentionList() {
  const attention = useAttention();
  if (attention.status === "loading") return <ListSkeleton rows={4} label={texts.attentionLoading} />;
  if (attention.status === "refused")
    return <RefusedState message={sentenceOf(attention.error, texts.attentionFailed)} />;
  if (attention.value.length === 0) return <EmptyState line={texts.attentionEmpty} />;
  return (
    <RecordList<TroubledMessage>
      caption={texts.attentionList}
      rows={attention.value}
      keyOf={({ messageId }) => messageId}
      columns={[
        { label: texts.what, show: ({ event }) => texts.events[event] },
        { label: texts.order, show: (message) => <OrderLink message={message} /> },
        { label: texts.phone, show: ({ phone }) => formatPhone(phone) },
        { label: texts.when, show: ({ at }) => formatInstant(at) },
        { label: texts.why, isFlexible: true, show: whyOf },
      ]}
      actionsLabel={texts.retry}
      actions={(message) => <RetryButton message={message} what={nameOf(message)} />}
    />
  );
}

function OrderLink({ message: { orderNumber } }: { readonly message: TroubledMessage }) {
  if (orderNumber === null) return texts.noOrder;
  return (
    <Link to={`${paths.orders}?pedido=${orderNumber}`} className="inline-flex min-h-6 items-center underline">
      {texts.orderNamed(orderNumber)}
    </Link>
  );
}

function whyOf({ state, reason }: TroubledMessage) {
  const why = reason === null ? texts.states[state] : `${texts.states[state]} · ${reason}`;
  return <span title={why}>{why}</span>;
}

function nameOf({ event, orderNumber, phone }: TroubledMessage): string {
  return `${texts.events[event]} ${orderNumber === null ? formatPhone(phone) : texts.orderNamed(orderNumber)}`;
}
