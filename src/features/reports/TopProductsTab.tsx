import { Badge } from "@radix-ui/themes";
import { lazy, Suspense } from "react";
import { formatBRL } from "../../../domain/money";
import { useToday } from "../../lib/clock";
import { sentenceOf } from "../../lib/refusal";
import { useIsNarrow } from "../../lib/useMediaQuery";
import { EmptyState } from "../../ui/EmptyState";
import { RecordList, type RecordColumn } from "../../ui/RecordList";
import { RefusedState } from "../../ui/RefusedState";
import { FigureHead } from "./ChartFigure";
import { Loading } from "./Loading";
import { datesOf, DEFAULT_PERIOD, ENDING_PERIODS, type Dates, type PeriodChoice } from "./period";
import { PeriodSelect } from "./PeriodSelect";
import { texts } from "./texts";
import { useTopProducts, type TopProduct } from "./useReports";

const QuantityBars = lazy(() => import("./charts/QuantityBars").then((module) => ({ default: module.QuantityBars })));

interface Props {
  readonly period: PeriodChoice;
  readonly onPeriod: (period: PeriodChoice) => void;
}

/** The ten best sellers of a period that ends; all time, which another tab offers, counts as none chosen. */
export function TopProductsTab({ period, onPeriod }: Props) {
  const today = useToday();
  const chosen = ENDING_PERIODS.some((name) => name === period.name) ? period : { ...period, name: DEFAULT_PERIOD };
  const dates = datesOf(chosen, today);
  return (
    <div className="flex flex-col gap-5">
      <PeriodSelect value={chosen} offered={ENDING_PERIODS} onChange={onPeriod} />
      {dates === null ? <EmptyState line={texts.bothDates} /> : <BestSellers dates={dates} />}
    </div>
  );
}

function BestSellers({ dates }: { readonly dates: Dates }) {
  const top = useTopProducts(dates);
  if (top.status === "loading") return <Loading />;
  if (top.status === "refused") return <RefusedState message={sentenceOf(top.error, texts.topFailed)} />;
  if (top.value.length === 0) return <EmptyState line={texts.topEmpty} />;
  return (
    <div aria-busy={top.isStale} className="flex flex-col gap-8">
      <Ranking products={top.value} />
      <figure aria-hidden>
        <FigureHead title={texts.quantityByProduct} />
        <div className="text-[12px]" style={{ height: 24 + top.value.length * 34 }}>
          <Suspense fallback={null}>
            <QuantityBars rows={top.value.map(({ code, name, quantity }) => ({ code, name, quantity }))} />
          </Suspense>
        </div>
      </figure>
    </div>
  );
}

interface Ranked extends TopProduct {
  readonly position: number;
}

/** Source: specification §9. */
const MARKED = 3;

function Ranking({ products }: { readonly products: readonly TopProduct[] }) {
  const { topColumns: columns } = texts;
  const isNarrow = useIsNarrow();
  const product: RecordColumn<Ranked> = {
    label: columns.product,
    isFlexible: true,
    show: ({ name }) => <span title={name}>{name}</span>,
  };
  const rows: readonly Ranked[] = products.map((product, at) => ({ ...product, position: at + 1 }));
  return (
    <RecordList
      caption={texts.topProducts}
      rows={rows}
      keyOf={({ productId }) => productId}
      columns={[
        {
          label: columns.position,
          show: ({ position, name }) => (
            <>
              <Position position={position} />
              {isNarrow && <span className="ml-2">{name}</span>}
            </>
          ),
        },
        ...(isNarrow ? [] : [product]),
        { label: columns.code, show: ({ code }) => code },
        { label: columns.quantity, align: "right", show: ({ quantity }) => quantity },
        { label: columns.total, align: "right", show: ({ totalCents }) => formatBRL(totalCents) },
        { label: columns.average, align: "right", show: ({ averagePriceCents }) => formatBRL(averagePriceCents) },
      ]}
    />
  );
}

function Position({ position }: { readonly position: number }) {
  const isMarked = position <= MARKED;
  return (
    <Badge
      color={isMarked ? "amber" : "gray"}
      variant={isMarked ? "solid" : "soft"}
      highContrast={!isMarked}
      className="min-w-8 justify-center"
    >
      {texts.position(position)}
    </Badge>
  );
}
