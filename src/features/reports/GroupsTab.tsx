import { Badge } from "@radix-ui/themes";
import { formatBRL } from "../../../domain/money";
import { sentenceOf } from "../../lib/refusal";
import { EmptyState } from "../../ui/EmptyState";
import { RecordList } from "../../ui/RecordList";
import { RefusedState } from "../../ui/RefusedState";
import { isGoodConversion, percentText } from "./figures";
import { Loading } from "./Loading";
import { texts } from "./texts";
import { useGroups, type GroupRow } from "./useReports";

/** What each WhatsApp group brought; where it cannot be had, nothing, beside the reason. Source: specification §8. */
export function GroupsTab() {
  const groups = useGroups();
  if (groups.status === "loading") return <Loading />;
  if (groups.status === "refused")
    return (
      <>
        <RefusedState message={sentenceOf(groups.error, texts.groupsFailed)} />
        <EmptyState line={texts.groupsEmpty} />
      </>
    );
  if (groups.value.length === 0) return <EmptyState line={texts.groupsEmpty} />;
  return (
    <div aria-busy={groups.isStale}>
      <GroupTable groups={groups.value} />
    </div>
  );
}

/** Ten columns fit side by side because their headings may take two lines. */
const RIGHT = { align: "right", isHeadingWrapped: true } as const;

function Name({ group }: { readonly group: string }) {
  return (
    <span title={group} className="block max-w-56 truncate">
      {group}
    </span>
  );
}

function GroupTable({ groups }: { readonly groups: readonly GroupRow[] }) {
  const { groupColumns: columns } = texts;
  const number = (label: string, show: (row: GroupRow) => number) => ({ ...RIGHT, label, show });
  const money = (label: string, cents: (row: GroupRow) => number) => {
    return { ...RIGHT, label, show: (row: GroupRow) => formatBRL(cents(row)) };
  };
  return (
    <RecordList
      caption={texts.groups}
      rows={groups}
      keyOf={({ group }) => group}
      columns={[
        { label: columns.group, show: ({ group }) => <Name group={group} /> },
        number(columns.orders, ({ orders }) => orders),
        number(columns.paidOrders, ({ paidOrders }) => paidOrders),
        number(columns.pieces, ({ pieces }) => pieces),
        number(columns.paidPieces, ({ paidPieces }) => paidPieces),
        number(columns.pendingPieces, ({ pendingPieces }) => pendingPieces),
        money(columns.paid, ({ paidCents }) => paidCents),
        money(columns.pending, ({ pendingCents }) => pendingCents),
        money(columns.total, ({ totalCents }) => totalCents),
        { ...RIGHT, label: columns.conversion, show: (row) => <Conversion permille={row.conversionPermille} /> },
      ]}
    />
  );
}

/** Green from half of the orders paid on, red below. Source: specification §2 "Reports". */
function Conversion({ permille }: { readonly permille: number }) {
  return (
    <Badge color={isGoodConversion(permille) ? "jade" : "red"} highContrast>
      {percentText(permille)}
    </Badge>
  );
}
