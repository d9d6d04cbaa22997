import { Button, Flex, Tabs, Text } from "@radix-ui/themes";
import { useTenant } from "../../lib/tenant";
import { EmptyState } from "../../ui/EmptyState";
import { Page } from "../../ui/Page";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { GroupsTab } from "./GroupsTab";
import { OverviewTab } from "./OverviewTab";
import { texts } from "./texts";
import { TopProductsTab } from "./TopProductsTab";
import { RefreshContext, useRefresh } from "./useReports";
import { TABS, useReportsAddress, type ReportsAddress, type ReportTab } from "./useReportsAddress";

/** Relatórios: three tabs, which and of what period is in the address. */
export function Component() {
  const { tenant } = useTenant();
  const { isPaused, refreshedAt, refresh } = useRefresh();
  if (tenant === null)
    return (
      <Page title={texts.title}>
        <EmptyState line={texts.noTenant} />
      </Page>
    );
  return (
    <Page
      title={texts.title}
      action={
        <Flex align="center" gap="3">
          <Text as="p" size="2" color="gray" role="status">
            {refreshedAt !== null && texts.refreshedAt(refreshedAt)}
          </Text>
          <Button variant="soft" color="gray" highContrast onClick={refresh}>
            {texts.refresh}
          </Button>
        </Flex>
      }
    >
      <RefreshContext value={isPaused}>
        <Reports />
      </RefreshContext>
    </Page>
  );
}

function Reports() {
  const { address, go } = useReportsAddress();
  return (
    <Tabs.Root value={address.tab} onValueChange={(tab) => go({ tab: TABS.find((name) => name === tab) })}>
      <Tabs.List aria-label={texts.title} className="max-w-full overflow-x-auto">
        {TABS.map((tab) => (
          <Tabs.Trigger key={tab} value={tab}>
            {texts.tabs[tab]}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value={address.tab} className="pt-4 pb-8">
        <PanelBoundary key={address.tab} fallback={texts.salesFailed}>
          <Content tab={address.tab} address={address} go={go} />
        </PanelBoundary>
      </Tabs.Content>
    </Tabs.Root>
  );
}

interface ContentProps {
  readonly tab: ReportTab;
  readonly address: ReportsAddress;
  readonly go: (next: Partial<ReportsAddress>) => void;
}

function Content({ tab, address, go }: ContentProps) {
  switch (tab) {
    case "geral":
      return (
        <OverviewTab
          period={address.period}
          live={address.live}
          isOfLive={address.isOfLive}
          onPeriod={(period) => go({ period })}
          onLive={go}
        />
      );
    case "produtos":
      return <TopProductsTab period={address.period} onPeriod={(period) => go({ period })} />;
    case "grupos":
      return <GroupsTab />;
    default:
      return tab satisfies never;
  }
}
