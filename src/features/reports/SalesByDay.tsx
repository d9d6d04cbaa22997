import { lazy } from "react";
import { formatBRL } from "../../../domain/money";
import { sentenceOf } from "../../lib/refusal";
import { EmptyState } from "../../ui/EmptyState";
import { RefusedState } from "../../ui/RefusedState";
import { ChartFigure, FigureHead, PaidLegend } from "./ChartFigure";
import { Loading } from "./Loading";
import type { Dates } from "./period";
import { salesSeries } from "./salesSeries";
import { texts } from "./texts";
import { useSalesByDay } from "./useReports";

const PaidPendingBars = lazy(() =>
  import("./charts/PaidPendingBars").then((module) => ({ default: module.PaidPendingBars })),
);

/** Paid and pending sales, day by day or month by month. */
export function SalesByDay({ dates }: { readonly dates: Dates }) {
  const sales = useSalesByDay(dates);
  if (sales.status === "loading") return <Loading className="min-h-[340px]" />;
  if (sales.status === "refused") return <RefusedState message={sentenceOf(sales.error, texts.salesFailed)} />;
  const { unit, dates: drawn, bars } = salesSeries(sales.value, dates);
  const title = (unit === "day" ? texts.salesByDay : texts.salesByMonth)(drawn.from, drawn.to);
  if (sales.value.length === 0)
    return (
      <section aria-label={title}>
        <FigureHead title={title} />
        <EmptyState line={texts.noSales} />
      </section>
    );
  return (
    <ChartFigure
      title={title}
      legend={<PaidLegend />}
      rows={bars}
      isBusy={sales.isStale}
      columns={[
        { label: unit === "day" ? texts.day : texts.month, show: ({ label }) => label },
        { label: texts.paid, isRight: true, show: ({ paidCents }) => formatBRL(paidCents) },
        { label: texts.pending, isRight: true, show: ({ pendingCents }) => formatBRL(pendingCents) },
        { label: texts.orders, isRight: true, show: ({ orders }) => orders },
      ]}
    >
      <PaidPendingBars rows={bars} />
    </ChartFigure>
  );
}
