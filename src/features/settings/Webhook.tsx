import { Text } from "@radix-ui/themes";
import { formatInstant } from "../../lib/ago";
import { sentenceOf } from "../../lib/refusal";
import { CopyButton } from "../../ui/CopyButton";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RefusedState } from "../../ui/RefusedState";
import { texts } from "./texts";
import { useLastNotices, type Notice } from "./useSettings";

const words = texts.integrations.webhook;

/** Where the payment provider is to tell its news, and whether it does. */
export function Webhook({ address }: { readonly address: string }) {
  return (
    <>
      <section aria-label={words.address}>
        <Text as="p" size="2" weight="medium">
          {words.address}
        </Text>
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="min-w-0 text-[14px] break-all">{address}</span>
          <CopyButton text={address} />
        </div>
        <Text as="p" size="1" color="gray" mt="1">
          {words.hint}
        </Text>
      </section>
      <section aria-label={words.last}>
        <Text as="p" size="2" weight="medium">
          {words.last}
        </Text>
        <LastNotices />
      </section>
    </>
  );
}

function LastNotices() {
  const notices = useLastNotices();
  if (notices.status === "loading") return <ListSkeleton rows={2} label={words.loading} />;
  if (notices.status === "refused") return <RefusedState message={sentenceOf(notices.error, words.failed)} />;
  const { page } = notices.value;
  if (page.length === 0)
    return (
      <Text as="p" size="2" color="gray" mt="1">
        {words.none}
      </Text>
    );
  return (
    <ul className="mt-1 flex flex-col gap-1 text-[13px]">
      {page.map((notice) => (
        <NoticeLine key={notice._id} notice={notice} />
      ))}
    </ul>
  );
}

function NoticeLine({ notice: { at, kind, subject, outcome, detail } }: { readonly notice: Notice }) {
  const what = [kind, subject, detail].filter((part) => part !== "").join(" · ");
  return (
    <li className="flex flex-wrap gap-x-3">
      <span className="whitespace-nowrap text-(--gray-11)">{formatInstant(at)}</span>
      <span className="font-medium">{words.outcomes[outcome]}</span>
      <span className="min-w-0 break-words">{what}</span>
    </li>
  );
}
