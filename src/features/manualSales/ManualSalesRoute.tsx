import { Tabs } from "@radix-ui/themes";
import { Page } from "../../ui/Page";
import { CreateTab } from "./CreateTab";
import { LiveSelector } from "./LiveSelector";
import { texts } from "./texts";
import { useWorkingLive } from "./useWorkingLive";

/** Pedidos Manual: launching for the live, and the orders launched by hand. */
export function Component() {
  const working = useWorkingLive();
  return (
    <Page title={texts.title} action={<LiveSelector {...working} />}>
      <Tabs.Root value="create">
        <Tabs.List aria-label={texts.title}>
          <Tabs.Trigger value="create">{texts.tabCreate}</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="create">
          <CreateTab live={working.live} />
        </Tabs.Content>
      </Tabs.Root>
    </Page>
  );
}
