import { Tabs } from "@radix-ui/themes";
import { useSearchParams } from "react-router-dom";
import { useAuth } from "../../lib/auth";
import { mayOpenSettings } from "../../lib/screens";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { BroadcastHistory } from "../broadcast";
import { AttentionList } from "./AttentionList";
import { MessageLog } from "./MessageLog";
import { OptOutList } from "./OptOutList";
import { SendingSettings } from "./SendingForm";
import { texts } from "./texts";

/** As the address names them, in the order of the screen. */
const TABS = ["falhas", "envios", "descadastros", "registro", "ajustes"] as const;
type MessageTab = (typeof TABS)[number];

/** What became of messages: failed, to many, unwanted, and all of them. Which is in the address (UX conventions Q1). */
export function MessageTabs() {
  const [params, setParams] = useSearchParams();
  const { profile } = useAuth();
  const tabs = TABS.filter((name) => name !== "ajustes" || (profile !== null && mayOpenSettings(profile)));
  const tab = tabs.find((name) => name === params.get("aba")) ?? TABS[0];
  return (
    <Tabs.Root
      mt="6"
      value={tab}
      onValueChange={(next) => setParams(next === TABS[0] ? {} : { aba: next }, { preventScrollReset: true })}
    >
      <Tabs.List aria-label={texts.tabsLabel} className="max-w-full overflow-x-auto">
        {tabs.map((name) => (
          <Tabs.Trigger key={name} value={name}>
            {texts.tabs[name]}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value={tab} className="pt-4 pb-8">
        <PanelBoundary key={tab} fallback={FAILED[tab]}>
          <Content tab={tab} />
        </PanelBoundary>
      </Tabs.Content>
    </Tabs.Root>
  );
}

const FAILED: Readonly<Record<MessageTab, string>> = {
  falhas: texts.attentionFailed,
  envios: texts.loadFailed,
  descadastros: texts.optOutsFailed,
  registro: texts.logFailed,
  ajustes: texts.sending.loadFailed,
};

function Content({ tab }: { readonly tab: MessageTab }) {
  switch (tab) {
    case "falhas":
      return <AttentionList />;
    case "envios":
      return <BroadcastHistory />;
    case "descadastros":
      return <OptOutList />;
    case "registro":
      return <MessageLog />;
    case "ajustes":
      return <SendingSettings />;
    default:
      return tab satisfies never;
  }
}
