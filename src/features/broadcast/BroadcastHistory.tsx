import { Badge, Button } from "@radix-ui/themes";
import { Suspense, useState } from "react";
import { formatInstant } from "../../lib/ago";
import { countText } from "../../lib/countText";
import { sentenceOf } from "../../lib/refusal";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RecordList } from "../../ui/RecordList";
import { RefusedState } from "../../ui/RefusedState";
import { BroadcastDialog } from "./lazyParts";
import { texts } from "./texts";
import { usePastBroadcasts, type BroadcastId, type PastBroadcast } from "./useBroadcast";

const STATE_COLORS = {
  preparing: "gray",
  ready: "gray",
  running: "blue",
  paused: "amber",
  finished: "jade",
  canceled: "gray",
} as const;

const { historyColumns } = texts;

/** The last broadcasts, whoever began them: how each stands or ended, and the way to it. */
export function BroadcastHistory() {
  const past = usePastBroadcasts();
  const [open, setOpen] = useState<BroadcastId | null>(null);
  if (past.status === "loading") return <ListSkeleton rows={3} label={texts.historyLoading} />;
  if (past.status === "refused") return <RefusedState message={sentenceOf(past.error, texts.historyFailed)} />;
  if (past.value.length === 0) return <EmptyState line={texts.historyEmpty} />;
  return (
    <>
      <RecordList<PastBroadcast>
        caption={texts.historyList}
        rows={past.value}
        keyOf={({ broadcastId }) => broadcastId}
        columns={[
          { label: historyColumns.when, show: ({ createdAt }) => formatInstant(createdAt) },
          {
            label: historyColumns.state,
            show: ({ state }) => (
              <Badge color={STATE_COLORS[state]} highContrast>
                {texts.historyStates[state]}
              </Badge>
            ),
          },
          {
            label: historyColumns.sent,
            align: "right",
            show: ({ sent, total }) => texts.progress(sent, total),
          },
          {
            label: historyColumns.failed,
            align: "right",
            show: ({ failed, inDoubt }) => countText(failed + inDoubt),
          },
          { label: historyColumns.who, show: ({ startedByName, createdByName }) => startedByName ?? createdByName },
          { label: historyColumns.text, isFlexible: true, show: ({ text }) => <span title={text}>{text}</span> },
        ]}
        actionsLabel={texts.see}
        actions={({ broadcastId, createdAt }) => (
          <Button
            variant="ghost"
            color="gray"
            highContrast
            className="m-0 min-h-6 px-2 pointer-coarse:min-h-11"
            aria-label={texts.seeOf(formatInstant(createdAt))}
            onClick={() => setOpen(broadcastId)}
          >
            {texts.see}
          </Button>
        )}
      />
      {open !== null && (
        <Suspense fallback={null}>
          <BroadcastDialog broadcastId={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}
