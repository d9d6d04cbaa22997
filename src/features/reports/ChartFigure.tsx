import { Heading, Text } from "@radix-ui/themes";
import { Suspense, type ReactNode } from "react";
import { texts } from "./texts";

interface TableColumn<Row> {
  readonly label: string;
  readonly isRight?: boolean;
  readonly show: (row: Row) => ReactNode;
}

interface Props<Row> {
  readonly title: string;
  /** What the chart is of, beside its title. */
  readonly control?: ReactNode;
  readonly legend?: ReactNode;
  readonly rows: readonly Row[];
  /** The first names the row. */
  readonly columns: readonly TableColumn<Row>[];
  readonly isBusy: boolean;
  /** The drawing; loaded when it is shown. */
  readonly children: ReactNode;
}

/**
 * A chart and the table it is a picture of (decision 018). Whoever does not see the drawing, or wants figures to the
 * centavo, has the table; the drawing itself says nothing to assistive technology.
 */
export function ChartFigure<Row>({ title, control, legend, rows, columns, isBusy, children }: Props<Row>) {
  return (
    <figure aria-label={title} aria-busy={isBusy} className="min-w-0">
      <FigureHead title={title} control={control} />
      {legend}
      <div aria-hidden className="h-60 text-[12px]">
        <Suspense fallback={<Drawing />}>{children}</Suspense>
      </div>
      <details className="mt-2 text-[14px]">
        <summary className="inline-block min-h-6 cursor-pointer rounded-sm text-[13px] text-(--gray-11)">
          {texts.asTable}
        </summary>
        {/* Where it scrolls sideways, the keyboard has to be able to scroll it. */}
        <div role="group" aria-label={title} tabIndex={0} className="mt-2 overflow-x-auto">
          <table className="w-full text-left">
            <caption className="visually-hidden">{title}</caption>
            <thead>
              <tr>
                {columns.map(({ label, isRight }) => (
                  <th
                    key={label}
                    scope="col"
                    className={`py-1 pr-4 text-[13px] font-medium text-(--gray-11) ${side(isRight)}`}
                  >
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <tr key={at} className="border-t border-(--gray-a4)">
                  {columns.map(({ label, isRight, show }, column) =>
                    column === 0 ? (
                      <th key={label} scope="row" className="py-1 pr-4 font-normal whitespace-nowrap">
                        {show(row)}
                      </th>
                    ) : (
                      <td key={label} className={`py-1 pr-4 whitespace-nowrap ${side(isRight)}`}>
                        {show(row)}
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

export function FigureHead({ title, control }: { readonly title: string; readonly control?: ReactNode }) {
  return (
    <div
      className={`mb-3 flex flex-wrap items-center justify-between gap-3 ${control === undefined ? "" : "xl:min-h-[72px]"}`}
    >
      <Heading as="h2" size="4">
        {title}
      </Heading>
      {control}
    </div>
  );
}

const side = (isRight: boolean | undefined) => (isRight === true ? "text-right" : "");

function Drawing() {
  return (
    <div className="flex h-full items-center justify-center">
      <Text color="gray" size="2" className="appear-late">
        {texts.drawing}
      </Text>
    </div>
  );
}

/** Paid is solid and pending hatched, so that nobody has to tell two colours apart. */
export function PaidLegend() {
  return (
    <div aria-hidden className="mb-2 flex gap-4 text-[13px] text-(--gray-11)">
      <span className="inline-flex items-center gap-2">
        <span className="size-3 rounded-xs bg-(--jade-9)" />
        {texts.paid}
      </span>
      <span className="inline-flex items-center gap-2">
        <span className="size-3 rounded-xs border border-(--amber-11) bg-[repeating-linear-gradient(45deg,var(--amber-11)_0_1.5px,transparent_1.5px_4px)]" />
        {texts.pending}
      </span>
    </div>
  );
}
