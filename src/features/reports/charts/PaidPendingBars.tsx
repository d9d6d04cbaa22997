import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatBRL } from "../../../../domain/money";
import { axisMoney } from "../figures";
import { texts } from "../texts";
import { AXIS, CURSOR, GRID, Hatch, HATCH_ID, Hint, PAID, PENDING } from "./chartParts";

export interface PaidPendingRow {
  readonly label: string;
  readonly paidCents: number;
  readonly pendingCents: number;
  readonly orders: number;
}

interface Props {
  readonly rows: readonly PaidPendingRow[];
  /** Bars lie, with names at their left, instead of standing. */
  readonly isAcross?: boolean;
}

/** Paid below, pending on top of it. */
export function PaidPendingBars({ rows, isAcross = false }: Props) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={rows}
        layout={isAcross ? "vertical" : "horizontal"}
        margin={{ top: 4, right: 28, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        {Hatch()}
        <CartesianGrid {...GRID} vertical={isAcross} horizontal={!isAcross} />
        {isAcross ? (
          <>
            <XAxis type="number" {...AXIS} axisLine={false} tickFormatter={axisMoney} minTickGap={20} />
            <YAxis type="category" dataKey="label" width={92} {...AXIS} />
          </>
        ) : (
          <>
            <XAxis dataKey="label" {...AXIS} minTickGap={12} />
            <YAxis {...AXIS} width={76} axisLine={false} tickFormatter={axisMoney} />
          </>
        )}
        <Tooltip
          cursor={CURSOR}
          isAnimationActive={false}
          content={({ payload }) => <RowHint row={rowOf(payload)} />}
        />
        <Bar dataKey="paidCents" stackId="sales" fill={PAID} maxBarSize={44} isAnimationActive={false} />
        <Bar
          dataKey="pendingCents"
          stackId="sales"
          fill={`url(#${HATCH_ID})`}
          stroke={PENDING}
          maxBarSize={44}
          isAnimationActive={false}
        />
      </BarChart>
    </ResponsiveContainer>
  );
}

/** The library hands back what it was given, without its type. */
function rowOf(payload: readonly { readonly payload?: unknown }[] | undefined): PaidPendingRow | null {
  return (payload?.[0]?.payload as PaidPendingRow | undefined) ?? null;
}

function RowHint({ row }: { readonly row: PaidPendingRow | null }) {
  if (row === null) return null;
  return (
    <Hint
      title={row.label}
      facts={[
        [texts.paid, formatBRL(row.paidCents)],
        [texts.pending, formatBRL(row.pendingCents)],
        [texts.orders, String(row.orders)],
      ]}
    />
  );
}
