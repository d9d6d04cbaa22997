import { PanelBoundary } from "../../ui/PanelBoundary";
import { AuditFilters } from "./AuditFilters";
import { LogLines } from "./LogLines";
import { texts } from "./texts";
import { useAllAuditLines, useAuditLines, useAuditPeople } from "./useAudit";
import { useLogFilter, type LogFilter } from "./useLogFilter";

/** Who did what in the company. */
export function CompanyLog() {
  const view = useLogFilter();
  const people = useAuditPeople();
  const readAll = useAllAuditLines();
  return (
    <>
      <AuditFilters
        view={view}
        people={people.status === "ready" ? people.value : []}
        readAll={readAll}
        fileName={texts.fileName}
      />
      <PanelBoundary key={JSON.stringify(view.filter)} fallback={texts.failed}>
        <Lines view={view} />
      </PanelBoundary>
    </>
  );
}

function Lines({ view }: { readonly view: LogFilter }) {
  return <LogLines lines={useAuditLines(view.filter)} view={view} nothing={texts.nothing} />;
}
