import { Button, Flex } from "@radix-ui/themes";
import { lazy, Suspense, useState } from "react";
import { useIsNarrow } from "../../lib/useMediaQuery";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { PageSizeSelect, type PageSize } from "../../ui/PageSizeSelect";
import { PanelBoundary } from "../../ui/PanelBoundary";
import { ManualOrderCards } from "./ManualOrderCards";
import { ManualOrdersTable } from "./ManualOrdersTable";
import { texts } from "./texts";
import { useManualOrders, type ManualOrder } from "./useManualOrders";

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
    <section aria-label={texts.manual.list} className="pt-4">
      <Flex justify="end" mb="2">
        <PageSizeSelect value={pageSize} onChange={onPageSizeChange} />
      </Flex>
      <PanelBoundary fallback={texts.manual.loadFailed}>
        <ManualOrders key={pageSize} pageSize={pageSize} />
      </PanelBoundary>
    </section>
  );
}

type Open = { readonly kind: "edit" | "remove"; readonly order: ManualOrder };

function ManualOrders({ pageSize }: { readonly pageSize: number }) {
  const orders = useManualOrders(pageSize);
  const [open, setOpen] = useState<Open | null>(null);
  const List = useIsNarrow() ? ManualOrderCards : ManualOrdersTable;
  const close = () => setOpen(null);

  if (orders.status === "loading") return <ListSkeleton rows={pageSize} label={texts.manual.loading} />;
  return (
    <>
      {orders.rows.length === 0 ? (
        <EmptyState line={texts.manual.empty} />
      ) : (
        <List
          orders={orders.rows}
          onEdit={(order) => setOpen({ kind: "edit", order })}
          onRemove={(order) => setOpen({ kind: "remove", order })}
        />
      )}
      {(orders.canLoadMore || orders.isLoadingMore) && (
        <Flex justify="center" py="4">
          <Button
            variant="soft"
            color="gray"
            highContrast
            aria-busy={orders.isLoadingMore}
            onClick={() => orders.loadMore()}
          >
            {orders.isLoadingMore ? texts.manual.loadingMore : texts.manual.loadMore}
          </Button>
        </Flex>
      )}
      <PanelBoundary fallback={texts.manual.loadFailed}>
        <Suspense fallback={null}>
          {open?.kind === "edit" && (
            <EditManualOrderDialog
              order={open.order}
              onClose={close}
              focusAfter={focusBeside(orders.rows, open.order)}
            />
          )}
          {open?.kind === "remove" && (
            <RemoveManualOrderDialog
              order={open.order}
              onClose={close}
              focusAfter={focusBeside(orders.rows, open.order)}
            />
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
