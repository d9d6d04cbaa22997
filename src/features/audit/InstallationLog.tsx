import { PanelBoundary } from "../../ui/PanelBoundary";
import { AuditFilters } from "./AuditFilters";
import { LogLines } from "./LogLines";
import { texts } from "./texts";
import { useAllInstallationLines, useInstallationLines, useInstallationPeople } from "./useAudit";
import { useLogFilter, type LogFilter } from "./useLogFilter";

/** Who did what that belongs to no company: companies themselves, super admins, people without one. */
export function InstallationLog() {
  const view = useLogFilter();
  const people = useInstallationPeople();
  const readAll = useAllInstallationLines();
  return (
    <>
      <AuditFilters
        view={view}
        people={
          people.status === "ready"
            ? people.value.map(({ profileId, name }) => ({ actorId: profileId, actorName: name }))
            : []
        }
        readAll={readAll}
        fileName={texts.installationFileName}
      />
      <PanelBoundary key={JSON.stringify(view.filter)} fallback={texts.failed}>
        <Lines view={view} />
      </PanelBoundary>
    </>
  );
}

function Lines({ view }: { readonly view: LogFilter }) {
  return <LogLines lines={useInstallationLines(view.filter)} view={view} nothing={texts.nothingOfInstallation} />;
}
