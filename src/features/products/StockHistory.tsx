import { Text } from "@radix-ui/themes";
import { formatBRL } from "../../../domain/money";
import { formatInstant } from "../../lib/ago";
import { DataCell, DataHeaderCell, DataRow, DataTable } from "../../ui/DataTable";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { LoadMore } from "../../ui/LoadMore";
import { texts } from "./texts";
import { useMovements, useSales, type ProductId } from "./useProducts";

interface Props {
  readonly productId: ProductId;
}

/** Who moved how much by hand, newest first. */
export function MovementsList({ productId }: Props) {
  const movements = useMovements(productId);
  if (movements.status === "loading") return <ListSkeleton rows={3} label={texts.movementsLoading} />;
  if (movements.rows.length === 0) return <EmptyState line={texts.movementsEmpty} />;
  return (
    <>
      <ul aria-label={texts.movements} className="flex flex-col">
        {movements.rows.map(({ _id, at, actorName, kind, before, after, reason }) => (
          <li key={_id} className="flex gap-3 border-b border-(--gray-a4) py-2 text-[14px]">
            <span className="min-w-0 flex-1">
              <span className="break-words">{reason ?? texts.movementKinds[kind]}</span>
              <Text as="div" size="1" color="gray">
                {`${actorName} · ${formatInstant(at)}`}
              </Text>
            </span>
            <span className="text-right whitespace-nowrap">
              <span className="font-medium">{signed(after - before)}</span>
              <Text as="div" size="1" color="gray">
                {texts.movement(before, after)}
              </Text>
            </span>
          </li>
        ))}
      </ul>
      <LoadMore pages={movements} />
    </>
  );
}

function signed(delta: number): string {
  return delta > 0 ? `+${delta}` : `−${-delta}`;
}

/** What sold, by the day the orders were opened on, newest first. */
export function SalesList({ productId }: Props) {
  const sales = useSales(productId);
  const words = texts.salesColumns;
  if (sales.status === "loading") return <ListSkeleton rows={3} label={texts.salesLoading} />;
  if (sales.rows.length === 0) return <EmptyState line={texts.salesEmpty} />;
  return (
    <>
      <DataTable
        caption={texts.sales}
        isSticky={false}
        columns={[
          { label: words.day },
          { label: words.paid, align: "right" },
          { label: words.open, align: "right" },
          { label: words.total, align: "right" },
        ]}
      >
        {sales.rows.map(({ createdDate, paidPieces, openPieces, paidCents, openCents }) => (
          <DataRow key={createdDate}>
            <DataHeaderCell>{texts.day(createdDate)}</DataHeaderCell>
            <DataCell isRight>{paidPieces}</DataCell>
            <DataCell isRight>{openPieces}</DataCell>
            <DataCell isRight>{formatBRL(paidCents + openCents)}</DataCell>
          </DataRow>
        ))}
      </DataTable>
      <LoadMore pages={sales} />
    </>
  );
}
