import { Button, Card, Flex, Heading, Text } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { sentenceOf } from "../../lib/refusal";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RefusedState } from "../../ui/RefusedState";
import type { SettingsTab } from "./tabs";
import { texts } from "./texts";
import { useOverview } from "./useSettings";

/** The way in: four figures that are true now, and four ways to the configuration. */
export function SettingsDashboard() {
  return (
    <>
      <Summary />
      <Actions />
    </>
  );
}

function Summary() {
  const words = texts.hub;
  const overview = useOverview();
  if (overview.status === "loading") return <ListSkeleton rows={2} label={texts.loading} />;
  if (overview.status === "refused") return <RefusedState message={sentenceOf(overview.error, texts.loadFailed)} />;
  const { activeCoupons, activeGifts, people, connectedIntegrations, integrations } = overview.value.summary;
  const figures: readonly (readonly [string, string])[] = [
    [words.activeCoupons, String(activeCoupons)],
    [words.activeGifts, String(activeGifts)],
    [words.people, String(people)],
    [words.integrations, words.ofAll(connectedIntegrations, integrations)],
  ];
  return (
    <section aria-label={words.summary} className="mb-5">
      <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        {figures.map(([name, figure]) => (
          <Card key={name} size="2" asChild>
            <div>
              <dt className="text-[14px] text-(--gray-11)">{name}</dt>
              <dd className="text-[28px] leading-tight font-semibold">{figure}</dd>
            </div>
          </Card>
        ))}
      </dl>
    </section>
  );
}

interface Action {
  readonly tab: SettingsTab;
  readonly title: string;
  readonly hint: string;
}

const ACTIONS: readonly Action[] = [
  { tab: "configuracoes", title: texts.hub.overview, hint: texts.hub.overviewHint },
  { tab: "sistema", title: texts.hub.system, hint: texts.hub.systemHint },
  { tab: "cupons", title: texts.hub.offers, hint: texts.hub.offersHint },
  { tab: "integracoes", title: texts.hub.services, hint: texts.hub.servicesHint },
];

function Actions() {
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {ACTIONS.map(({ tab, title, hint }) => (
        <li key={tab}>
          <Card size="2" className="h-full">
            <Flex direction="column" align="start" gap="2" height="100%">
              <Heading as="h2" size="4">
                {title}
              </Heading>
              <Text as="p" color="gray" size="2" className="flex-1">
                {hint}
              </Text>
              <Button asChild variant="soft" highContrast mt="2">
                <Link to={`?aba=${tab}`} aria-label={`${texts.hub.open} ${title}`}>
                  {texts.hub.open}
                </Link>
              </Button>
            </Flex>
          </Card>
        </li>
      ))}
    </ul>
  );
}
