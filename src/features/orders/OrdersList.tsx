import { Button, Text } from "@radix-ui/themes";
import { useEffect, useMemo, useRef } from "react";
import { useIsNarrow } from "../../lib/useMediaQuery";
import type { LivePages } from "../../lib/useTenantPaginatedQuery";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { MergeDialog } from "./MergeDialog";
import { MoreButton } from "./MoreButton";
import { NewOrders } from "./NewOrders";
import { OrderCards } from "./OrderCards";
import { hasFilters, type OrderFilters } from "./orderFilters";
import { OrdersTable } from "./OrdersTable";
import type { ShownRow } from "./presentRows";
import { texts } from "./texts";
import { useInUse } from "./useInUse";
import { useListPlace, usePlaceLeft } from "./useListPlace";
import { scrollerOf, useListScroll } from "./useListScroll";
import { useMovingPointer } from "./useMovingPointer";
import { useOrderActions, type OrderActions } from "./useOrderActions";
import type { AddressControls } from "./useOrdersAddress";
import { useOrders, type OrderRow } from "./useOrders";
import type { OrderSelection } from "./useOrderSelection";
import { useOrderSearch } from "./useOrderSearch";
import { useConfirmationTrouble, useTroubledOrders } from "../messaging";
import { usePresentedRows } from "./usePresentedRows";

interface Props {
  readonly controls: AddressControls;
  readonly selection: OrderSelection;
  readonly print: OrderActions["print"];
}

/** The orders of the filter, page by page. */
export function OrdersOfFilter(props: Props) {
  const { controls } = props;
  const { filters, pageSize } = controls.address;
  const key = JSON.stringify(filters);
  const left = usePlaceLeft(key);
  const orders = useOrders(filters, pageSize, Math.max(pageSize, left?.count ?? 0));
  return <OrdersList {...props} orders={orders} listKey={key} left={left} />;
}

/** The orders a search finds, the newest of them. */
export function OrdersFound(props: Props) {
  const { controls } = props;
  const { filters, search } = controls.address;
  const { orders, hasMore } = useOrderSearch(search, filters);
  return (
    <OrdersList
      {...props}
      orders={orders}
      listKey={JSON.stringify([filters, search])}
      left={null}
      isCut={hasMore}
      note={hasMore ? texts.moreFound : undefined}
    />
  );
}

interface ListProps extends Props {
  readonly orders: LivePages<OrderRow>;
  readonly listKey: string;
  readonly left: ReturnType<typeof usePlaceLeft>;
  /** There are more than the list can ever show. */
  readonly isCut?: boolean;
  readonly note?: string | undefined;
}

/** A list of orders in its states: loading, none, some, more to come; still under who works in it. */
function OrdersList({ controls, selection, print, orders, listKey, left, isCut, note }: ListProps) {
  const { filters } = controls.address;
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();
  const changing = useOrderActions(print);
  const troubled = useTroubledOrders();
  useConfirmationTrouble(troubled.messages, changing.own);
  const inUse = useInUse();
  const isAnyOpen = inUse.open.size > 0;
  const { isScrolled, topPx } = useListScroll(box);
  const { isMoving, onPointerMove } = useMovingPointer();
  // An order one has just marked leaves a filter that it no longer fits at once, before the server says so.
  const fitting = orders.rows.filter((order) => isFitting(order, filters));
  const own = useMemo(() => new Set<string>([...changing.lately, ...selection.own]), [changing.lately, selection.own]);
  const isSelecting = selection.count > 0;
  const isFresh = orders.status === "ready" && !orders.isStale;
  const presented = usePresentedRows<OrderRow>({
    rows: isFresh ? fitting : null,
    // What became of the rows since the list was left did not happen under anybody's eyes.
    listKey: orders.isRemembered ? `${listKey} as it was left` : listKey,
    isHeld: isScrolled || isAnyOpen || isMoving || isSelecting,
    own,
    open: inUse.open,
    canLoadMore: orders.canLoadMore || orders.isLoadingMore || isCut === true,
  });
  useShownTo(selection, presented.shown);
  useListPlace(box, topPx, { key: listKey, count: orders.rows.length, isReady: isFresh, left });

  if (orders.status === "loading") {
    return <ListSkeleton rows={controls.address.pageSize} label={texts.loading} />;
  }
  if (presented.shown.length === 0 && !orders.canLoadMore && isFresh) {
    return <NothingFound controls={controls} />;
  }
  const List = isNarrow ? OrderCards : OrdersTable;
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
      {presented.waiting > 0 && (isScrolled || isAnyOpen || isSelecting) && (
        <div className="absolute inset-x-0 top-11 z-30 flex justify-center">
          <NewOrders
            count={presented.waiting}
            onLetIn={() => {
              presented.letIn();
              scrollerOf(box.current).scrollTop = 0;
            }}
          />
        </div>
      )}
      <div
        ref={box}
        aria-busy={orders.isStale}
        onPointerMove={onPointerMove}
        onClick={presented.dismissLeft}
        onKeyUp={presented.dismissLeft}
        data-scroller
        className={`min-h-0 flex-1 bg-(--color-background) [contain:content] scroll-pt-12 scroll-pb-4 scroll-pl-24 md:overflow-auto ${orders.isStale ? "opacity-60" : ""}`}
      >
        <List
          rows={presented.shown}
          arrived={presented.arrived}
          busy={changing.busy}
          troubled={troubled.ids}
          actions={changing.actions}
          selection={selection}
          kept={inUse.kept}
          onUse={inUse.onUse}
          onOpen={controls.open}
          hrefOf={controls.hrefOf}
          goTo={controls.goTo}
        />
        {note !== undefined && (
          <Text as="p" size="2" color="gray" align="center" my="3">
            {note}
          </Text>
        )}
        {(orders.canLoadMore || orders.isLoadingMore) && <MoreButton key={listKey} orders={orders} />}
      </div>
      {changing.merge !== null && <MergeDialog merge={changing.merge} onClose={changing.endMerge} />}
    </div>
  );
}

function isFitting(order: OrderRow, { isPaid, needsReprint }: OrderFilters): boolean {
  return (
    (isPaid === undefined || order.isPaid === isPaid) && (needsReprint === undefined || order.needsReprint === true)
  );
}

/** A selection covers the rows on screen, and knows them as they are. */
function useShownTo({ showRows }: OrderSelection, shown: readonly ShownRow<OrderRow>[]): void {
  useEffect(() => showRows(shown.map(({ row }) => row)), [showRows, shown]);
}

function NothingFound({ controls }: Pick<Props, "controls">) {
  const { address, go } = controls;
  return (
    <EmptyState
      line={texts.empty}
      action={
        hasFilters(address.filters) || address.search !== "" ? (
          <Button variant="soft" color="gray" highContrast onClick={() => go({ filters: {}, search: "" })}>
            {texts.clearFilters}
          </Button>
        ) : undefined
      }
    />
  );
}
