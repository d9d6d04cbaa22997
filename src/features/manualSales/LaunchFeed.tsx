import { Heading, Text } from "@radix-ui/themes";
import { Fragment } from "react";
import { memo } from "react";
import { useNow } from "../../lib/clock";
import { useConnection } from "../../lib/connection";
import { sentenceOf } from "../../lib/refusal";
import type { Live } from "../../lib/useTenantQuery";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RefusedState } from "../../ui/RefusedState";
import { FeedRow } from "./FeedRow";
import { OwnFeedRow } from "./OwnFeedRow";
import type { OwnLaunch } from "./ownLaunches";
import { texts } from "./texts";
import type { FeedLaunch } from "./useLaunchFeed";

interface Props {
  readonly feed: Live<FeedLaunch[]>;
  /** Own launches that the shared feed does not have: on their way or refused. */
  readonly own: readonly OwnLaunch[];
  readonly undoing: ReadonlySet<string>;
  readonly announcement: string;
  /** Another number is another announcement, whatever the words. */
  readonly announced: number;
  readonly onUndo: (launchId: string) => void;
  readonly onRetry: (launch: OwnLaunch) => void;
  readonly onCorrect: (launch: OwnLaunch) => void;
  readonly onDismiss: (launch: OwnLaunch) => void;
}

/** What everybody launched in this live. The feed is the feedback: no toast per launch. */
export const LaunchFeed = memo(function LaunchFeed(props: Props) {
  const { feed, own, undoing, announcement, announced, onUndo, onRetry, onCorrect, onDismiss } = props;
  const isOffline = useConnection() === "offline";
  const now = useNow(
    500,
    own.some(({ refusal }) => refusal === null),
  );
  return (
    <aside
      aria-label={texts.feed}
      className="flex min-w-0 flex-col gap-2 xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:border-l xl:border-(--gray-a4) xl:pl-5"
    >
      <Heading as="h2" size="3">
        {texts.feed}
      </Heading>
      <p className="visually-hidden" aria-live="polite">
        <Fragment key={announced}>{announcement}</Fragment>
      </p>
      {feed.status === "refused" && <RefusedState message={sentenceOf(feed.error, texts.feedFailed)} />}
      {feed.status === "loading" && <ListSkeleton rows={4} label={texts.feed} />}
      {feed.status === "ready" && feed.value.length === 0 && own.length === 0 && (
        <Text as="p" size="2" color="gray" my="3">
          {texts.feedEmpty}
        </Text>
      )}
      <ol
        aria-label={texts.feed}
        tabIndex={0}
        className="flex max-h-56 flex-col overflow-y-auto xl:sticky xl:top-[72px] xl:max-h-[calc(100dvh-190px)]"
      >
        {own.map((launch) => (
          <OwnFeedRow
            key={launch.launchId}
            launch={launch}
            now={now}
            isOffline={isOffline}
            onRetry={onRetry}
            onCorrect={onCorrect}
            onDismiss={onDismiss}
          />
        ))}
        {feed.status === "ready" &&
          feed.value.map((launch) => (
            <FeedRow key={launch.launchId} launch={launch} isUndoing={undoing.has(launch.launchId)} onUndo={onUndo} />
          ))}
      </ol>
    </aside>
  );
});
