import { Bar, BarChart, LabelList, ResponsiveContainer, XAxis, YAxis } from "recharts";
import { useIsNarrow } from "../../../lib/useMediaQuery";
import { AXIS, PAID } from "./chartParts";

export interface QuantityRow {
  readonly code: string;
  readonly name: string;
  readonly quantity: number;
}

/** More of a name would leave no room for its bar. */
const LONGEST_NAME = 28;

/** Pieces by product, most first; the number stands at the end of each bar. */
export function QuantityBars({ rows }: { readonly rows: readonly QuantityRow[] }) {
  const isNarrow = useIsNarrow();
  const labeled = rows.map(({ code, name, quantity }, at) => ({
    // A product may be there twice under one name; its place is not.
    key: `${at}`,
    label: isNarrow ? code : shortened(`${code} ${name}`),
    quantity,
  }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={labeled}
        layout="vertical"
        margin={{ top: 0, right: 40, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <XAxis type="number" hide />
        <YAxis
          type="category"
          dataKey="key"
          width={isNarrow ? 72 : 240}
          {...AXIS}
          tickFormatter={(key: string) => labeled[Number(key)]?.label ?? ""}
        />
        <Bar dataKey="quantity" fill={PAID} maxBarSize={22} isAnimationActive={false}>
          <LabelList dataKey="quantity" position="right" fill="var(--gray-12)" />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}

function shortened(text: string): string {
  return text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME - 1)}…` : text;
}
