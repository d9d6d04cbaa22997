import { ArrowLeftIcon } from "@radix-ui/react-icons";
import { Button, Tabs } from "@radix-ui/themes";
import { lazy, Suspense, useEffect } from "react";
import { Link, Navigate, useSearchParams } from "react-router-dom";
import { useAuth, type Profile } from "../../lib/auth";
import { notifyError } from "../../lib/notify";
import { mayOpenSettings, paths } from "../../lib/screens";
import { useTenant } from "../../lib/tenant";
import { EmptyState } from "../../ui/EmptyState";
import { Page } from "../../ui/Page";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { RefusedState } from "../../ui/RefusedState";
import { CouponsTab } from "./CouponsTab";
import { GiftsTab } from "./GiftsTab";
import { IntegrationsTab } from "./IntegrationsTab";
import { OverviewTab } from "./OverviewTab";
import { SettingsDashboard } from "./SettingsDashboard";
import { SystemTab } from "./SystemTab";
import { tabsFor, toTab, type SettingsTab } from "./tabs";
import { texts } from "./texts";

const AuditTab = lazy(() => import("../audit").then((module) => ({ default: module.AuditTab })));
const TeamTab = lazy(() => import("../team").then((module) => ({ default: module.TeamTab })));
const TenantsTab = lazy(() => import("../tenants").then((module) => ({ default: module.TenantsTab })));

/** /config: a dashboard, and behind it the tabs of the configuration. Which one is in the address. */
export function Component() {
  const { profile } = useAuth();
  if (profile === null) return null;
  return mayOpenSettings(profile) ? <Settings profile={profile} /> : <Denied />;
}

/** Staff go to the home page, and are told who can help. Source: specification §2 "Routes". */
function Denied() {
  useEffect(() => {
    notifyError(texts.denied, texts.deniedTitle);
  }, []);
  return <Navigate to={paths.home} replace />;
}

function Settings({ profile }: { readonly profile: Profile }) {
  const [params] = useSearchParams();
  const { tenant } = useTenant();
  const wanted = toTab(params.get("aba"));
  return wanted === null ? (
    <Page title={texts.title}>{tenant === null ? <NoTenant /> : <SettingsDashboard />}</Page>
  ) : (
    <Page
      title={texts.title}
      action={
        <Button asChild variant="soft" color="gray" highContrast>
          <Link to={paths.settings}>
            <ArrowLeftIcon aria-hidden width="16" height="16" />
            {texts.hub.back}
          </Link>
        </Button>
      }
    >
      <SettingsView profile={profile} wanted={wanted} hasTenant={tenant !== null} />
    </Page>
  );
}

function NoTenant() {
  return (
    <EmptyState
      line={texts.noTenant}
      action={
        <Button asChild>
          <Link to="?aba=empresas">{texts.seeTenants}</Link>
        </Button>
      }
    />
  );
}

interface ViewProps {
  readonly profile: Profile;
  readonly wanted: SettingsTab;
  readonly hasTenant: boolean;
}

function SettingsView({ profile, wanted, hasTenant }: ViewProps) {
  const [, setParams] = useSearchParams();
  const tabs = tabsFor(profile, hasTenant);
  return (
    <Tabs.Root value={wanted} onValueChange={(tab) => setParams({ aba: tab })}>
      <Tabs.List aria-label={texts.title} className="max-w-full overflow-x-auto">
        {tabs.map((tab) => (
          <Tabs.Trigger key={tab} value={tab} ref={tab === wanted ? bringIntoView : undefined}>
            {texts.tabs[tab]}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.includes(wanted) ? (
        <Tabs.Content value={wanted} className="pt-4 pb-6">
          <PanelBoundary key={wanted} fallback={texts.loadFailed}>
            <Suspense fallback={null}>
              <Content tab={wanted} />
            </Suspense>
          </PanelBoundary>
        </Tabs.Content>
      ) : (
        <NotOffered tab={wanted} />
      )}
    </Tabs.Root>
  );
}

/** On the phone the tabs scroll sideways: the one that is open has to be in sight. */
function bringIntoView(trigger: HTMLElement | null): void {
  trigger?.scrollIntoView({ block: "nearest", inline: "center" });
}

/** An address somebody may have been sent: it says why there is nothing, instead of showing something else. */
function NotOffered({ tab }: { readonly tab: SettingsTab }) {
  return tab === "empresas" ? <RefusedState message={texts.onlySuperAdmins} /> : <NoTenant />;
}

function Content({ tab }: { readonly tab: SettingsTab }) {
  switch (tab) {
    case "configuracoes":
      return <OverviewTab />;
    case "sistema":
      return <SystemTab />;
    case "cupons":
      return <CouponsTab />;
    case "brindes":
      return <GiftsTab />;
    case "integracoes":
      return <IntegrationsTab />;
    case "equipe":
      return <TeamTab />;
    case "auditoria":
      return <AuditTab />;
    case "empresas":
      return <TenantsTab />;
    default:
      return tab satisfies never;
  }
}
