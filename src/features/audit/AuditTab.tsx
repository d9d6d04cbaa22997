import { SegmentedControl } from "@radix-ui/themes";
import { useSearchParams } from "react-router-dom";
import { useAuth } from "../../lib/auth";
import { useTenant } from "../../lib/tenant";
import { CompanyLog } from "./CompanyLog";
import { InstallationLog } from "./InstallationLog";
import { texts } from "./texts";

const OF_INSTALLATION = "instalacao";
const OF_COMPANY = "empresa";

/**
 * Auditoria: who did what, when, what was before and after. Super admins also read what belongs to no company; which of
 * the two logs is open stands in the address.
 */
export function AuditTab() {
  const { isSuperAdmin } = useAuth();
  const { tenant } = useTenant();
  const [params, setParams] = useSearchParams();
  const isInstallation = isSuperAdmin && (tenant === null || params.get("registro") === OF_INSTALLATION);

  function choose(log: string) {
    const tab = params.get("aba");
    setParams({ ...(tab === null ? {} : { aba: tab }), ...(log === OF_COMPANY ? {} : { registro: log }) });
  }
  return (
    <div className="flex flex-col gap-4">
      {isSuperAdmin && tenant !== null && (
        <SegmentedControl.Root
          aria-label={texts.which}
          value={isInstallation ? OF_INSTALLATION : OF_COMPANY}
          onValueChange={choose}
          className="w-full max-w-80"
        >
          <SegmentedControl.Item value={OF_COMPANY}>{texts.ofCompany}</SegmentedControl.Item>
          <SegmentedControl.Item value={OF_INSTALLATION}>{texts.ofInstallation}</SegmentedControl.Item>
        </SegmentedControl.Root>
      )}
      {isInstallation ? <InstallationLog /> : <CompanyLog />}
    </div>
  );
}
