import { Button } from "@radix-ui/themes";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { Id } from "../../../convex/_generated/dataModel";
import { isEventDate } from "../../../domain/calendar";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { AuditFilters, type ChosenRecord } from "./AuditFilters";
import { AuditList } from "./AuditList";
import { texts } from "./texts";
import { useAuditLines, type AuditFilter } from "./useAudit";

/**
 * Auditoria: who did what, when, what was before and after. The day stands in the address; person and record do not,
 * because an address carries no internal ids (UX conventions Q6).
 */
export function AuditTab() {
  const [params, setParams] = useSearchParams();
  const [actorId, setActorId] = useState<Id<"profiles"> | null>(null);
  const [record, setRecord] = useState<ChosenRecord | null>(null);
  const typed = params.get("dia");
  const day = typed !== null && isEventDate(typed) ? typed : null;
  const filter: AuditFilter = {
    ...(actorId === null ? {} : { actorId }),
    ...(record === null ? {} : { recordKey: record.key }),
    ...(day === null ? {} : { day }),
  };

  function setDay(next: string | null) {
    setParams((before) => {
      const after = new URLSearchParams(before);
      if (next === null) after.delete("dia");
      else after.set("dia", next);
      return after;
    });
  }
  function clear() {
    setActorId(null);
    setRecord(null);
    if (day !== null) setDay(null);
  }

  return (
    <div className="flex flex-col gap-4">
      <AuditFilters
        filter={filter}
        record={record}
        onActor={setActorId}
        onDay={setDay}
        onRecord={setRecord}
        onClear={clear}
      />
      <PanelBoundary key={JSON.stringify(filter)} fallback={texts.failed}>
        <Lines filter={filter} onRecord={setRecord} onClear={clear} />
      </PanelBoundary>
    </div>
  );
}

interface LinesProps {
  readonly filter: AuditFilter;
  readonly onRecord: (record: ChosenRecord) => void;
  readonly onClear: () => void;
}

function Lines({ filter, onRecord, onClear }: LinesProps) {
  const { status, rows, isStale, canLoadMore, isLoadingMore, loadMore } = useAuditLines(filter);
  if (status === "loading") return <ListSkeleton rows={8} label={texts.loading} />;
  if (rows.length === 0)
    return Object.keys(filter).length === 0 ? (
      <EmptyState line={texts.nothing} />
    ) : (
      <EmptyState
        line={texts.noResult}
        action={
          <Button variant="soft" onClick={onClear}>
            {texts.clearFilters}
          </Button>
        }
      />
    );
  return (
    <div aria-busy={isStale}>
      <AuditList lines={rows} onRecord={onRecord} />
      {(canLoadMore || isLoadingMore) && (
        <Button
          mt="3"
          variant="soft"
          color="gray"
          highContrast
          aria-busy={isLoadingMore}
          onClick={() => canLoadMore && loadMore()}
        >
          {texts.more}
        </Button>
      )}
    </div>
  );
}
