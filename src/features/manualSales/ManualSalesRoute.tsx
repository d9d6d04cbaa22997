import { Tabs } from "@radix-ui/themes";
import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router-dom";
import { Page } from "../../ui/Page";
import { DEFAULT_PAGE_SIZE, toPageSize } from "../../ui/PageSizeSelect";
import { CreateTab } from "./CreateTab";
import { LiveSelector } from "./LiveSelector";
import { texts } from "./texts";
import { useLaunchForm } from "./useLaunchForm";
import { useWorkingLive } from "./useWorkingLive";

const ManageTab = lazy(() => import("./ManageTab").then((module) => ({ default: module.ManageTab })));

const MANAGE = "gerenciar";

/** Pedidos Manual: launching for the live, and the orders launched by hand. The tab is in the address. */
export function Component() {
  const working = useWorkingLive();
  const form = useLaunchForm();
  const [params, setParams] = useSearchParams();
  const tab = params.get("aba") === MANAGE ? MANAGE : "criar";
  const pageSize = toPageSize(params.get("por"));

  return (
    <Page title={texts.title} action={<LiveSelector {...working} />}>
      <Tabs.Root value={tab} onValueChange={(chosen) => setParams(chosen === MANAGE ? { aba: MANAGE } : {})}>
        <Tabs.List aria-label={texts.title}>
          <Tabs.Trigger value="criar">{texts.tabCreate}</Tabs.Trigger>
          <Tabs.Trigger value={MANAGE}>{texts.tabManage}</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="criar">
          <CreateTab live={working.live} form={form} />
        </Tabs.Content>
        <Tabs.Content value={MANAGE}>
          <Suspense fallback={null}>
            <ManageTab
              pageSize={pageSize}
              onPageSizeChange={(size) =>
                setParams({ aba: MANAGE, ...(size === DEFAULT_PAGE_SIZE ? {} : { por: String(size) }) })
              }
            />
          </Suspense>
        </Tabs.Content>
      </Tabs.Root>
    </Page>
  );
}
