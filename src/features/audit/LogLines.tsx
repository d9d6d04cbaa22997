import { Button } from "@radix-ui/themes";
import type { LivePages } from "../../lib/useLivePages";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { AuditList } from "./AuditList";
import type { AuditLine } from "./auditText";
import { texts } from "./texts";
import type { LogFilter } from "./useLogFilter";

interface Props {
  readonly lines: LivePages<AuditLine>;
  readonly view: LogFilter;
  /** Where there is nothing at all yet. */
  readonly nothing: string;
}

/** The lines that were found, and more of them on demand. */
export function LogLines({ lines, view, nothing }: Props) {
  const { status, rows, isStale, canLoadMore, isLoadingMore, loadMore } = lines;
  if (status === "loading") return <ListSkeleton rows={8} label={texts.loading} />;
  if (rows.length === 0)
    return Object.keys(view.filter).length === 0 ? (
      <EmptyState line={nothing} />
    ) : (
      <EmptyState
        line={texts.noResult}
        action={
          <Button variant="soft" onClick={view.clear}>
            {texts.clearFilters}
          </Button>
        }
      />
    );
  return (
    <div aria-busy={isStale}>
      <AuditList lines={rows} onRecord={view.setRecord} />
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
