import { Card, Heading, Text } from "@radix-ui/themes";
import { formatBRL } from "../../../domain/money";
import type { PeriodChoice, PeriodName } from "./period";
import { texts } from "./texts";
import type { Overview, ReportCard } from "./useReports";

interface Props {
  readonly period: PeriodChoice;
  readonly overview: Overview;
  /** False while a period of one's own lacks a date. */
  readonly hasDates: boolean;
  readonly isStale: boolean;
}

/** The five figures of the period that is chosen. */
export function PeriodFigures({ period, overview, hasDates, isStale }: Props) {
  if (!hasDates) return <Note text={texts.bothDates} />;
  const card = cardOf(period.name, overview);
  if (card === null || card.orders === 0)
    return <Note text={period.name === "hoje" ? texts.emptyToday : texts.emptyPeriod} />;
  const figures: readonly (readonly [string, string])[] = [
    [texts.paidSales, formatBRL(card.paidCents)],
    [texts.pendingSales, formatBRL(card.pendingCents)],
    [texts.totalOrders, String(card.orders)],
    [texts.productsSold, String(card.pieces)],
    [texts.averageTicket, formatBRL(card.averageTicketCents)],
  ];
  return (
    <dl aria-busy={isStale} className="flex flex-wrap gap-x-6 gap-y-4">
      {figures.map(([name, figure]) => (
        <div key={name} className="min-w-[46%] flex-1 sm:min-w-40">
          <dt className="text-[14px] text-(--gray-11)">{name}</dt>
          <dd className="text-[20px] leading-tight font-semibold whitespace-nowrap sm:text-[28px]">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

function cardOf(name: PeriodName, overview: Overview): ReportCard | null {
  switch (name) {
    case "geral":
      return overview.all;
    case "hoje":
      return overview.today;
    case "mes":
      return overview.month;
    case "ano":
      return overview.year;
    case "personalizado":
      return overview.period;
    default:
      return name satisfies never;
  }
}

function Note({ text }: { readonly text: string }) {
  return (
    <Text as="p" color="gray" className="flex min-h-24 items-center justify-center text-center">
      {text}
    </Text>
  );
}

/** One of the three cards that are always there. */
export function SpanCard({ title, card }: { readonly title: string; readonly card: ReportCard }) {
  const facts: readonly (readonly [string, string])[] = [
    [texts.orders, String(card.orders)],
    [texts.products, String(card.pieces)],
    [texts.averageTicket, formatBRL(card.averageTicketCents)],
  ];
  return (
    <Card size="2" asChild>
      <section aria-label={title}>
        <Heading as="h2" size="3" mb="2">
          {title}
        </Heading>
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-[14px]">
          <dt className="self-end text-(--gray-11)">{texts.sales}</dt>
          <dd className="text-right text-[22px] leading-tight font-semibold">{formatBRL(card.paidCents)}</dd>
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-(--gray-11)">{name}</dt>
              <dd className="text-right">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </Card>
  );
}
