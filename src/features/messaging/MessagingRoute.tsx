import { Button } from "@radix-ui/themes";
import { sentenceOf } from "../../lib/refusal";
import { reportError } from "../../lib/reportError";
import { useTenant } from "../../lib/tenant";
import { useBusy } from "../../lib/useBusy";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { Page } from "../../ui/Page";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { RefusedState } from "../../ui/RefusedState";
import { MessageCard } from "../broadcast";
import { HowToCard } from "./HowToCard";
import { InstancesPanel } from "./InstancesPanel";
import { MessageTabs } from "./MessageTabs";
import { NewsStrips } from "./NewsStrips";
import { QueuePanel } from "./QueuePanel";
import { texts } from "./texts";
import { useMessagingStatus, useRefreshStatus, useWatch } from "./useMessaging";

/** Integração WhatsApp: the shop's telephones, the queue, a message to many, and what did not go out. */
export function Component() {
  const { tenant } = useTenant();
  return (
    <Page title={texts.title} action={tenant !== null && <RefreshButton />}>
      {tenant === null ? <EmptyState line={texts.noTenant} /> : <Messaging />}
    </Page>
  );
}

function Messaging() {
  useWatch();
  return (
    <>
      <NewsStrips isQueueShown={false} />
      {/* On the phone what one does comes before how it is done. */}
      <div className="grid items-start gap-x-6 gap-y-5 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-5">
          <Status />
        </div>
        <div className="min-w-0 lg:row-span-2">
          <PanelBoundary fallback={texts.loadFailed}>
            <MessageCard />
          </PanelBoundary>
        </div>
        <HowToCard />
      </div>
      <MessageTabs />
    </>
  );
}

function Status() {
  const status = useMessagingStatus();
  if (status.status === "loading") return <ListSkeleton rows={4} label={texts.loading} />;
  if (status.status === "refused") return <RefusedState message={sentenceOf(status.error, texts.loadFailed)} />;
  return (
    <>
      <InstancesPanel status={status.value} />
      <QueuePanel queue={status.value.queue} />
    </>
  );
}

/** Looks at once; what it finds comes by itself. */
function RefreshButton() {
  const refresh = useRefreshStatus();
  const { keys, during } = useBusy<"refresh">();
  const isBusy = keys.size > 0;
  return (
    <Button
      variant="soft"
      color="gray"
      highContrast
      aria-busy={isBusy}
      onClick={() => {
        if (isBusy) return;
        during("refresh", refresh({})).catch((error: unknown) => reportError(error, texts.refreshFailed));
      }}
    >
      {isBusy ? texts.refreshing : texts.refresh}
    </Button>
  );
}
