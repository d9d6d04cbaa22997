import { Button, Card, Flex, Heading, Text } from "@radix-ui/themes";
import { formatBRL } from "../../../domain/money";
import { notifyNotice } from "../../lib/notify";
import { sentenceOf } from "../../lib/refusal";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RefusedState } from "../../ui/RefusedState";
import { texts } from "./texts";
import { useCustomerOverview } from "./useCustomers";
import type { PlaceControls } from "./useCustomersPlace";

/** The way in: four figures that are true now, and four ways on. Source: specification §2 "Customer control centre". */
export function ControlCentre({ controls }: { readonly controls: PlaceControls }) {
  return (
    <>
      <Figures />
      <Ways controls={controls} />
    </>
  );
}

function Figures() {
  const overview = useCustomerOverview();
  if (overview.status === "loading") return <ListSkeleton rows={2} label={texts.figuresLoading} />;
  if (overview.status === "refused") return <RefusedState message={sentenceOf(overview.error, texts.loadFailed)} />;
  const { customers, activeCustomers, revenueCents, averageTicketCents } = overview.value;
  const figures = [
    { name: texts.total, figure: String(customers), hint: "\u00a0" },
    { name: texts.active, figure: String(activeCustomers), hint: texts.activeHint },
    { name: texts.revenue, figure: formatBRL(revenueCents), hint: texts.revenueHint },
    { name: texts.ticket, figure: formatBRL(averageTicketCents), hint: texts.ticketHint },
  ];
  return (
    <section aria-label={texts.figures} className="mb-5">
      <dl className="grid grid-cols-1 gap-4 min-[420px]:grid-cols-2 lg:grid-cols-4">
        {figures.map(({ name, figure, hint }) => (
          <Card key={name} size="2" asChild>
            <div>
              <dt className="text-[14px] text-(--gray-11)">{name}</dt>
              <dd className="text-[28px] leading-tight font-semibold whitespace-nowrap">{figure}</dd>
              <dd className="mt-1 text-[13px] text-(--gray-11)">{hint}</dd>
            </div>
          </Card>
        ))}
      </dl>
    </section>
  );
}

function Ways({ controls }: { readonly controls: PlaceControls }) {
  const { manage, register, history, reports } = texts.cards;
  const ways = [
    { ...manage, go: () => controls.show("list") },
    { ...register, go: () => controls.show("register") },
    { ...history, go: () => controls.show("list", true) },
    { ...reports, go: () => notifyNotice(texts.soon, texts.soonTitle) },
  ];
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {ways.map(({ title, hint, go }) => (
        <li key={title}>
          <Card size="2" className="h-full">
            <Flex direction="column" align="start" gap="2" height="100%">
              <Heading as="h2" size="4">
                {title}
              </Heading>
              <Text as="p" color="gray" size="2" className="flex-1">
                {hint}
              </Text>
              <Button variant="soft" highContrast mt="2" aria-label={`${texts.open} ${title}`} onClick={go}>
                {texts.open}
              </Button>
            </Flex>
          </Card>
        </li>
      ))}
    </ul>
  );
}
