import { Heading } from "@radix-ui/themes";
import { toReportCard } from "../../../domain/reports";
import { useToday } from "../../lib/clock";
import { sentenceOf } from "../../lib/refusal";
import { RefusedState } from "../../ui/RefusedState";
import { LiveCharts, type LiveChoice } from "./LiveCharts";
import { Loading } from "./Loading";
import { chartDates, datesOf, PERIODS, type PeriodChoice } from "./period";
import { PeriodFigures, SpanCard } from "./PeriodFigures";
import { PeriodSelect } from "./PeriodSelect";
import { SalesByDay } from "./SalesByDay";
import { texts } from "./texts";
import { useOverview, type Overview } from "./useReports";

interface Props extends LiveChoice {
  readonly period: PeriodChoice;
  readonly onPeriod: (period: PeriodChoice) => void;
  readonly onLive: (choice: Partial<LiveChoice>) => void;
}

/** Where the figures cannot be had, they stand at zero beside the reason. Source: specification §8. */
const NOTHING = toReportCard([]);
const ZERO: Overview = { today: NOTHING, month: NOTHING, year: NOTHING, all: NOTHING, period: NOTHING };

/** Sales of a period, three cards, and charts. */
export function OverviewTab({ period, live, isOfLive, onPeriod, onLive }: Props) {
  const today = useToday();
  const dates = datesOf(period, today);
  const overview = useOverview(today, period.name === "personalizado" ? dates : null);
  const figures = overview.status === "ready" ? overview.value : overview.status === "refused" ? ZERO : null;
  const isStale = overview.status === "ready" && overview.isStale;

  return (
    <div className="flex flex-col gap-8">
      {overview.status === "refused" && <RefusedState message={sentenceOf(overview.error, texts.periodFailed)} />}
      <section aria-labelledby="sales-by-period">
        <Heading as="h2" size="4" mb="3" id="sales-by-period">
          {texts.salesByPeriod}
        </Heading>
        <PeriodSelect value={period} offered={PERIODS} onChange={onPeriod} />
        <div className="mt-4">
          {figures === null ? (
            <Loading />
          ) : (
            <PeriodFigures period={period} overview={figures} hasDates={dates !== null} isStale={isStale} />
          )}
        </div>
      </section>
      {figures === null ? (
        <Loading />
      ) : (
        <div className="grid gap-4 md:grid-cols-3">
          <SpanCard title={texts.periods.hoje} card={figures.today} />
          <SpanCard title={texts.periods.mes} card={figures.month} />
          <SpanCard title={texts.periods.ano} card={figures.year} />
        </div>
      )}
      {dates !== null && <SalesByDay dates={chartDates(dates)} />}
      <LiveCharts live={live} isOfLive={isOfLive} onLive={onLive} />
    </div>
  );
}
