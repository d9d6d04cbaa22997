import { SegmentedControl, Text } from "@radix-ui/themes";
import { lazy } from "react";
import type { CalendarDate } from "../../../domain/calendar";
import { formatBRL } from "../../../domain/money";
import { sentenceOf } from "../../lib/refusal";
import { DateField } from "../../ui/DateField";
import { EmptyState } from "../../ui/EmptyState";
import { RefusedState } from "../../ui/RefusedState";
import { useWorkingLive } from "../manualSales";
import { ChartFigure, FigureHead, PaidLegend } from "./ChartFigure";
import { liveHours } from "./liveHours";
import { Loading } from "./Loading";
import { texts } from "./texts";
import { useByEventType, useLiveByHour } from "./useReports";

const PaidPendingBars = lazy(() =>
  import("./charts/PaidPendingBars").then((module) => ({ default: module.PaidPendingBars })),
);
const HourBars = lazy(() => import("./charts/HourBars").then((module) => ({ default: module.HourBars })));

export interface LiveChoice {
  /** Null for the live that is being worked on. */
  readonly live: CalendarDate | null;
  /** Whether event types are of that live alone, or of all dates. */
  readonly isOfLive: boolean;
}

interface Props extends LiveChoice {
  readonly onLive: (choice: Partial<LiveChoice>) => void;
}

/** One live hour by hour, and what the event types brought: in it, or on all dates. */
export function LiveCharts({ live, isOfLive, onLive }: Props) {
  const working = useWorkingLive();
  const eventDate = live ?? working.live.eventDate;
  return (
    <div className="grid gap-8 xl:grid-cols-2">
      <LiveByHour eventDate={eventDate} onLive={(date) => onLive({ live: date })} />
      <ByEventType eventDate={eventDate} isOfLive={isOfLive} onScope={(next) => onLive({ isOfLive: next })} />
    </div>
  );
}

interface LiveProps {
  readonly eventDate: CalendarDate;
  readonly onLive: (live: CalendarDate) => void;
}

function LiveByHour({ eventDate, onLive }: LiveProps) {
  const hours = useLiveByHour(eventDate);
  const control = (
    <DateField
      label={texts.liveDate}
      value={eventDate}
      isRequired
      onChange={(date) => date !== null && onLive(date)}
      className="w-40"
    />
  );
  const rows = hours.status === "ready" ? liveHours(hours.value) : [];
  if (rows.length > 0)
    return (
      <ChartFigure
        title={texts.live}
        control={control}
        legend={
          <Text as="p" color="gray" mb="2" className="text-[13px]">
            {texts.liveHint}
          </Text>
        }
        rows={rows}
        isBusy={hours.status === "ready" && hours.isStale}
        columns={[
          { label: texts.hour, show: ({ label }) => label },
          { label: texts.orders, isRight: true, show: ({ orders }) => orders },
          { label: texts.total, isRight: true, show: ({ totalCents }) => formatBRL(totalCents) },
        ]}
      >
        <HourBars rows={rows} />
      </ChartFigure>
    );
  return (
    <section aria-label={texts.live} className="min-w-0">
      <FigureHead title={texts.live} control={control} />
      {hours.status === "loading" && <Loading className="min-h-60" />}
      {hours.status === "refused" && <RefusedState message={sentenceOf(hours.error, texts.liveFailed)} />}
      {hours.status === "ready" && <EmptyState line={texts.noLive} />}
    </section>
  );
}

interface TypeProps {
  readonly eventDate: CalendarDate;
  readonly isOfLive: boolean;
  readonly onScope: (isOfLive: boolean) => void;
}

function ByEventType({ eventDate, isOfLive, onScope }: TypeProps) {
  const types = useByEventType(isOfLive ? eventDate : null);
  const control = (
    <SegmentedControl.Root
      aria-label={texts.scope}
      value={isOfLive ? "live" : "all"}
      onValueChange={(value) => onScope(value === "live")}
    >
      <SegmentedControl.Item value="all">{texts.allDates}</SegmentedControl.Item>
      <SegmentedControl.Item value="live">{texts.oneLive(eventDate)}</SegmentedControl.Item>
    </SegmentedControl.Root>
  );
  if (types.status === "ready") {
    const rows = types.value.map(({ eventType, ...row }) => ({ label: eventType, ...row }));
    return (
      <ChartFigure
        title={texts.byEventType}
        control={control}
        legend={<PaidLegend />}
        rows={rows}
        isBusy={types.isStale}
        columns={[
          { label: texts.eventType, show: ({ label }) => label },
          { label: texts.paid, isRight: true, show: ({ paidCents }) => formatBRL(paidCents) },
          { label: texts.pending, isRight: true, show: ({ pendingCents }) => formatBRL(pendingCents) },
          { label: texts.orders, isRight: true, show: ({ orders }) => orders },
          { label: texts.products, isRight: true, show: ({ pieces }) => pieces },
        ]}
      >
        <PaidPendingBars rows={rows} isAcross />
      </ChartFigure>
    );
  }
  return (
    <section aria-label={texts.byEventType} className="min-w-0">
      <FigureHead title={texts.byEventType} control={control} />
      {types.status === "loading" && <Loading className="min-h-60" />}
      {types.status === "refused" && <RefusedState message={sentenceOf(types.error, texts.salesFailed)} />}
    </section>
  );
}
