import { Flex, Text } from "@radix-ui/themes";
import { formatTime } from "../../../domain/calendar";
import { formatPhone } from "../../../domain/phone";
import { FeedAction } from "./FeedAction";
import type { OwnLaunch } from "./ownLaunches";
import { texts } from "./texts";

/** Source: UX conventions SP2. */
const STILL_SENDING_MS = 3_000;
const OFFER_RETRY_MS = 10_000;

interface Props {
  readonly launch: OwnLaunch;
  readonly now: number;
  /** Without a connection it is kept, not on its way. */
  readonly isOffline: boolean;
  readonly onRetry: (launch: OwnLaunch) => void;
  readonly onCorrect: (launch: OwnLaunch) => void;
  readonly onDismiss: (launch: OwnLaunch) => void;
}

/** An own launch that the server has not accepted: on its way, or refused with its reason and what can be done. */
export function OwnFeedRow({ launch, now, isOffline, onRetry, onCorrect, onDismiss }: Props) {
  const { at, code, productName, quantity, phone, refusal, sentAt } = launch;
  const isSending = refusal === null;
  const waitedMs = now - sentAt;
  return (
    <li className="border-b border-(--gray-a3) py-2" aria-busy={isSending} title={productName ?? undefined}>
      <div className="flex items-baseline gap-2 text-[14px]">
        <Text size="1" color="gray">
          {formatTime(at)}
        </Text>
        <span className="min-w-0 flex-1" />
        <span className={`whitespace-nowrap font-semibold ${isSending ? "text-(--gray-11)" : ""}`}>
          {code} ×{quantity}
        </span>
        {isSending ? (
          <Text size="1" color="gray">
            {isOffline ? texts.kept : waitedMs >= STILL_SENDING_MS ? texts.stillSending : texts.sending}
          </Text>
        ) : (
          <Text size="1" color="red" weight="medium">
            {texts.refused}
          </Text>
        )}
      </div>
      <Text as="p" size="1" color="gray">
        {formatPhone(phone)}
      </Text>
      {!isSending && (
        <Text as="p" size="2" color="red">
          {refusal}
        </Text>
      )}
      {(!isSending || (waitedMs >= OFFER_RETRY_MS && !isOffline)) && (
        <Flex gap="4" mt="1" wrap="wrap">
          <FeedAction label={texts.retry} onPress={() => onRetry(launch)} />
          {!isSending && <FeedAction label={texts.correct} onPress={() => onCorrect(launch)} />}
          {!isSending && <FeedAction label={texts.dismiss} onPress={() => onDismiss(launch)} />}
        </Flex>
      )}
    </li>
  );
}
