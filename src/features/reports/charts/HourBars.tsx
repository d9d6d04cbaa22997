import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatBRL } from "../../../../domain/money";
import { axisMoney } from "../figures";
import type { HourBar } from "../liveHours";
import { texts } from "../texts";
import { AXIS, CURSOR, GRID, Hint, PAID } from "./chartParts";

/** What each hour of a live brought. */
export function HourBars({ rows }: { readonly rows: readonly HourBar[] }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={rows} margin={{ top: 4, right: 28, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid {...GRID} vertical={false} />
        <XAxis dataKey="label" {...AXIS} minTickGap={12} />
        <YAxis {...AXIS} width={76} axisLine={false} tickFormatter={axisMoney} />
        <Tooltip
          cursor={CURSOR}
          isAnimationActive={false}
          content={({ payload }) => <HourHint row={(payload[0]?.payload as HourBar | undefined) ?? null} />}
        />
        <Bar dataKey="totalCents" fill={PAID} maxBarSize={44} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  );
}

function HourHint({ row }: { readonly row: HourBar | null }) {
  if (row === null) return null;
  return (
    <Hint
      title={row.label}
      facts={[
        [texts.total, formatBRL(row.totalCents)],
        [texts.orders, String(row.orders)],
      ]}
    />
  );
}
