import { Button, Flex } from "@radix-ui/themes";
import { lazy, Suspense, useRef, useState } from "react";
import { useIsNarrow } from "../../lib/useMediaQuery";
import { NewOrders, scrollerOf, useListScroll, useMovingPointer, usePresentedRows } from "../orders";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { PageSizeSelect, type PageSize } from "../../ui/PageSizeSelect";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { ManualOrderCards } from "./ManualOrderCards";
import { ManualOrdersTable } from "./ManualOrdersTable";
import { useManualOrders, type ManualOrder } from "./useManualOrders";
import { manageTexts } from "./manageTexts";

const EditManualOrderDialog = lazy(() =>
  import("./EditManualOrderDialog").then((module) => ({ default: module.EditManualOrderDialog })),
);
const RemoveManualOrderDialog = lazy(() =>
  import("./RemoveManualOrderDialog").then((module) => ({ default: module.RemoveManualOrderDialog })),
);

interface Props {
  readonly pageSize: PageSize;
  readonly onPageSizeChange: (size: PageSize) => void;
}

/** 'Gerenciar Pedidos': every order launched by hand, whatever its type. */
export function ManageTab({ pageSize, onPageSizeChange }: Props) {
  return (
    <section aria-label={manageTexts.list} className="pt-4">
      <Flex justify="end" mb="2">
        <PageSizeSelect value={pageSize} onChange={onPageSizeChange} />
      </Flex>
      <PanelBoundary fallback={manageTexts.loadFailed}>
        <ManualOrders key={pageSize} pageSize={pageSize} />
      </PanelBoundary>
    </section>
  );
}

const NO_ROWS: ReadonlySet<string> = new Set();

type Open = { readonly kind: "edit" | "remove"; readonly order: ManualOrder };

/** The list holds still while somebody has scrolled, aims at a row or has a dialog open (UX conventions R2 to R4). */
function ManualOrders({ pageSize }: { readonly pageSize: number }) {
  const orders = useManualOrders(pageSize);
  const [open, setOpen] = useState<Open | null>(null);
  // What was edited or removed here may be gone by one's own doing, and then goes at once.
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set());
  const box = useRef<HTMLDivElement>(null);
  const { isScrolled } = useListScroll(box);
  const { isMoving, onPointerMove } = useMovingPointer();
  const isFresh = orders.status === "ready" && !orders.isStale;
  const presented = usePresentedRows<ManualOrder>({
    rows: isFresh ? orders.rows : null,
    listKey: orders.isRemembered ? "manual, as it was left" : "manual",
    isHeld: isScrolled || isMoving || open !== null,
    own,
    // Its dialogs know the order themselves, and stay when the row goes.
    open: NO_ROWS,
    canLoadMore: orders.canLoadMore || orders.isLoadingMore,
  });
  const List = useIsNarrow() ? ManualOrderCards : ManualOrdersTable;
  const close = () => setOpen(null);
  const show = (opened: Open) => {
    setOpen(opened);
    setOwn((before) => new Set([...before, opened.order._id]));
  };
  const rows = presented.shown.map(({ row }) => row);

  if (orders.status === "loading") return <ListSkeleton rows={pageSize} label={manageTexts.loading} />;
  return (
    <>
      {presented.waiting > 0 && (isScrolled || open !== null) && (
        <div className="pointer-events-none sticky top-[calc(104px+var(--bar-height,0px))] z-30 h-0">
          <div className="pointer-events-auto mx-auto w-fit">
            <NewOrders
              count={presented.waiting}
              onLetIn={() => {
                presented.letIn();
                scrollerOf(box.current).scrollTop = 0;
              }}
            />
          </div>
        </div>
      )}
      <div
        ref={box}
        onPointerMove={onPointerMove}
        onClick={presented.dismissLeft}
        onKeyUp={presented.dismissLeft}
        aria-busy={orders.isStale}
      >
        {rows.length === 0 ? (
          <EmptyState line={manageTexts.empty} />
        ) : (
          <List
            orders={presented.shown}
            onEdit={(order) => show({ kind: "edit", order })}
            onRemove={(order) => show({ kind: "remove", order })}
          />
        )}
      </div>
      {(orders.canLoadMore || orders.isLoadingMore) && (
        <Flex justify="center" py="4">
          <Button
            variant="soft"
            color="gray"
            highContrast
            aria-busy={orders.isLoadingMore}
            onClick={() => orders.loadMore()}
          >
            {orders.isLoadingMore ? manageTexts.loadingMore : manageTexts.loadMore}
          </Button>
        </Flex>
      )}
      <PanelBoundary fallback={manageTexts.loadFailed}>
        <Suspense fallback={null}>
          {open?.kind === "edit" && (
            <EditManualOrderDialog order={open.order} onClose={close} focusAfter={focusBeside(rows, open.order)} />
          )}
          {open?.kind === "remove" && (
            <RemoveManualOrderDialog order={open.order} onClose={close} focusAfter={focusBeside(rows, open.order)} />
          )}
        </Suspense>
      </PanelBoundary>
    </>
  );
}

/** Where the focus goes when the row is gone: the next one, else the one before, else the list (UX conventions F4). */
function focusBeside(rows: readonly ManualOrder[], { _id }: ManualOrder): () => HTMLElement | null {
  const at = rows.findIndex((row) => row._id === _id);
  const numbers = [rows[at + 1]?.number, rows[at - 1]?.number].filter((number) => number !== undefined);
  return () => {
    for (const number of numbers) {
      const edit = document.querySelector<HTMLElement>(`[data-edit-order="${number}"]`);
      if (edit !== null) return edit;
    }
    return document.querySelector<HTMLElement>("#conteudo h1");
  };
}
