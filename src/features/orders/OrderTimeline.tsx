import { Button } from "@radix-ui/themes";
import type { Id } from "../../../convex/_generated/dataModel";
import { agoText, formatInstant } from "../../lib/ago";
import { useNow } from "../../lib/clock";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { dialogTexts as texts } from "./dialogTexts";
import { timelineText, totalAfter } from "./timelineText";
import { useTimeline } from "./useOrderDetail";

/** Everything that happened to an order, newest first, page by page. Read only. */
export function OrderTimeline({ orderId }: { readonly orderId: Id<"orders"> }) {
  const timeline = useTimeline(orderId);
  const now = useNow(10_000);
  if (timeline.status === "loading") return <ListSkeleton rows={3} label={texts.timeline} />;
  if (timeline.rows.length === 0) return <p className="text-[14px] text-(--gray-11)">{texts.timelineEmpty}</p>;
  return (
    <>
      <ol aria-labelledby="order-timeline" className="flex flex-col text-[14px]">
        {timeline.rows.map(({ _id, at, actorName, change }) => {
          const total = totalAfter(change);
          return (
            <li key={_id} className="flex flex-wrap items-baseline gap-x-3 border-t border-(--gray-a3) py-2">
              <time dateTime={new Date(at).toISOString()} title={formatInstant(at)} className="w-28 text-(--gray-11)">
                {agoText(at, now).replace(/^em /, "")}
              </time>
              <span className="min-w-0 flex-1 break-words">
                <span className="font-medium">{actorName}</span> {timelineText(change)}
              </span>
              {total !== null && <span className="whitespace-nowrap text-(--gray-11)">{total}</span>}
            </li>
          );
        })}
      </ol>
      {(timeline.canLoadMore || timeline.isLoadingMore) && (
        <Button
          mt="2"
          variant="soft"
          color="gray"
          highContrast
          aria-busy={timeline.isLoadingMore}
          onClick={() => timeline.canLoadMore && timeline.loadMore()}
        >
          {texts.timelineMore}
        </Button>
      )}
    </>
  );
}
