import { Badge, Button } from "@radix-ui/themes";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router-dom";
import { ERP_STATE_LABELS, type ErpState } from "../../../domain/bling";
import { formatShortTime } from "../../../domain/calendar";
import { formatBRL } from "../../../domain/money";
import { agoText, formatInstant } from "../../lib/ago";
import { useNow } from "../../lib/clock";
import { notifyNotice, notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { paths } from "../../lib/screens";
import { useBusy } from "../../lib/useBusy";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { LoadMore } from "../../ui/LoadMore";
import { RecordList, type RecordColumn } from "../../ui/RecordList";
import { texts, type BlingList } from "./texts";
import { useBlingDeeds, useBlingOrders, type BlingRow } from "./useBling";

const StepsDialog = lazy(() => import("./StepsDialog").then((module) => ({ default: module.StepsDialog })));
const PAGE = 25;

/** The orders of a list, latest change first: how each stands there, and what can be done about it. */
export function BlingOrders({ list }: { readonly list: BlingList }) {
  const pages = useBlingOrders(list, PAGE);
  const [open, setOpen] = useState<BlingRow["orderId"] | null>(null);
  const shown = pages.rows.find(({ orderId }) => orderId === open);
  if (pages.status === "loading") return <ListSkeleton rows={8} label={texts.loadingOrders} />;
  if (pages.rows.length === 0) return <EmptyState line={texts.emptyLists[list]} />;
  return (
    <section aria-label={texts.list} aria-busy={pages.isStale}>
      <RecordList
        caption={texts.list}
        rows={pages.rows}
        keyOf={({ orderId }) => orderId}
        columns={COLUMNS}
        actionsLabel={texts.columns.actions}
        actions={(row) => <Actions row={row} onOpen={() => setOpen(row.orderId)} />}
      />
      <LoadMore pages={pages} />
      {shown !== undefined && (
        <Suspense fallback={null}>
          <StepsDialog row={shown} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </section>
  );
}

const COLUMNS: readonly [RecordColumn<BlingRow>, ...RecordColumn<BlingRow>[]] = [
  { label: texts.columns.order, show: (row) => <OrderLink row={row} /> },
  { label: texts.columns.state, isFlexible: true, show: (row) => <Standing row={row} /> },
  { label: texts.columns.sale, show: ({ saleNumber }) => saleNumber ?? <Nothing says={texts.noSale} /> },
  {
    label: texts.columns.total,
    align: "right",
    show: ({ totalCents }) => (totalCents === null ? <Nothing says={texts.noTotal} /> : formatBRL(totalCents)),
  },
  { label: texts.columns.changed, show: ({ changedAt }) => <Changed at={changedAt} /> },
];

function OrderLink({ row: { orderNumber, orderExists } }: { readonly row: BlingRow }) {
  if (!orderExists)
    return (
      <>
        #{orderNumber} <span className="font-normal text-(--gray-11)">{texts.orderGone}</span>
      </>
    );
  return (
    <Link
      to={`${paths.orders}?pedido=${orderNumber}`}
      aria-label={texts.openOrder(orderNumber)}
      className="inline-flex min-h-6 items-center hover:underline"
    >
      #{orderNumber}
    </Link>
  );
}

const COLORS: Readonly<Record<ErpState, "gray" | "blue" | "jade" | "red">> = {
  waiting: "gray",
  sending: "blue",
  asking: "blue",
  sent: "jade",
  failed: "red",
  canceled: "gray",
  withdrawn: "gray",
};

function Standing({ row: { state, wish, reason, dueAt } }: { readonly row: BlingRow }) {
  const isWaiting = state === "waiting" || state === "asking";
  return (
    <span className="whitespace-normal">
      <Badge color={COLORS[state]} highContrast>
        {ERP_STATE_LABELS[state]}
      </Badge>
      {wish === "cancel" && state !== "canceled" && state !== "withdrawn" && (
        <span className="ml-2 text-(--gray-11)">{texts.toCancel}</span>
      )}
      {reason !== null && (
        <span className={`block text-[13px] ${state === "failed" ? "text-(--red-11)" : "text-(--gray-11)"}`}>
          {reason}
        </span>
      )}
      {isWaiting && reason !== null && dueAt !== null && (
        <span className="block text-[13px] text-(--gray-11)">{texts.nextTry(formatShortTime(dueAt))}</span>
      )}
    </span>
  );
}

function Changed({ at }: { readonly at: number }) {
  const now = useNow(30_000);
  return <span title={formatInstant(at)}>{agoText(at, now)}</span>;
}

function Nothing({ says }: { readonly says: string }) {
  return (
    <span className="text-(--gray-11)">
      <span aria-hidden>–</span>
      <span className="visually-hidden">{says}</span>
    </span>
  );
}

function Actions({ row, onOpen }: { readonly row: BlingRow; readonly onOpen: () => void }) {
  const { orderId, orderNumber, canRetry } = row;
  const { send } = useBlingDeeds();
  const busy = useBusy<string>();
  const isBusy = busy.keys.has(orderId);

  async function retry() {
    if (isBusy) return;
    try {
      const { queued, skipped } = await busy.during(orderId, send({ orderIds: [orderId] }));
      if (queued > 0) notifySuccess(texts.queued(queued));
      for (const { orderNumber: left, reason } of skipped) notifyNotice(texts.skipped(left, reason));
    } catch (error) {
      reportError(error, texts.retryFailed);
    }
  }
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {canRetry && (
        <Button
          size="1"
          variant="soft"
          highContrast
          className="pointer-coarse:min-h-11"
          aria-busy={isBusy}
          aria-label={texts.retryOf(orderNumber)}
          onClick={() => void retry()}
        >
          {isBusy ? texts.retrying : texts.retry}
        </Button>
      )}
      <Button
        size="1"
        variant="soft"
        color="gray"
        highContrast
        className="pointer-coarse:min-h-11"
        aria-label={texts.detailsOf(orderNumber)}
        onClick={onOpen}
      >
        {texts.details}
      </Button>
    </span>
  );
}
