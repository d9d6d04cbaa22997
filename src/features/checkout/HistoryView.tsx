import { Badge, Button } from "@radix-ui/themes";
import { lazy, Suspense, useEffect, useState } from "react";
import { formatDate } from "../../../domain/calendar";
import { formatBRL } from "../../../domain/money";
import { parsePhone } from "../../../domain/phone";
import { notifyInfo } from "../../lib/notify";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { PaymentStateBadge, saysMoreThanPaid } from "../../ui/PaymentStateBadge";
import { SearchForm } from "./SearchForm";
import { checkPhoneSearch } from "./searchText";
import { texts } from "./texts";
import { usePaidOrders, type PaidOrder } from "./useCheckout";
import type { CheckoutControls } from "./useCheckoutAddress";

const ProductsPanel = lazy(() => import("./ProductsPanel").then((module) => ({ default: module.ProductsPanel })));

interface Props {
  readonly controls: CheckoutControls;
}

/** Histórico de Pedidos: what a phone has paid, and what was in it. */
export function HistoryView({ controls: { searched, search } }: Props) {
  return (
    <>
      <SearchForm
        key={searched}
        hint={texts.historyPhoneHint}
        initial={searched}
        check={checkPhoneSearch}
        refusal={null}
        isBusy={false}
        onSearch={search}
      />
      {searched === "" ? (
        <EmptyState line={texts.historyFirst} />
      ) : (
        <PanelBoundary key={searched} fallback={texts.historyFailed}>
          <PaidOrders phone={searched} />
        </PanelBoundary>
      )}
    </>
  );
}

function PaidOrders({ phone }: { readonly phone: string }) {
  const parsed = parsePhone(phone);
  const { status, rows, canLoadMore, isLoadingMore, loadMore } = usePaidOrders(parsed.ok ? parsed.value : phone);
  const [open, setOpen] = useState<PaidOrder | null>(null);
  if (status === "loading") return <ListSkeleton rows={4} label={texts.loadingHistory} />;
  if (rows.length === 0) return <NoHistory />;
  return (
    <section aria-label={texts.paidOrders} className="max-w-[880px]">
      <ul className="border-t border-(--gray-a4)">
        {rows.map((order) => (
          <PaidRow key={order.orderId} order={order} onOpen={() => setOpen(order)} />
        ))}
      </ul>
      {(canLoadMore || isLoadingMore) && (
        <Button mt="4" variant="soft" color="gray" highContrast aria-busy={isLoadingMore} onClick={loadMore}>
          {isLoadingMore ? texts.loadingMore : texts.more}
        </Button>
      )}
      {open !== null && (
        <Suspense fallback={null}>
          <ProductsPanel orderNumber={open.number} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </section>
  );
}

/** Said in a message as specified, and where the list would be. */
function NoHistory() {
  useEffect(() => notifyInfo(texts.nothingFound, texts.noHistory), []);
  return <EmptyState line={texts.noHistory} />;
}

function PaidRow({ order, onOpen }: { readonly order: PaidOrder; readonly onOpen: () => void }) {
  const { number, eventType, eventDate, totalCents, lines, paymentState } = order;
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-b border-(--gray-a4) py-2 text-[14px]">
      <span className="min-w-11 font-semibold">#{number}</span>
      <span className="min-w-20">{eventType}</span>
      <span className="min-w-22">{formatDate(eventDate)}</span>
      <Badge color="jade" highContrast>
        {texts.paid}
      </Badge>
      {saysMoreThanPaid(paymentState) && <PaymentStateBadge state={paymentState} />}
      <span className="text-(--gray-11)">{texts.productCount(lines)}</span>
      <span className="ml-auto font-medium whitespace-nowrap">{formatBRL(totalCents)}</span>
      <Button
        size="2"
        variant="soft"
        color="gray"
        highContrast
        aria-label={texts.seeProductsOf(number)}
        onClick={onOpen}
      >
        {texts.seeProducts}
      </Button>
    </li>
  );
}
