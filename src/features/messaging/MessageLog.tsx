import { Text } from "@radix-ui/themes";
import { formatPhone } from "../../../domain/phone";
import { formatInstant } from "../../lib/ago";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { LoadMore } from "../../ui/LoadMore";
import { RecordList } from "../../ui/RecordList";
import { texts } from "./texts";
import { useMessageLog, type Attempt } from "./useMessaging";

/** Every attempt to send something, newest first. */
export function MessageLog() {
  const log = useMessageLog();
  if (log.status === "loading") return <ListSkeleton rows={6} label={texts.logLoading} />;
  if (log.rows.length === 0) return <EmptyState line={texts.logEmpty} />;
  return (
    <>
      <RecordList<Attempt>
        caption={texts.logList}
        rows={log.rows}
        keyOf={({ at, phone, attempt, outcome }) => `${at}:${phone}:${attempt}:${outcome}`}
        columns={[
          { label: texts.when, show: ({ at }) => formatInstant(at) },
          { label: texts.phone, show: ({ phone }) => formatPhone(phone) },
          { label: texts.outcome, show: ({ outcome }) => texts.outcomes[outcome] },
          { label: texts.text, isFlexible: true, show: ({ text }) => <span title={text}>{text}</span> },
          {
            label: texts.why,
            isFlexible: true,
            show: ({ reason }) => <span title={reason ?? undefined}>{reason}</span>,
          },
        ]}
      />
      <LoadMore pages={log} />
      <Text as="p" size="1" color="gray" mt="3">
        {texts.logKept}
      </Text>
    </>
  );
}
